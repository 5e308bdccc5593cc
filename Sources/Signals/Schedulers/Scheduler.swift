import Dispatch
import Foundation

/// Runs work: at once, on a queue, on a program's own loop, in a test's own time.
///
/// A scheduler that an operator takes its events from must run one action at a time, in the order in which they were
/// scheduled.
public protocol Scheduler: AnyObject, Sendable {
  /// Runs `action` as soon as it can.
  ///
  /// - Returns: Disposing of it keeps the action from running if it has not begun; nil if it cannot be kept any more.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable?

  /// Whether the caller already runs where the scheduler's actions run, so that it may touch what belongs to them.
  ///
  /// Meant for preconditions. A scheduler that does not say is never current.
  var isCurrent: Bool { get }
}

extension Scheduler {
  public var isCurrent: Bool { false }
}

/// A scheduler that knows the time and runs work later.
public protocol DateScheduler: Scheduler {
  /// What the scheduler takes to be now.
  var currentDate: Date { get }

  /// Runs `action` at `date`, or as soon as it can after it.
  @discardableResult
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable?

  /// Runs `action` at `date` and then every `interval`, until it is disposed of.
  ///
  /// - Parameters:
  ///   - date: When it runs for the first time.
  ///   - interval: How long it is from one run to the next.
  ///   - leeway: By how much a run may be late, so that the system can save power.
  ///   - action: What is run.
  @discardableResult
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable?
}

extension DateScheduler {
  /// Runs `action` at `date` and then every `interval`, each run being late by up to a tenth of the interval.
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

/// Runs each action at once, on the thread that schedules it.
public final class ImmediateScheduler: Scheduler {
  /// A scheduler; any is as good as another.
  public init() {}

  /// True everywhere.
  public var isCurrent: Bool { true }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    action()
    return nil
  }
}
