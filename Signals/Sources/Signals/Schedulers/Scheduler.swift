import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs work: immediately, on a queue, on a program's own loop, or in a test's virtual time.
///
/// A scheduler that an operator delivers its events on must run one action at a time, in the order in which they were
/// scheduled.
public protocol Scheduler: AnyObject, Sendable {
  /// Runs `action` as soon as it can.
  ///
  /// - Returns: A disposable that cancels the action if it has not begun; nil if the action cannot be cancelled.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable?

  /// Whether the caller runs where the scheduler's actions run, and may use their state.
  ///
  /// Meant for preconditions. The default is false.
  var isCurrent: Bool { get }
}

extension Scheduler {
  public var isCurrent: Bool { false }
}

/// A scheduler that knows the time and runs work later.
public protocol DateScheduler: Scheduler {
  /// The current date on the scheduler's clock.
  var currentDate: Date { get }

  /// Runs `action` at `date`, or as soon as it can after it.
  @discardableResult
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable?

  /// Runs `action` at `date` and then every `interval`, until the returned disposable is disposed of.
  ///
  /// - Parameters:
  ///   - date: The date of the first run.
  ///   - interval: The time from one run to the next.
  ///   - leeway: The delay that is allowed for each run, so that the system can save power.
  ///   - action: The action to run.
  @discardableResult
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable?
}

extension DateScheduler {
  /// Runs `action` at `date` and then every `interval`, with a leeway of a tenth of the interval.
  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    schedule(after: date, interval: interval, leeway: interval * 0.1, action: action)
  }

  /// Runs `action` after `delay`.
  @discardableResult
  public func schedule(after delay: DispatchTimeInterval, action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(after: currentDate.addingTimeInterval(delay.timeInterval), action: action)
  }

  /// Runs `action` after `delay`.
  @_disfavoredOverload
  @discardableResult
  public func schedule(after delay: Duration, action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(after: delay.dispatchInterval, action: action)
  }

  /// Runs `action` after `delay` and then every `interval`.
  @_disfavoredOverload
  @discardableResult
  public func schedule(
    after delay: Duration, interval: Duration, leeway: Duration = .zero, action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    schedule(
      after: delay.dispatchInterval, interval: interval.dispatchInterval, leeway: leeway.dispatchInterval,
      action: action)
  }

  /// Runs `action` after `delay` and then every `interval`.
  @discardableResult
  public func schedule(
    after delay: DispatchTimeInterval, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0),
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    schedule(
      after: currentDate.addingTimeInterval(delay.timeInterval), interval: interval, leeway: leeway, action: action)
  }
}

/// Runs each action immediately, on the thread that schedules it.
public final class ImmediateScheduler: Scheduler {
  /// A scheduler without state; all instances are alike.
  public init() {}

  /// Always true.
  public var isCurrent: Bool { true }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    action()
    return nil
  }
}
