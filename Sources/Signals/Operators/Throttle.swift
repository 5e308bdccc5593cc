import Foundation

/// What waits is sent when the alarm rings. It is set once per value sent, however many come meanwhile, and once more where the
/// clock has been set back.
private final class Throttle<Value: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Value, Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let discardsWhenCompleted: Bool
  private let alarm = Alarm()
  private let state = Locked(ThrottleState())
  /// Guarded by the lock of `state`.
  private let waiting = Place<Value>()

  init(_ interval: TimeInterval, on scheduler: DateScheduler, discardsWhenCompleted: Bool) {
    self.interval = interval
    self.scheduler = scheduler
    self.discardsWhenCompleted = discardsWhenCompleted
  }

  func receive(_ value: Value) {
    // After the exchange, the value that was waiting; let go of outside of the lock.
    var value = value
    let (mustSetAlarm, isForLater) = state.withLock { state in
      waiting.put(&value)
      defer { state.isAlarmSet = true }
      return (!state.isAlarmSet, state.isAlarmForLater)
    }
    if mustSetAlarm {
      setAlarm()
    } else if isForLater {
      hurryIfClockWasSetBack()
    }
  }

  private func setAlarm() {
    let now = scheduler.currentDate
    let send: @Sendable () -> Void = { [self] in sendWaiting() }
    let due: Date? = state.withLock { state in
      // On a clock that has been set back, the last value seems to be still to come.
      guard let lastSent = state.lastSent, lastSent <= now else { return nil }
      let due = lastSent.addingTimeInterval(interval)
      if due <= now { return nil }
      (state.isAlarmForLater, state.setAt) = (true, now)
      return due
    }
    if let due {
      alarm.set(for: due, within: interval, on: scheduler, send)
    } else {
      alarm.set { scheduler.schedule(send) }
    }
  }

  /// Sends what waits at once where the date that the alarm was set for is further away than it was.
  @inline(never)
  private func hurryIfClockWasSetBack() {
    let now = scheduler.currentDate
    let wasSetBack = state.withLock { state in
      guard state.isAlarmForLater, now < state.setAt else { return false }
      state.isAlarmForLater = false
      return true
    }
    if wasSetBack { alarm.set { scheduler.schedule { [self] in sendWaiting() } } }
  }

  private func sendWaiting() {
    let now = scheduler.currentDate
    let (waiting, isCompleting) = state.withLock { state in
      // Where the alarm has been set twice, the first to ring has sent what was waiting.
      if !state.isAlarmSet || (!self.waiting.isTaken && !state.isCompleting) { return (nil as Value?, false) }
      defer { state = ThrottleState(lastSent: now) }
      return (self.waiting.take(), state.isCompleting)
    }
    if let waiting { output.send(waiting) }
    if isCompleting { output.end(.completed) }
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
private struct ThrottleState: Sendable {
  var isAlarmSet = false
  /// Whether completion follows what waits.
  var isCompleting = false
  var lastSent: Date?
  /// Whether the alarm has been set for a later date, and when that was.
  var isAlarmForLater = false
  var setAt = Date.distantPast
}

extension Signal {
  /// Sends at most one value per `interval`: the first at once, then the newest of those that have come. Values are
  /// sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once. Where the clock has been set back, the next value goes out at once.
  ///
  /// ```
  /// source:                   ab-cd-----e-f|
  /// throttle(3 columns, on:): a--c--d---e--|
  /// ```
  public func throttle(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Throttle(interval, on: scheduler, discardsWhenCompleted: discardWhenCompleted))
  }

  /// Sends at most one value per `interval`: the first at once, then the newest of those that have come. Values are
  /// sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once. Where the clock has been set back, the next value goes out at once.
  ///
  /// ```
  /// source:                   ab-cd-----e-f|
  /// throttle(3 columns, on:): a--c--d---e--|
  /// ```
  @_disfavoredOverload
  public func throttle(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    throttle(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension SignalProducer {
  /// Sends at most one value per `interval`: the first at once, then the newest of those that have come. Values are
  /// sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once. Where the clock has been set back, the next value goes out at once.
  ///
  /// ```
  /// source:                   ab-cd-----e-f|
  /// throttle(3 columns, on:): a--c--d---e--|
  /// ```
  public func throttle(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    lift { $0.throttle(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
  }

  /// Sends at most one value per `interval`: the first at once, then the newest of those that have come. Values are
  /// sent on `scheduler`.
  ///
  /// When the source completes, a value that still waits is dropped; if `discardWhenCompleted` is false, it is sent in
  /// its time, and completion follows it. A failure or an interruption drops it. But for that, endings go out on the
  /// scheduler at once. Where the clock has been set back, the next value goes out at once.
  ///
  /// ```
  /// source:                   ab-cd-----e-f|
  /// throttle(3 columns, on:): a--c--d---e--|
  /// ```
  @_disfavoredOverload
  public func throttle(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    throttle(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension PropertyProtocol {
  /// A property that changes at most once per `interval`: at once, then to the newest of the values that have come.
  ///
  /// ```
  /// source:                   ab-cd-----e----
  /// throttle(3 columns, on:): a--c--d---e----
  /// ```
  public func throttle(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.throttle(interval, on: scheduler, discardWhenCompleted: false) }
  }

  /// A property that changes at most once per `interval`: at once, then to the newest of the values that have come.
  ///
  /// ```
  /// source:                   ab-cd-----e----
  /// throttle(3 columns, on:): a--c--d---e----
  /// ```
  @_disfavoredOverload
  public func throttle(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    throttle(interval.timeInterval, on: scheduler)
  }
}
