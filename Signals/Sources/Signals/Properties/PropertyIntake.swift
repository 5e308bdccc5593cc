extension ValueStorage where Error == Never {
  /// Returns the storage of a property that follows `producer`.
  ///
  /// - Precondition: The producer sends its first value while it is being started.
  static func following(_ producer: SignalProducer<Value, Never>) -> PropertyStorage<Value> {
    let intake = PropertyIntake<Value>()
    // Perhaps from another thread that is setting one of several sources at this moment.
    let hasValue = intake.arrival.wait {
      producer.startWithSignal { signal, interrupter in
        intake.core.setUpstream(interrupter)
        signal.core.attach(intake)
      }
    }
    guard hasValue, let storage = intake.storage else {
      // In a release build a precondition prints no message.
      fatalError(
        "A property that follows a producer needs one that sends a value while it is being started. "
          + "For one that sends its first value later, or never, write Property(initial:then:) in place of "
          + "Property(following:).")
    }
    return storage
  }
}

/// Makes a storage with the first value, and stores the others in it.
// Unchecked: `storage` is written once, by the thread that delivers the first value, before the arrival is marked. It
// is read by the threads that deliver, one after the other, and by others after the arrival.
private final class PropertyIntake<Value: Sendable>: SignalSink<Value, Never>, @unchecked Sendable {
  let core = Signal<Value, Never>.Core()
  private(set) var storage: PropertyStorage<Value>?
  let arrival = Arrival()

  override func receive(_ value: Value) {
    if let storage { return storage.set(value) }
    storage = PropertyStorage(value, core: core)
    arrival.come()
  }

  override func terminate(_ termination: Termination<Never>) {
    core.end(.completed)
  }
}
