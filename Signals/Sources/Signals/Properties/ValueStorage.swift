/// The current value of a property, or the newest values of a producer that replays them, and the core that their changes
/// go through.
///
/// Storing a value and numbering it in the order of events is one step under the lock. So the last event always is the
/// current value, and an observer that joins knows exactly which changes its first values already contain.
///
/// Nothing is delivered under the lock: the caller that has stored a value calls ``send(_:_:)`` after it. A reader never waits for an
/// observer.
// Unchecked: the lock of `state` guards `kept`.
final class ValueStorage<Value: Sendable, Error: Swift.Error>: @unchecked Sendable {
  let core: Signal<Value, Error>.Core

  /// The newest values, up to `capacity`. A property has exactly one, from the beginning.
  private let kept = ValueQueue<Value>()
  private let capacity: Int
  private let state = Locked(Bookkeeping())
  /// Held while the closure of ``modify(_:)`` runs: the only place where a user's code runs under a lock, because no
  /// other thread may change the value meanwhile. Other writers wait for it; readers and deliveries do not.
  private let modification = ClosureLock()

  /// A storage that keeps up to `capacity` values, and has none yet.
  init(capacity: Int) {
    self.capacity = capacity
    core = .init()
  }

  /// The storage of a property.
  init(_ value: Value, core: Signal<Value, Error>.Core = .init()) {
    self.core = core
    capacity = 1
    kept.append(value)
  }

  /// Stores a value and leaves the replaced one in the argument.
  ///
  /// - Parameter alongside: Gets the version of the stored value before the value is visible. It must not call a user's
  ///   code.
  /// - Returns: A token that the caller must pass to ``send(_:_:)`` once it holds no lock.
  @inline(__always)
  func exchange(_ value: inout Value, alongside: (UInt64) -> Void = { _ in }) -> Storing {
    while true {
      let storing: Storing = state.withLock { state in
        if state.modifier != nil { return .mustWait }
        alongside(state.version + 1)
        return exchange(&value, in: &state)
      }
      if storing != .mustWait { return storing }
      waitForModification()
    }
  }

  /// Stores a value; see ``exchange(_:alongside:)``.
  func store(_ newValue: Value, alongside: (UInt64) -> Void = { _ in }) -> Storing {
    var value = newValue
    return exchange(&value, alongside: alongside)
  }

  /// Stores a value and sends it.
  @inline(__always)
  func set(_ newValue: Value) {
    var value = newValue
    send(newValue, exchange(&value))
  }

  /// Sends a stored value, or leaves it to the thread that is delivering. Call it without a lock.
  @inline(__always)
  func send(_ value: Value, _ storing: Storing) {
    if storing == .mustDeliver {
      core.deliver(value)
      core.leave()
    } else {
      core.relieve()
    }
  }

  /// Sends the terminal event after the stored values. An observer that joins later gets it after the kept values.
  func end(_ termination: Termination<Error>) {
    let ending = Place<Termination<Error>>()
    ending.set(termination)
    state.withLock { $0.ending = ending }
    core.end(termination)
  }

  /// Starts an observer, which gets the kept values, then each change, then the terminal event.
  ///
  /// - Parameter owner: An object that the observer keeps alive while it observes.
  func join(_ output: Signal<Value, Error>.Core, keeping owner: (any AnyObject & Sendable)? = nil) {
    // Inside the gate of the output, changes that other threads make meanwhile queue up behind the first values.
    output.perform { [self] in
      let first = ValueQueue<Value>()
      typealias Joined = (subscription: Disposable?, ending: AnyPlace?)
      let joined: Joined = state.withLock { state in
        first.append(contentsOf: kept)
        if let ending = state.ending { return (nil, ending) }
        let sink = Signal<Value, Error>.JoinSink(core, after: state.version, output: output)
        return (core.attachUnlessOver(sink), nil)
      }
      while !first.isEmpty { output.deliver(first.takeFirst()) }
      if let ending = joined.ending { return output.terminate(ending.value()) }
      guard let subscription = joined.subscription else { return output.terminate(.completed) }
      if let owner {
        output.setUpstream(
          AnyDisposable {
            subscription.dispose()
            withExtendedLifetime(owner) {}
          })
      } else {
        output.setUpstream(subscription)
      }
    }
  }

  @inline(__always)
  private func exchange(_ value: inout Value, in state: inout Bookkeeping) -> Storing {
    let newValue = value
    if capacity == 1, !kept.isEmpty { kept.swapFirst(with: &value) } else { keep(&value) }
    state.version &+= 1
    return core.enterOrLeave(newValue) ? .mustDeliver : .isDeliveredByOthers
  }

  /// Appends a value to the kept ones, and leaves the value that is no longer kept in the argument.
  @inline(never)
  private func keep(_ value: inout Value) {
    guard capacity > 0 else { return }
    kept.append(value)
    if kept.count > capacity { value = kept.takeFirst() }
  }
}

// MARK: The current value of a property

/// A value, and the core that its changes go through.
typealias PropertyStorage<Value: Sendable> = ValueStorage<Value, Never>

extension ValueStorage where Error == Never {
  /// The current value.
  var value: Value { state.withLock { _ in kept.newest } }

  /// The current value with its version.
  var valueAndVersion: (value: Value, version: UInt64) { state.withLock { (kept.newest, $0.version) } }

  /// Calls `body`, which must not call a user's code, with the version of the current value, which stands meanwhile.
  @discardableResult
  func withVersion<Result: Sendable>(_ body: (UInt64) -> Result) -> Result {
    state.withLock { body($0.version) }
  }

  /// Stores a value if `isWanted`, which must not call a user's code, says so of the version of the current one.
  ///
  /// - Returns: What ``store(_:alongside:)`` returns; nil if the value is not wanted.
  func store(_ newValue: Value, if isWanted: (UInt64) -> Bool) -> Storing? {
    var value = newValue
    while true {
      let storing: Storing? = state.withLock { state in
        if state.modifier != nil { return .mustWait }
        return isWanted(state.version) ? exchange(&value, in: &state) : nil
      }
      if storing != .mustWait { return storing }
      waitForModification()
    }
  }

  /// Stores a value and sends it; returns the replaced one.
  @discardableResult
  func swap(_ newValue: Value) -> Value {
    var value = newValue
    send(newValue, exchange(&value))
    return value
  }

  /// Changes the value atomically and sends it.
  ///
  /// The closure may read the property, which still has the old value, but not change it. If it throws, the value does
  /// not change. Other threads that change the property wait until the closure has returned, so it must not wait for
  /// them.
  func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    lockModification()
    state.withLock { $0.modifier = .current }
    // No other thread changes it now.
    var value = kept.newest
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
    send(newValue, storing)
    return result
  }

  /// Changes the value in one short step, and sends it.
  ///
  /// - Parameter change: Must not call a user's code. Returns whether it has changed the value.
  func adjust(_ change: (inout Value) -> Bool) {
    while true {
      typealias Adjustment = (storing: Storing?, value: Value)
      let adjustment: Adjustment = state.withLock { state in
        var value = kept.newest
        if state.modifier != nil { return (.mustWait, value) }
        guard change(&value) else { return (nil, value) }
        var exchanged = value
        return (exchange(&exchanged, in: &state), value)
      }
      guard let storing = adjustment.storing else { return }
      if storing != .mustWait { return send(adjustment.value, storing) }
      waitForModification()
    }
  }
}

extension ValueStorage {
  /// Waits until the closure that is modifying the value has returned.
  @inline(never)
  private func waitForModification() {
    lockModification()
    modification.unlock()
  }

  private func lockModification() {
    let modifier = state.withLock { $0.modifier }
    precondition(
      modifier != ThreadID.current,
      "A property must not be changed from inside the closure that is modifying it.")
    modification.lock()
  }
}

/// Declared outside of the storage, where it would depend on the type of the value.
private struct Bookkeeping {
  /// The number of values stored after the initial ones.
  var version: UInt64 = 0
  /// The thread whose closure is changing the value.
  var modifier: ThreadID?
  /// The terminal event, once it has been sent.
  var ending: AnyPlace?
}

/// The outcome of an attempt to store a value.
enum Storing {
  case mustWait
  case mustDeliver
  case isDeliveredByOthers
}
