import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One alarm at a time, set for the next multiple of the interval by the current clock. Setting the clock, or a
/// sleeping computer, moves at most one of them.
private final class AlignedTimer: Sendable {
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let output: Signal<Date, Never>.Core
  private let alarm = Alarm()

  /// Dates since 1970 are precise to some tenths of a microsecond.
  private static var rounding: TimeInterval { 1e-6 }

  init(_ interval: TimeInterval, on scheduler: DateScheduler, into output: Signal<Date, Never>.Core) {
    self.interval = interval
    self.scheduler = scheduler
    self.output = output
    output.setUpstream(alarm)
  }

  func setAlarm() {
    let next = multiple(after: scheduler.currentDate)
    alarm.set(for: next, within: interval, on: scheduler) { [self] in
      let now = scheduler.currentDate
      // Too early if the clock has been set back; then wait for the next multiple.
      if now.timeIntervalSince(next) >= -AlignedTimer.rounding { output.send(max(now, next)) }
      setAlarm()
    }
  }

  private func multiple(after date: Date) -> Date {
    let passed = ((date.timeIntervalSince1970 + AlignedTimer.rounding) / interval).rounded(.down)
    return Date(timeIntervalSince1970: (passed + 1) * interval)
  }
}

extension SignalProducer where Value == Date, Error == Never {
  /// Sends the date every `interval` on `scheduler`; never ends.
  ///
  /// An aligned timer sends at the multiples of the interval, counted from the beginning of 1970 (UTC): a timer of five
  /// seconds at :00, :05, :10 and so on, whenever it was started. It follows a clock that is set, and sends no date
  /// before the multiple that it stands for. A multiple that passes while the scheduler is busy or the computer asleep
  /// is sent late; of several, only the last one is sent.
  ///
  /// ```
  /// multiples of 3 columns:                        -x--x--x--x-
  /// timer(every: 3 columns, aligned: true, on:):   -t--t--t--t-
  /// timer(every: 3 columns, on:):                  ---t--t--t--
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time from one date to the next, in seconds.
  ///   - aligned: Whether dates are multiples of the interval; if not, the first one is sent after one `interval`.
  ///   - scheduler: The scheduler whose clock is used, and on which the dates are sent.
  public static func timer(
    every interval: TimeInterval, aligned: Bool = false, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    precondition(interval > 0, "An interval must be longer than nothing.")
    guard aligned else {
      return timer(interval: DispatchTimeInterval(seconds: interval), on: scheduler, leeway: .seconds(0))
    }
    return SignalProducer { core in
      AlignedTimer(interval, on: scheduler, into: core).setAlarm()
    }
  }

  /// Sends the date every `interval` on `scheduler`; never ends. See
  /// ``timer(every:aligned:on:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public static func timer(
    every interval: Duration, aligned: Bool = false, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    timer(every: interval.timeInterval, aligned: aligned, on: scheduler)
  }
}
