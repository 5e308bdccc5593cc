private final class ThrottleWhile<Value: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Value, Error>.Core()
  private let scheduler: Scheduler
  private let alarm = Alarm()
  private let state = Locked(State())

  private struct State: Sendable {
    var waiting: Value?
    var isHeldBack = false
    var isAlarmSet = false

    /// Returns whether the alarm must be set to send the waiting value.
    mutating func needsAlarm() -> Bool {
      guard waiting != nil, !isHeldBack, !isAlarmSet else { return false }
      isAlarmSet = true
      return true
    }
  }

  init(on scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func hold(_ isHeldBack: Bool) {
    let mustSetAlarm = state.withLock { state in
      state.isHeldBack = isHeldBack
      return state.needsAlarm()
    }
    if mustSetAlarm { setAlarm() }
  }

  func receive(_ value: Value) {
    let (replaced, mustSetAlarm) = state.withLock { state in
      let replaced = state.waiting
      state.waiting = value
      return (replaced, state.needsAlarm())
    }
    withExtendedLifetime(replaced) {}
    if mustSetAlarm { setAlarm() }
  }

  private func setAlarm() {
    alarm.set { scheduler.schedule { [self] in sendWaiting() } }
  }

  private func sendWaiting() {
    let waiting: Value? = state.withLock { state in
      state.isAlarmSet = false
      if state.isHeldBack { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    if let waiting { output.send(waiting) }
  }

  func terminate(_ termination: Termination<Error>) {
    discardWaiting()
    alarm.setLast { scheduler.schedule { [output] in output.end(termination) } }
  }

  private func discardWaiting() {
    let discarded = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    withExtendedLifetime(discarded) {}
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    discardWaiting()
  }
}

extension Signal {
  /// Holds values back while `shouldThrottle` is true, and sends the newest of them when that turns false. Values are
  /// sent on `scheduler`.
  ///
  /// Ends with the source, on the scheduler, immediately; a value that is held back is dropped. After `shouldThrottle`
  /// is released, its last value still counts.
  ///
  /// ```
  /// shouldThrottle:        f----t-------f----
  /// source:                -a-b---c-d------e|
  /// throttle(while:, on:): -a-b---------d--e|
  /// ```
  public func throttle<P: PropertyProtocol>(
    while shouldThrottle: P, on scheduler: Scheduler
  ) -> Signal<Value, Error> where P.Value == Bool {
    let stage = ThrottleWhile<Value, Error>(on: scheduler)
    let condition = shouldThrottle.producer.startWithValues(stage.hold)
    return pass(through: stage, disposing: condition)
  }
}

extension SignalProducer {
  /// Holds values back while `shouldThrottle` is true, and sends the newest of them when that turns false. See
  /// ``Signal/throttle(while:on:)``.
  public func throttle<P: PropertyProtocol>(
    while shouldThrottle: P, on scheduler: Scheduler
  ) -> SignalProducer<Value, Error> where P.Value == Bool {
    // A property of its own, because this producer must not keep `shouldThrottle` alive.
    let condition = Property(shouldThrottle)
    return lift { $0.throttle(while: condition, on: scheduler) }
  }
}

extension PropertyProtocol {
  /// A property that does not change while `shouldThrottle` is true, and takes the newest value when that turns false.
  ///
  /// ```
  /// shouldThrottle:        f----t-------f----
  /// source:                aa-b---c-d------e-
  /// throttle(while:, on:): aa-b---------d--e-
  /// ```
  public func throttle<P: PropertyProtocol>(
    while shouldThrottle: P, on scheduler: Scheduler
  ) -> Property<Value> where P.Value == Bool {
    following { $0.throttle(while: shouldThrottle, on: scheduler) }
  }
}
