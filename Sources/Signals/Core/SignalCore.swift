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
  // Unchecked: `audience` and `deliveryCount` are guarded by the gate, as said there; all else is a lock or an atomic.
  final class Core: Gate, @unchecked Sendable {
    /// The gate of the signal that this core is derived from; nil where the core is its own.
    private let inheritedGate: Gate?

    /// Whether `audience` no longer is who observes. Set with `shared`'s lock held.
    private let isStale = Atomic<Bool>(false)

    /// Guarded by the gate, and changed only between deliveries.
    private var audience = Audience()

    /// How many values have been delivered or are being delivered. Guarded by the gate.
    private(set) var deliveryCount: UInt64 = 0

    private let shared: Locked<Shared>
    /// Its lock is taken before `shared`'s where both are.
    private let backlog = Locked(Backlog<Entry>())

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

    /// What is left to whoever is inside the gate.
    private enum Entry: Sendable {
      case value(Value)
      case termination(Termination<Error>)
      case work(@Sendable () -> Void)
    }

    /// A core with the given gate, or, without one, with its own.
    init(gate: Gate? = nil, upstream: Disposable? = nil) {
      inheritedGate = gate
      var shared = Shared()
      shared.upstream = upstream
      self.shared = Locked(shared)
    }

    deinit {
      audience.deallocate()
    }

    /// The gate that this core's events pass through.
    var gate: Gate { inheritedGate ?? self }

    // MARK: The backlog, where this core is its own gate

    override func enterOrEnqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
      enterOrEnqueue(.work(work))
    }

    private func enterOrEnqueue(_ entry: Entry) -> Bool {
      backlog.withLock { $0.enterOrAppend(entry, at: self) }
    }

    override func withGateAtRest(_ body: () -> Void, orEnqueue work: @escaping @Sendable () -> Void) {
      backlog.withLock { $0.atRest(of: self, body, orAppend: .work(work)) }
    }

    override func drain() {
      while var entries = backlog.withLock({ $0.takeEntries(at: self) }) {
        for entry in entries {
          switch entry {
          case .value(let value): deliver(value)
          case .termination(let termination): terminate(termination)
          case .work(let work): work()
          }
        }
        entries.removeAll(keepingCapacity: true)
        backlog.withLock { $0.recycle(entries) }
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

  /// Sends any event through the gate.
  func send(event: Signal.Event) {
    switch event {
    case .value(let value): send(value)
    case .failed(let error): end(.failed(error))
    case .completed: end(.completed)
    case .interrupted: end(.interrupted)
    }
  }

  /// Holds values back from now on, those in the backlog too, and turns the terminal event into `interrupted`.
  ///
  /// - Returns: Whether that event is still to come.
  @discardableResult
  func cut() -> Bool {
    let (isToCome, isCutNow) = shared.withLock { shared in
      if shared.isOver || shared.isCut { return (!shared.isOver, false) }
      shared.isCut = true
      isStale.store(true, ordering: .releasing)
      return (true, true)
    }
    if isCutNow { discardStaleAudience() }
    return isToCome
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
    if isStale.load(ordering: .relaxed) { refreshAudience() }
    deliveryCount &+= 1
    var index = 0
    while index < audience.count {
      // Whoever was detached while this value is on its way does not get it any more.
      if !isStale.load(ordering: .relaxed) || !hasLeft(index) { audience.deliver(value, to: index) }
      index += 1
    }
  }

  private func hasLeft(_ index: Int) -> Bool {
    audience.hasLeft(index) || shared.withLock { $0.isCut }
  }

  /// Ends the signal: the last event goes out, then all are let go of. Call it only from inside the gate.
  func terminate(_ termination: Termination<Error>) {
    typealias Leaving = (attachments: ContiguousArray<Signal.Attachment>, upstream: Disposable?, isCut: Bool)
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
    refreshAudience()
    leaving.upstream?.dispose()
  }

  /// Takes over who observes now.
  private func refreshAudience() {
    withExtendedLifetime(takeOverAttachments()) {}
  }

  /// Takes over who observes now, and returns who did before, to be released outside of any lock.
  private func takeOverAttachments() -> ContiguousArray<Signal.Attachment> {
    let current = shared.withLock { shared in
      isStale.store(false, ordering: .relaxed)
      return shared.isCut ? [] : shared.attachments
    }
    return audience.replace(with: current)
  }

  /// Lets go at once of observers that have been detached, without waiting for the next event.
  private func discardStaleAudience() {
    var released: ContiguousArray<Signal.Attachment> = []
    gate.withGateAtRest {
      released = takeOverAttachments()
    } orEnqueue: {
      if self.isStale.load(ordering: .relaxed) { self.refreshAudience() }
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
    let attachment = Signal.Attachment(sink: sink, subscription: Signal.Subscription(self))
    if add(attachment) { return attachment.subscription }
    // Not through the gate: nobody else knows this sink, and from inside a delivery it would come late.
    attachment.sink.terminate(.interrupted)
    return nil
  }

  /// Adds an observer, or returns nil if the end has come.
  func attachUnlessOver(_ sink: sending Signal.Sink) -> Disposable? {
    let attachment = Signal.Attachment(sink: sink, subscription: Signal.Subscription(self))
    return add(attachment) ? attachment.subscription : nil
  }

  private func add(_ attachment: Signal.Attachment) -> Bool {
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
  func remove(_ subscription: Signal.Subscription) {
    typealias Removed = (attachment: Signal.Attachment, upstream: Disposable?)
    let removed: Removed? = shared.withLock { shared in
      guard let index = shared.attachments.firstIndex(where: { $0.subscription === subscription }) else { return nil }
      let attachment = shared.attachments.remove(at: index)
      isStale.store(true, ordering: .releasing)
      return (attachment, endIfUnobserved(&shared))
    }
    discardStaleAudience()
    removed?.upstream?.dispose()
  }

  /// Notes that nobody holds the `Signal` any more.
  func becomeUnreachable() {
    shared.withLock { shared in
      shared.isReachable = false
      return endIfUnobserved(&shared)
    }?.dispose()
  }

  /// Ends a core that nobody can hear or reach any more, and returns what has to be disposed of.
  private func endIfUnobserved(_ shared: inout Shared) -> Disposable? {
    guard !shared.isReachable, shared.attachments.isEmpty, !shared.isOver else { return nil }
    shared.isOver = true
    defer { shared.upstream = nil }
    return shared.upstream
  }

  /// What feeds this core, where that is a stage.
  var stageFeed: StageFeed? { shared.withLock { $0.upstream as? StageFeed } }

  /// Names what to dispose of at the end; if that has come already, it is done now.
  func setUpstream(_ upstream: Disposable?) {
    guard let upstream else { return }
    // What was named before has done its part; it is let go of outside of the lock.
    let (earlier, isOver) = shared.withLock { shared in
      if shared.isOver { return (nil as Disposable?, true) }
      defer { shared.upstream = upstream }
      return (shared.upstream, false)
    }
    withExtendedLifetime(earlier) {}
    if isOver { upstream.dispose() }
  }
}
