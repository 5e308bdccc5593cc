// Unchecked as its superclass is.
private final class ThrottleWhile<Value: Sendable, Error: Swift.Error>: Holding<Value, Value, Error>, Stage,
  @unchecked Sendable
{
  private let scheduler: Scheduler
  private var isHeldBack = false

  init(on scheduler: Scheduler) {
    self.scheduler = scheduler
    super.init(on: scheduler)
  }

  func hold(_ isHeldBack: Bool) {
    setAlarm { self.isHeldBack = isHeldBack }
  }

  func receive(_ value: Value) {
    // After the exchange this is the value that was waiting, which is released outside of the lock.
    var value = value
    setAlarm { held.put(&value) }
  }

  /// Sets the alarm if `change` allows the waiting value to be sent.
  private func setAlarm(after change: () -> Void) {
    let mustSetAlarm = state.withLock { state in
      change()
      return held.isTaken && !isHeldBack && state.needsAlarm()
    }
    if mustSetAlarm { alarm.set { scheduler.schedule { [self] in sendWaiting() } } }
  }

  private func sendWaiting() {
    let waiting: Value? = state.withLock { state in
      state.isAlarmSet = false
      return isHeldBack ? nil : held.take()
    }
    if let waiting { output.send(waiting) }
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
