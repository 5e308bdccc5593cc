import Foundation

/// Each value only moves the deadline. The alarm, when it rings before it, is set again for what is left; it is also set again
/// where a clock that was set back has moved the deadline to an earlier date.
private final class Debounce<Value: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Value, Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let discardsWhenCompleted: Bool
  private let alarm = Alarm()
  private let state = Locked(DebounceState())
  /// Guarded by the lock of `state`.
  private let waiting = Place<Value>()

  init(_ interval: TimeInterval, on scheduler: DateScheduler, discardsWhenCompleted: Bool) {
    self.interval = interval
    self.scheduler = scheduler
    self.discardsWhenCompleted = discardsWhenCompleted
  }

  func receive(_ value: Value) {
    let deadline = scheduler.currentDate.addingTimeInterval(interval)
    // After the exchange, the value that was waiting; let go of outside of the lock.
    var value = value
    let mustSetAlarm = state.withLock { state in
      waiting.put(&value)
      defer { state = DebounceState(deadline: deadline, isAlarmSet: true) }
      return !state.isAlarmSet || deadline < state.deadline
    }
    if mustSetAlarm { setAlarm(for: deadline) }
  }

  private func setAlarm(for deadline: Date) {
    alarm.set(for: deadline, within: interval, on: scheduler) { [self] in ring(at: deadline) }
  }

  /// - Parameter date: What the alarm was set for, whatever the clock shows.
  private func ring(at date: Date) {
    typealias Outcome = (waiting: Value?, later: Date?, isCompleting: Bool)
    let outcome: Outcome = state.withLock { state in
      if state.deadline > date, waiting.isTaken { return (nil, state.deadline, false) }
      state.isAlarmSet = false
      return (waiting.take(), nil, state.isCompleting)
    }
    if let later = outcome.later { setAlarm(for: later) }
    if let waiting = outcome.waiting { output.send(waiting) }
    if outcome.isCompleting { output.end(.completed) }
  }

  func terminate(_ termination: Termination<Error>) {
    if case .completed = termination, !discardsWhenCompleted, completesLater() { return }
    withExtendedLifetime(takeWaiting()) {}
    alarm.setLast { scheduler.schedule { [output] in output.end(termination) } }
  }

  private func completesLater() -> Bool {
    state.withLock { state in
      state.isCompleting = state.isAlarmSet
      return state.isCompleting
    }
  }

  private func takeWaiting() -> Value? {
    state.withLock { _ in waiting.take() }
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    withExtendedLifetime(takeWaiting()) {}
  }
}

/// Outside of the stage, or it would depend on the types of the values too.
private struct DebounceState: Sendable {
  var deadline = Date.distantPast
  var isAlarmSet = false
  /// Whether completion follows what waits.
  var isCompleting = false
}

extension Signal {
  /// Sends a value after `interval` has passed without another. Values are sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once.
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

  /// Sends a value after `interval` has passed without another. Values are sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once.
  ///
  /// ```
  /// source:                   abc-----d-----e|
  /// debounce(3 columns, on:): -----c-----d---|
  /// ```
  @_disfavoredOverload
  public func debounce(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    debounce(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension SignalProducer {
  /// Sends a value after `interval` has passed without another. Values are sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once.
  ///
  /// ```
  /// source:                   abc-----d-----e|
  /// debounce(3 columns, on:): -----c-----d---|
  /// ```
  public func debounce(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    lift { $0.debounce(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
  }

  /// Sends a value after `interval` has passed without another. Values are sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once.
  ///
  /// ```
  /// source:                   abc-----d-----e|
  /// debounce(3 columns, on:): -----c-----d---|
  /// ```
  @_disfavoredOverload
  public func debounce(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    debounce(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension PropertyProtocol {
  /// A property that takes over a value after `interval` has passed without another.
  ///
  /// ```
  /// source:                   abc-----d-----
  /// debounce(3 columns, on:): a----c-----d--
  /// ```
  public func debounce(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.debounce(interval, on: scheduler, discardWhenCompleted: false) }
  }

  /// A property that takes over a value after `interval` has passed without another.
  ///
  /// ```
  /// source:                   abc-----d-----
  /// debounce(3 columns, on:): a----c-----d--
  /// ```
  @_disfavoredOverload
  public func debounce(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    debounce(interval.timeInterval, on: scheduler)
  }
}
