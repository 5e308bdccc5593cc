import Synchronization

// How the parts of a signal hold each other (→ strong):
//
//   Signal ───────► Core ◄────────────── Signal.Observer (the input)
//                   │  ▲
//       observed by │  │ until detached
//                   ▼  │
//                  Sink, Subscription ◄── the observer, which may dispose
//
// The `Signal` that a user holds is a handle. When it is gone and there is no observer, the core disposes of its
// upstream; when the last input is gone, the core is interrupted. Either breaks the circle between core and
// subscriptions.

extension Signal {
  /// The part of a signal that events pass through.
  ///
  /// A core that events enter from outside is its own ``Gate``. A core derived from one other signal has that signal's
  /// gate, and its operator calls ``deliver(_:)`` directly.
  // Unchecked as its superclasses are; it adds nothing that is stored.
  final class Core: Audience, @unchecked Sendable {
    /// A core with the given gate, or with its own when `gate` is nil.
    override init(gate: Gate? = nil, upstream: Disposable? = nil) {
      super.init(gate: gate, upstream: upstream)
    }

    // MARK: Where this core is its own gate

    /// A function of its own, so that the path through a free gate stays short.
    @inline(never)
    fileprivate func enterTakenGateOrEnqueue(_ value: Value) -> Bool {
      let entry = enterTakenGate(orLeave: value)
      if entry == .backlogged { relieve() }
      // The thread that merges the gate delivers directly. For any other thread this is enqueued as work.
      if entry == .merged { return enterOrEnqueue { self.deliver(value) } }
      return entry == .entered
    }

    /// For callers that hold a lock and therefore must not relieve the thread inside.
    @inline(never)
    fileprivate func enterTakenGateOrLeave(_ value: Value) -> Bool {
      enterTakenGate(orLeave: value) == .entered
    }

    @inline(__always)
    private func enterTakenGate(orLeave value: Value) -> Entry {
      entrance.withLock { _ in
        let entry = enterOrMarkBacklog()
        if entry == .backlogged { append(value) }
        return entry
      }
    }

    @inline(__always)
    private func append(_ value: Value) {
      if Arrival.isAwaited {
        append { self.deliver(value) }
      } else {
        backlog(reachBacklog()) { $0.append(value) }
      }
    }

    override func makeBacklog() -> AnyBacklog { Backlog<Value>() }

    override func makeIdleSink() -> AnySink { Signal.Sink() }

    #if DEBUG
      override var typeName: String { "Signal<\(Value.self), \(Error.self)>" }
    #endif

    /// Calls `body` with a backlog, which only ``makeBacklog()`` makes.
    private func backlog(_ any: Unmanaged<AnyBacklog>, _ body: (Backlog<Value>) -> Void) {
      any._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Backlog<Value>.self)) }
    }

    /// The capacity of the backlogs. Read it only while nothing is sent.
    var keptBacklogCapacity: Int {
      [taken, entrance.withLock { _ in reachBacklog() }].compactMap { $0 }.reduce(0) { sum, any in
        var capacity = 0
        backlog(any) { capacity = $0.capacity }
        return sum + capacity
      }
    }

    override func drain() {
      if takeBacklog() { continueDraining() }
    }

    override func continueDraining() {
      var patience = Gate.patience
      repeat {
        guard let taken else { return }
        var isDone = false
        backlog(taken) { isDone = $0.workOff(for: &patience, orUntil: { isRelieved() }, { deliver($0) }) }
        // Another thread is inside now.
        if !isDone { return }
        if isTakenFromOthers { linger() }
      } while takeBacklog()
    }

    /// Gives other threads that are leaving values the time to leave more than one. Moving the cache lines from one
    /// processor to the other costs both sides more than the delivery. Lasts some three tenths of a microsecond;
    /// without it, two threads that send as fast as they can take more than twice as long.
    private func linger() {
      for _ in 0..<1000 { _ = isStale.load(ordering: .relaxed) }
    }
  }
}

// MARK: Sending, from anywhere

extension Signal.Core {
  /// Sends a value through the gate.
  func send(_ value: Value) {
    if enterOrEnqueue(value) {
      deliver(value)
      leave()
    }
  }

  /// Enters the gate to deliver `value` (true), or leaves it to the thread that is inside (false).
  func enterOrEnqueue(_ value: Value) -> Bool {
    tryEnter() || enterTakenGateOrEnqueue(value)
  }

  /// Enters the gate to deliver `value` (true), or leaves it to the thread inside (false) without taking over from it,
  /// which would be a delivery. For callers that hold a lock; after releasing it they must call ``relieve()``.
  ///
  /// - Precondition: The gate has not been merged into another.
  @inline(__always)
  func enterOrLeave(_ value: Value) -> Bool {
    tryEnter() || enterTakenGateOrLeave(value)
  }

  /// Ends the signal. A failure or a completion goes out after the values that were sent before; an interruption
  /// overtakes waiting values.
  func end(_ termination: Termination<Error>) {
    if case .interrupted = termination { interrupt() } else { endInTurn(termination) }
  }

  /// Ends the signal after the values that were sent before it.
  func endInTurn(_ termination: Termination<Error>) {
    if tryEnter() || enterOrEnqueue({ self.terminate(termination) }) {
      terminate(termination)
      leave()
    }
  }

  /// Sends any event through the gate.
  func send(event: Signal.Event) {
    switch event {
    case .value(let value): send(value)
    case .failed(let error): end(.failed(error))
    case .completed: end(.completed)
    case .interrupted: end(.interrupted)
    }
  }

  /// Interrupts the signal. Values that have not been delivered yet are dropped.
  func interrupt() {
    cut()
    gate.perform { self.terminate(.interrupted) }
  }

  /// Adds an observer. After the end of the signal the observer gets one `interrupted`, and nil is returned.
  @discardableResult
  func attach(_ sink: sending Signal.Sink) -> Disposable? {
    let attachment = Attachment(sink: sink, subscription: Subscription(self))
    if add(attachment) { return attachment.subscription }
    // Not through the gate: this sink is not shared, and from inside a delivery the event would come late.
    interrupt(attachment)
    return nil
  }

  @inline(never)
  private func interrupt(_ attachment: Attachment) {
    // Only sinks of this signal's type are attached to it.
    unsafeDowncast(attachment.sink, to: Signal.Sink.self).terminate(.interrupted)
  }
}

// MARK: Delivering, from inside the gate

extension Signal.Core {
  /// Delivers a value to all observers. Call it only from inside the gate.
  func deliver(_ value: Value) {
    if isStale.load(ordering: .relaxed) { refreshSlots() }
    deliveryCount &+= 1
    // As the last statement, the call to a single observer costs little more than a jump.
    if let onlySlot, !isStale.load(ordering: .relaxed) {
      hand(value, to: onlySlot)
    } else {
      deliverWithCare(value)
    }
  }

  /// Delivers a value to each observer that has not been detached during the delivery.
  @inline(never)
  private func deliverWithCare(_ value: Value) {
    if let onlySlot {
      if !hasLeft(onlySlot) { hand(value, to: onlySlot) }
      return
    }
    guard var slot = slots else { return }
    // Slots are replaced only between deliveries.
    let end = slot + slotCount
    while slot < end {
      if !isStale.load(ordering: .relaxed) || !hasLeft(slot.pointee) { hand(value, to: slot.pointee) }
      slot += 1
    }
  }

  @inline(__always)
  private func hand(_ value: Value, to slot: Slot) {
    // Only sinks of this signal's type are attached to it, and the audience keeps them alive while they have a slot.
    slot.sink._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Signal.Sink.self).receive(value)
    }
  }

  /// Ends the signal: delivers the last event, then releases all observers. Call it only from inside the gate.
  func terminate(_ termination: Termination<Error>) {
    guard let leaving = leaveAll() else { return }
    let last = leaving.isCut ? .interrupted : termination
    for attachment in leaving.attachments where attachment.subscription.detach() != nil {
      unsafeDowncast(attachment.sink, to: Signal.Sink.self).terminate(last)
    }
    refreshSlots()
    leaving.upstream?.dispose()
  }
}
