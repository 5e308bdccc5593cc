import Dispatch
import Signals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A virtual clock whose date may be set while timers run on, as those of a dispatch queue do: the duration of a timer
/// is fixed when it is scheduled.
///
/// ```swift
/// let clock = SteppingClock()
/// let recorder = signal.throttle(1, on: clock).record()
/// clock.step(by: -3_600)
/// clock.time.advance(by: 1)
/// ```
public final class SteppingClock: DateScheduler {
  /// The scheduler that the timers run on.
  public let time: TestScheduler
  private let offset = MutableProperty<TimeInterval>(0)

  /// - Parameter startDate: The initial date of both clocks.
  public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) { time = TestScheduler(startDate: startDate) }

  /// Moves the date by `seconds`, back if that is negative.
  public func step(by seconds: TimeInterval) { offset.modify { $0 += seconds } }

  public var currentDate: Date { time.currentDate.addingTimeInterval(offset.value) }
  public var isCurrent: Bool { time.isCurrent }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? { time.schedule(action) }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    time.schedule(after: date.addingTimeInterval(-offset.value), action: action)
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    time.schedule(after: date.addingTimeInterval(-offset.value), interval: interval, leeway: leeway, action: action)
  }
}
