#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Each value only moves the deadline. An alarm that rings before the deadline is set again for the remaining time, and
/// also when a clock that was set back has moved the deadline to an earlier date.
// Unchecked as its superclass is.
private final class Debounce<Value: Sendable, Error: Swift.Error>: Holding<Value, Value, Error>, Stage,
  @unchecked Sendable
{
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private var deadline = Date.distantPast

  init(_ interval: TimeInterval, on scheduler: DateScheduler, discardsWhenCompleted: Bool) {
    self.interval = interval
    self.scheduler = scheduler
    super.init(on: scheduler, discardsWhenCompleted: discardsWhenCompleted)
  }

  func receive(_ value: Value) {
    let deadline = scheduler.currentDate.addingTimeInterval(interval)
    // After the exchange this is the value that was waiting, which is released outside of the lock.
    var value = value
    let mustSetAlarm = state.withLock { state in
      held.put(&value)
      let isEarlier = deadline < self.deadline
      self.deadline = deadline
      return state.needsAlarm() || isEarlier
    }
    if mustSetAlarm { setAlarm(for: deadline) }
  }

  private func setAlarm(for deadline: Date) {
    alarm.set(for: deadline, within: interval, on: scheduler) { [self] in ring(at: deadline) }
  }

  /// - Parameter date: The date for which the alarm was set, whatever the clock shows.
  private func ring(at date: Date) {
    typealias Outcome = (waiting: Value?, later: Date?, isCompleting: Bool)
    let outcome: Outcome = state.withLock { state in
      if deadline > date, held.isTaken { return (nil, deadline, false) }
      state.isAlarmSet = false
      return (held.take(), nil, state.isCompleting)
    }
    if let later = outcome.later { setAlarm(for: later) }
    if let waiting = outcome.waiting { output.send(waiting) }
    if outcome.isCompleting { output.end(.completed) }
  }
}

extension Signal {
  /// Sends a value when `interval` has passed without another. Values are sent on `scheduler`.
  ///
  /// When the source completes, a waiting value is dropped; if `discardWhenCompleted` is false, it is sent at its
  /// deadline, and completion follows. A failure or an interruption drops it. All other endings go out on the scheduler
  /// immediately.
  ///
  /// ```
  /// source:                   abc-----d-----e|
  /// debounce(3 columns, on:): -----c-----d---|
  /// ```
  public func debounce(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Debounce(interval, on: scheduler, discardsWhenCompleted: discardWhenCompleted))
  }

  /// Sends a value when `interval` has passed without another. See
  /// ``Signal/debounce(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public func debounce(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    debounce(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension SignalProducer {
  /// Sends a value when `interval` has passed without another. See
  /// ``Signal/debounce(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  public func debounce(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    lift { $0.debounce(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
  }

  /// Sends a value when `interval` has passed without another. See
  /// ``Signal/debounce(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public func debounce(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    debounce(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension PropertyProtocol {
  /// A property that takes the newest value when `interval` has passed without another.
  ///
  /// ```
  /// source:                   abc-----d-----
  /// debounce(3 columns, on:): a----c-----d--
  /// ```
  public func debounce(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.debounce(interval, on: scheduler, discardWhenCompleted: false) }
  }

  /// A property that takes the newest value when `interval` has passed without another. See
  /// ``PropertyProtocol/debounce(_:on:)-(TimeInterval,_)``.
  @_disfavoredOverload
  public func debounce(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    debounce(interval.timeInterval, on: scheduler)
  }
}
