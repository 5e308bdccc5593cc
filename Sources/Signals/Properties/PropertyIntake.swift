import Foundation

extension ValueStorage where Error == Never {
  /// The storage of a property that follows `producer`.
  ///
  /// - Precondition: The producer sends its first value while it is being started.
  static func following(_ producer: SignalProducer<Value, Never>) -> PropertyStorage<Value> {
    let intake = PropertyIntake<Value>()
    producer.startWithSignal { signal, interrupter in
      intake.core.setUpstream(interrupter)
      signal.core.attach(intake)
    }
    return intake.waitForStorage()
  }
}

/// Makes a storage of the first value, and puts the others into it.
// Unchecked: `storage` is written once, by whoever delivers the first value, with the lock of `arrival` held; it is
// read by those who deliver, one after the other, and by others with that lock held. `hasEnded` is guarded by it, too.
private final class PropertyIntake<Value: Sendable>: SignalSink<Value, Never>, @unchecked Sendable {
  let core = Signal<Value, Never>.Core()
  private var storage: PropertyStorage<Value>?
  private var hasEnded = false
  private let arrival = NSCondition()

  override func receive(_ value: Value) {
    if let storage { return storage.set(value) }
    arrival.withLock {
      storage = PropertyStorage(value, core: core)
      arrival.broadcast()
    }
  }

  override func terminate(_ termination: Termination<Never>) {
    arrival.withLock {
      hasEnded = true
      arrival.broadcast()
    }
    core.end(.completed)
  }

  /// The storage of the first value. That has been delivered when the producer has been started, but perhaps by another
  /// thread, which was setting one of several sources at this very moment, and need not have finished.
  func waitForStorage() -> PropertyStorage<Value> {
    arrival.withLock {
      while storage == nil, !hasEnded { arrival.wait() }
      guard let storage else {
        preconditionFailure("The producer of a property must send a value while it is being started.")
      }
      return storage
    }
  }
}
