import Foundation

/// The value of a property and the core that its changes go through.
///
/// Storing a value and taking its place in the order of events is one step, so the last event always is the value that
/// stands, and an observer that joins knows exactly which changes its first value already contains.
final class PropertyStorage<Value: Sendable>: Sendable {
  let core: Signal<Value, Never>.Core

  /// Guarded by the lock of `state`.
  private let current = Place<Value>()
  private let state = Locked(Bookkeeping())
  /// Held while the closure of ``modify(_:)`` runs: the one place where a user's code runs under a lock, since nobody else
  /// may change the value meanwhile. Other writers wait for it; readers and deliveries do not.
  private let modification = NSLock()

  init(_ value: Value, core: Signal<Value, Never>.Core = .init()) {
    self.core = core
    var value = value
    current.put(&value)
  }

  /// The storage of a property that follows `producer`.
  ///
  /// - Precondition: The producer sends its first value while it is being started.
  static func following(_ producer: SignalProducer<Value, Never>) -> PropertyStorage {
    let intake = Intake()
    producer.startWithSignal { signal, interrupter in
      intake.core.setUpstream(interrupter)
      signal.core.attach(intake)
    }
    return intake.waitForStorage()
  }

  /// Makes a storage of the first value, and puts the others into it.
  // Unchecked: `storage` is written once, by whoever delivers the first value, with the lock of `arrival` held; it is
  // read by those who deliver, one after the other, and by others with that lock held. `hasEnded` is guarded by it, too.
  private final class Intake: SignalSink<Value, Never>, @unchecked Sendable {
    let core = Signal<Value, Never>.Core()
    private var storage: PropertyStorage?
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
    func waitForStorage() -> PropertyStorage {
      arrival.withLock {
        while storage == nil, !hasEnded { arrival.wait() }
        guard let storage else {
          preconditionFailure("The producer of a property must send a value while it is being started.")
        }
        return storage
      }
    }
  }

  /// The value that stands.
  var value: Value { state.withLock { _ in current.value } }

  /// Stores a value and sends it.
  @inline(__always)
  func set(_ newValue: Value) {
    var value = newValue
    if exchange(&value) { deliver(newValue) }
  }

  /// Stores a value and sends it; returns the one that it replaced.
  @discardableResult
  func swap(_ newValue: Value) -> Value {
    var value = newValue
    if exchange(&value) { deliver(newValue) }
    return value
  }

  /// Stores a value and leaves the one that it replaced in its place.
  ///
  /// - Parameter alongside: Is told the version that the value has become, before anybody can see it. It must not call
  ///   out.
  /// - Returns: Whether the caller has to ``deliver(_:)`` it; if not, somebody else does.
  @inline(__always)
  func exchange(_ value: inout Value, alongside: (UInt64) -> Void = { _ in }) -> Bool {
    while true {
      let storing: Storing = state.withLock { state in
        if state.modifier != nil { return .mustWait }
        alongside(state.version + 1)
        return exchange(&value, in: &state)
      }
      if storing != .mustWait { return storing == .mustDeliver }
      lockModification()
      modification.unlock()
    }
  }

  /// Stores a value; see ``exchange(_:alongside:)``.
  func store(_ newValue: Value, alongside: (UInt64) -> Void = { _ in }) -> Bool {
    var value = newValue
    return exchange(&value, alongside: alongside)
  }

  /// Runs `body`, which must not call out, if the value being delivered just now still is the one that stands.
  func ifDeliveringNewest(_ body: () -> Void) {
    state.withLock { state in
      if core.deliveryCount == state.version { body() }
    }
  }

  /// Changes the value in one step that no other change interrupts, and sends it.
  ///
  /// The closure may read the property, which has the old value until then, but not change it. If it throws, nothing
  /// has changed. Others that change the property wait until the closure has returned, so it must not wait for them.
  func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    lockModification()
    state.withLock { $0.modifier = ObjectIdentifier(Thread.current) }
    // Nobody else changes it now.
    var value = current.value
    let result: Result
    do {
      result = try change(&value)
    } catch {
      state.withLock { $0.modifier = nil }
      modification.unlock()
      throw error
    }
    let newValue = value
    let storing = state.withLock { state in
      state.modifier = nil
      return exchange(&value, in: &state)
    }
    modification.unlock()
    if storing == .mustDeliver { deliver(newValue) }
    return result
  }

  /// Changes the value in one short step, and sends it.
  ///
  /// - Parameter change: Must not call out. Returns whether it has changed the value.
  func adjust(_ change: (inout Value) -> Bool) {
    while true {
      typealias Adjustment = (storing: Storing?, value: Value)
      let adjustment: Adjustment = state.withLock { state in
        var value = current.value
        if state.modifier != nil { return (.mustWait, value) }
        guard change(&value) else { return (nil, value) }
        var exchanged = value
        return (exchange(&exchanged, in: &state), value)
      }
      switch adjustment.storing {
      case .mustDeliver: return deliver(adjustment.value)
      case .isDeliveredByOthers, nil: return
      case .mustWait:
        lockModification()
        modification.unlock()
      }
    }
  }

  /// Starts an observer: it gets the value that stands, then each change, then `completed`.
  func join(_ output: Signal<Value, Never>.Core) {
    // Inside the gate of the output, changes that other threads make meanwhile queue up behind the first value.
    output.perform { [self] in
      typealias Joined = (value: Value, subscription: Disposable?)
      let joined: Joined = state.withLock { state in
        let sink = Signal.JoinSink(core, after: state.version, output: output)
        return (current.value, core.attachUnlessOver(sink))
      }
      output.deliver(joined.value)
      if let subscription = joined.subscription {
        output.setUpstream(subscription)
      } else {
        output.terminate(.completed)
      }
    }
  }

  @inline(__always)
  private func exchange(_ value: inout Value, in state: inout Bookkeeping) -> Storing {
    let newValue = value
    current.put(&value)
    state.version &+= 1
    return core.enterOrEnqueue(newValue) ? .mustDeliver : .isDeliveredByOthers
  }

  /// Sends a value that was stored by ``exchange(_:alongside:)``.
  func deliver(_ value: Value) {
    core.deliver(value)
    core.leave()
  }

  private func lockModification() {
    let modifier = state.withLock { $0.modifier }
    precondition(
      modifier != ObjectIdentifier(Thread.current),
      "A property must not be changed from inside the closure that is modifying it.")
    modification.lock()
  }
}

/// Outside of the storage, or it would depend on the type of the value too.
private struct Bookkeeping {
  /// How many values have been stored after the first.
  var version: UInt64 = 0
  /// The thread whose closure is changing the value just now.
  var modifier: ObjectIdentifier?
}

/// What has become of an attempt to store a value.
private enum Storing {
  case mustWait
  case mustDeliver
  case isDeliveredByOthers
}
