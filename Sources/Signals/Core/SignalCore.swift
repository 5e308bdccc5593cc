import Synchronization

// How the parts of a signal hold each other (→ strong):
//
//   Signal ───────► Core ◄────────────── Signal.Observer (the input)
//                   │  ▲
//       observed by │  │ until detached
//                   ▼  │
//                  Sink, Subscription ◄── whoever observes and may dispose
//
// The `Signal` a user holds is a handle. When it is gone and nobody observes, the core lets go of what is upstream;
// when the last input is gone, the core is interrupted. Either breaks the circle between core and subscriptions.

extension Signal {
  /// The part of a signal that events go through.
  ///
  /// A core that events enter from outside is its own ``Gate``. A core derived from one other signal has that signal's
  /// gate, and its operator calls ``deliver(_:)`` straight away.
  // Unchecked: properties that are not atomic are guarded by the gate or stand behind `shared`'s lock, as said at each.
  final class Core: Gate, @unchecked Sendable {
    /// The gate of the signal that this core is derived from; nil where the core is its own.
    private let inheritedGate: Gate?

    /// Whether `slots` no longer tell who observes. Set with `shared`'s lock held.
    private let isStale = Atomic<Bool>(false)

    /// Whom to deliver to: unretained pointers to the sinks in `observed`, so that delivering neither retains nor
    /// locks. Guarded by the gate, and replaced only between deliveries.
    private var slots: UnsafeMutablePointer<Slot>?
    private var slotCount = 0
    private var slotCapacity = 0
    /// Keeps alive what `slots` point to. Guarded by the gate.
    private var observed = ContiguousArray<Attachment>()

    /// How many values have been delivered or are being delivered. Guarded by the gate.
    private(set) var deliveryCount: UInt64 = 0

    private let shared: Locked<Shared>
    /// Taken before `shared`'s lock where both are.
    private let backlog = Locked(Backlog())

    private struct Slot {
      var sink: UnsafeRawPointer
      var subscription: UnsafeRawPointer
    }

    /// An observer and the token that detaches it.
    // Unchecked: the sink is called only from inside the gate.
    private struct Attachment: @unchecked Sendable {
      let sink: Sink
      let subscription: Subscription
    }

    private enum Entry: Sendable {
      case value(Value)
      case termination(Termination<Error>)
      case work(@Sendable () -> Void)
    }

    /// Work left by those who found the gate taken.
    private struct Backlog {
      var entries = ContiguousArray<Entry>()
      /// An empty array whose capacity the next entries take over.
      var spare = ContiguousArray<Entry>()
    }

    private struct Shared {
      var attachments = ContiguousArray<Attachment>()
      /// What keeps the events coming; disposed of at the end.
      var upstream: Disposable?
      /// Whether the end has come, or been decided.
      var isOver = false
      /// Whether values are held back because the end has been asked for from outside.
      var isCut = false
      /// Whether somebody still holds the `Signal`.
      var isReachable = true
    }

    /// A core with the given gate, or, without one, with its own.
    init(gate: Gate? = nil, upstream: Disposable? = nil) {
      inheritedGate = gate
      var shared = Shared()
      shared.upstream = upstream
      self.shared = Locked(shared)
    }

    deinit {
      slots?.deallocate()
    }

    /// The gate that this core's events pass through.
    var gate: Gate { inheritedGate ?? self }

    // MARK: The backlog, where this core is its own gate

    override func enterOrEnqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
      enterOrEnqueue(.work(work))
    }

    override func withGateAtRest(_ body: () -> Void, orEnqueue work: @escaping @Sendable () -> Void) {
      backlog.withLock { backlog in
        // A sender that comes meanwhile finds the gate taken and waits for the lock to enqueue: then it is free.
        if enterOrMarkBacklog() {
          body()
          free()
        } else {
          backlog.entries.append(.work(work))
        }
      }
    }

    override func drain() {
      while var entries = nextBacklog() {
        for entry in entries {
          switch entry {
          case .value(let value): deliver(value)
          case .termination(let termination): terminate(termination)
          case .work(let work): work()
          }
        }
        entries.removeAll(keepingCapacity: true)
        backlog.withLock { $0.spare = entries }
      }
    }

    /// What came into the backlog; nil after freeing the gate when there was nothing.
    private func nextBacklog() -> ContiguousArray<Entry>? {
      backlog.withLock { backlog in
        if backlog.entries.isEmpty {
          free()
          return nil
        }
        defer {
          backlog.entries = backlog.spare
          backlog.spare = []
        }
        return backlog.entries
      }
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

  /// Goes in (true) to deliver `value`, or leaves it to whoever is inside (false).
  func enterOrEnqueue(_ value: Value) -> Bool {
    tryEnter() || enterOrEnqueue(.value(value))
  }

  /// Ends the signal, in turn with the values that were sent before.
  func end(_ termination: Termination<Error>) {
    if tryEnter() || enterOrEnqueue(.termination(termination)) {
      terminate(termination)
      leave()
    }
  }

  /// Holds values back from now on, those in the backlog too, and turns the terminal event into `interrupted`.
  func cut() {
    let isCutNow = shared.withLock { shared in
      if shared.isOver || shared.isCut { return false }
      shared.isCut = true
      isStale.store(true, ordering: .releasing)
      return true
    }
    if isCutNow { discardStaleSlots() }
  }

  /// Interrupts on behalf of somebody outside: values that have not been delivered by now never are.
  func interrupt() {
    cut()
    gate.perform { self.terminate(.interrupted) }
  }
}

// MARK: Delivering, from inside the gate

extension Signal.Core {
  /// Hands a value to all who observe. Call it only from inside the gate.
  func deliver(_ value: Value) {
    if isStale.load(ordering: .relaxed) { refreshSlots() }
    deliveryCount &+= 1
    guard let slots else { return }
    var index = 0
    while index < slotCount {
      let slot = slots[index]
      index += 1
      // Whoever was detached while this value is on its way does not get it any more.
      if isStale.load(ordering: .relaxed), hasLeft(slot) { continue }
      // The sink is alive: `observed` holds it, and changes only between deliveries.
      Unmanaged<Signal.Sink>.fromOpaque(slot.sink)._withUnsafeGuaranteedRef { $0.receive(value) }
    }
  }

  /// Ends the signal: the last event goes out, then all are let go of. Call it only from inside the gate.
  func terminate(_ termination: Termination<Error>) {
    typealias Leaving = (attachments: ContiguousArray<Attachment>, upstream: Disposable?, isCut: Bool)
    let leaving: Leaving? = shared.withLock { shared in
      if shared.isOver { return nil }
      shared.isOver = true
      isStale.store(true, ordering: .releasing)
      defer {
        shared.attachments = []
        shared.upstream = nil
      }
      return (shared.attachments, shared.upstream, shared.isCut)
    }
    guard let leaving else { return }
    let last = leaving.isCut ? .interrupted : termination
    for attachment in leaving.attachments where attachment.subscription.detach() != nil {
      attachment.sink.terminate(last)
    }
    refreshSlots()
    leaving.upstream?.dispose()
  }

  private func hasLeft(_ slot: Slot) -> Bool {
    if shared.withLock({ $0.isCut }) { return true }
    // Alive for the same reason as the sink.
    return Unmanaged<Subscription>.fromOpaque(slot.subscription)._withUnsafeGuaranteedRef { $0.isDisposed }
  }

  /// Takes over who observes now.
  private func refreshSlots() {
    let released = takeOverObservers()
    withExtendedLifetime(released) {}
  }

  /// Takes over who observes now, and returns who did before, to be released outside of any lock.
  private func takeOverObservers() -> ContiguousArray<Attachment> {
    var current = shared.withLock { shared in
      isStale.store(false, ordering: .relaxed)
      return shared.isCut ? [] : shared.attachments
    }
    if current.count > slotCapacity {
      slots?.deallocate()
      slotCapacity = max(current.count, 2 * slotCapacity)
      slots = .allocate(capacity: slotCapacity)
    }
    slotCount = current.count
    if let slots {
      for (index, attachment) in current.enumerated() {
        let sink = UnsafeRawPointer(Unmanaged.passUnretained(attachment.sink).toOpaque())
        let subscription = UnsafeRawPointer(Unmanaged.passUnretained(attachment.subscription).toOpaque())
        (slots + index).initialize(to: Slot(sink: sink, subscription: subscription))
      }
    }
    swap(&observed, &current)
    return current
  }

  /// Lets go at once of observers that have been detached, without waiting for the next event.
  private func discardStaleSlots() {
    var released: ContiguousArray<Attachment> = []
    gate.withGateAtRest {
      released = takeOverObservers()
    } orEnqueue: {
      if self.isStale.load(ordering: .relaxed) { self.refreshSlots() }
    }
    withExtendedLifetime(released) {}
  }
}

// MARK: Observers and lifetime

extension Signal.Core {
  /// Whether the end has come, or has been asked for from outside.
  var isEnding: Bool { shared.withLock { $0.isOver || $0.isCut } }

  /// Adds an observer. After the end, it gets one `interrupted` instead, and nil is returned.
  @discardableResult
  func attach(_ sink: sending Signal.Sink) -> Disposable? {
    let attachment = Attachment(sink: sink, subscription: Subscription(self))
    if add(attachment) { return attachment.subscription }
    // Not through the gate: nobody else knows this sink, and from inside a delivery it would come late.
    attachment.sink.terminate(.interrupted)
    return nil
  }

  /// Adds an observer, or returns nil if the end has come.
  func attachUnlessOver(_ sink: sending Signal.Sink) -> Disposable? {
    let attachment = Attachment(sink: sink, subscription: Subscription(self))
    return add(attachment) ? attachment.subscription : nil
  }

  private func add(_ attachment: Attachment) -> Bool {
    let isAdded = shared.withLock { shared in
      if shared.isOver { return false }
      shared.attachments.append(attachment)
      isStale.store(true, ordering: .releasing)
      return true
    }
    if !isAdded { _ = attachment.subscription.detach() }
    return isAdded
  }

  /// Removes the observer that `subscription` stands for.
  fileprivate func remove(_ subscription: Subscription) {
    typealias Removed = (attachment: Attachment, upstream: Disposable?)
    let removed: Removed? = shared.withLock { shared in
      guard let index = shared.attachments.firstIndex(where: { $0.subscription === subscription }) else { return nil }
      let attachment = shared.attachments.remove(at: index)
      isStale.store(true, ordering: .releasing)
      return (attachment, isUnobserved(&shared))
    }
    discardStaleSlots()
    removed?.upstream?.dispose()
  }

  /// Notes that nobody holds the `Signal` any more.
  func becomeUnreachable() {
    shared.withLock { shared in
      shared.isReachable = false
      return isUnobserved(&shared)
    }?.dispose()
  }

  /// Ends a core that nobody can hear or reach any more, and returns what has to be disposed of.
  private func isUnobserved(_ shared: inout Shared) -> Disposable? {
    guard !shared.isReachable, shared.attachments.isEmpty, !shared.isOver else { return nil }
    shared.isOver = true
    defer { shared.upstream = nil }
    return shared.upstream
  }

  /// Names what to dispose of at the end; if that has come already, it is done now.
  func setUpstream(_ upstream: Disposable?) {
    guard let upstream else { return }
    let isOver = shared.withLock { shared in
      if !shared.isOver { shared.upstream = upstream }
      return shared.isOver
    }
    if isOver { upstream.dispose() }
  }

  /// One observation of a signal; disposing of it ends only that one.
  // Unchecked: `core` is touched only by whoever turns `hasLeft` to true, and before that it does not change.
  fileprivate final class Subscription: Disposable, @unchecked Sendable {
    private let hasLeft = Atomic<Bool>(false)
    private var core: Signal.Core?

    init(_ core: Signal.Core) {
      self.core = core
    }

    var isDisposed: Bool { hasLeft.load(ordering: .acquiring) }

    func dispose() {
      if let core = detach() { core.remove(self) }
    }

    /// Marks the observation as ended; returns the core to the first who does so.
    func detach() -> Signal.Core? {
      if hasLeft.exchange(true, ordering: .acquiringAndReleasing) { return nil }
      defer { core = nil }
      return core
    }
  }
}

// MARK: The backlog

extension Signal.Core {
  private func enterOrEnqueue(_ entry: Entry) -> Bool {
    backlog.withLock { backlog in
      if enterOrMarkBacklog() { return true }
      backlog.entries.append(entry)
      return false
    }
  }
}
