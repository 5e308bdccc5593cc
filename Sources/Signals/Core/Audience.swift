import Synchronization

/// The part of a signal's core that is the same whatever its values are: who observes it, and how long it lives.
///
/// It stands apart because of how Swift compiles generic code: what is not specialised asks the runtime for the type
/// of everything it handles that depends on a type parameter, and each question takes as long as delivering ten values.
/// What knows no type parameter need not ask.
// Unchecked: `onlySlot`, `slots`, `slotCount`, `slotCapacity` and `deliveryCount` are guarded by the gate, as said
// there; all else is a lock or an atomic.
class Audience: Gate, @unchecked Sendable {
  /// The gate of the signal that this core is derived from; nil where the core is its own.
  private let inheritedGate: Gate?

  /// Stands here because what is above it, in the gate, must not lie beside what is below.
  private let shared: Locked<Shared>

  /// Whether `slots` no longer are who observes. Set with `shared`'s lock held.
  final let isStale = Atomic<Bool>(false)

  /// The observer, where there is one only, as mostly there is. Guarded by the gate, and changed only between deliveries;
  /// so are the three below.
  private(set) final var onlySlot: Slot?
  /// Memory for `slotCapacity` slots, of which the first `slotCount` are in use: none, where there is one observer.
  private(set) final var slots: UnsafeMutablePointer<Slot>?
  private(set) final var slotCount = 0
  private final var slotCapacity = 0

  /// How many values have been delivered or are being delivered. Guarded by the gate.
  final var deliveryCount: UInt64 = 0

  /// Points to the parts of an attachment, so that delivering neither retains nor locks. What it points to is kept by
  /// `attachments`, or by `departed` until the slots have been renewed.
  struct Slot {
    let sink: Unmanaged<AnySink>
    let subscription: Unmanaged<Subscription>

    fileprivate init(_ attachment: Attachment) {
      sink = .passUnretained(attachment.sink)
      subscription = .passUnretained(attachment.subscription)
    }
  }

  private struct Shared {
    var attachments = ContiguousArray<Attachment>()
    var departed = Departed()
    /// What keeps the events coming; disposed of at the end.
    var upstream: Disposable?
    /// Whether the end has come, or been decided.
    var isOver = false
    /// Whether values are held back because the end has been asked for from outside.
    var isCut = false
    /// Whether somebody still holds the `Signal`.
    var isReachable = true
  }

  /// Attachments that have been removed, but that slots may still point to. Mostly it is one: that takes no memory.
  private struct Departed {
    var first: Attachment?
    var others = ContiguousArray<Attachment>()

    mutating func append(_ attachment: Attachment) {
      if first == nil { first = attachment } else { others.append(attachment) }
    }
  }

  init(gate: Gate?, upstream: Disposable?) {
    inheritedGate = gate
    var shared = Shared()
    shared.upstream = upstream
    self.shared = Locked(shared)
  }

  deinit {
    slots?.deallocate()
  }

  /// The gate that the events pass through.
  final var gate: Gate { inheritedGate ?? self }

  /// Whether the end has come, or has been asked for from outside.
  final var isEnding: Bool { shared.withLock { $0.isOver || $0.isCut } }

  /// Adds an observer, or returns nil if the end has come.
  final func attachUnlessOver(_ sink: sending AnySink) -> Disposable? {
    let attachment = Attachment(sink: sink, subscription: Subscription(self))
    return add(attachment) ? attachment.subscription : nil
  }

  final func add(_ attachment: Attachment) -> Bool {
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
  final func remove(_ subscription: Subscription) {
    let upstream: Disposable? = shared.withLock { shared in
      guard let index = shared.attachments.firstIndex(where: { $0.subscription === subscription }) else { return nil }
      shared.departed.append(shared.attachments.remove(at: index))
      isStale.store(true, ordering: .releasing)
      return endIfUnobserved(&shared)
    }
    discardStaleSlots()
    upstream?.dispose()
  }

  /// Notes that nobody holds the `Signal` any more.
  final func becomeUnreachable() {
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
  final var stageFeed: StageFeed? { shared.withLock { $0.upstream as? StageFeed } }

  /// Names what to dispose of at the end; if that has come already, it is done now.
  final func setUpstream(_ upstream: Disposable?) {
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

  /// Holds values back from now on, those in the backlog too, and turns the terminal event into `interrupted`.
  ///
  /// - Returns: Whether that event is still to come.
  @discardableResult
  final func cut() -> Bool {
    let (isToCome, isCutNow) = shared.withLock { shared in
      if shared.isOver || shared.isCut { return (!shared.isOver, false) }
      shared.isCut = true
      isStale.store(true, ordering: .releasing)
      return (true, true)
    }
    if isCutNow { discardStaleSlots() }
    return isToCome
  }

  // MARK: From inside the gate

  /// Whom the end has to be told to, and what to dispose of then.
  typealias Leaving = (attachments: ContiguousArray<Attachment>, upstream: Disposable?, isCut: Bool)

  /// Decides that the end has come; nil if it had before.
  final func leaveAll() -> Leaving? {
    onlySlot = nil
    slotCount = 0
    return shared.withLock { shared in
      if shared.isOver { return nil }
      shared.isOver = true
      isStale.store(true, ordering: .releasing)
      defer {
        shared.attachments = []
        shared.upstream = nil
      }
      return (shared.attachments, shared.upstream, shared.isCut)
    }
  }

  /// Whether the observer in `slot` has been detached, or values are held back from all.
  @inline(never)
  final func hasLeft(_ slot: Slot) -> Bool {
    slot.subscription._withUnsafeGuaranteedRef { $0.isDisposed } || shared.withLock { $0.isCut }
  }

  /// Takes over who observes now.
  @inline(never)
  final func refreshSlots() {
    withExtendedLifetime(renewSlots()) {}
  }

  /// Takes over who observes now, and returns who has gone since the last time, to be released outside of any lock.
  private func renewSlots() -> Departed {
    typealias Change = (current: ContiguousArray<Attachment>, departed: Departed)
    let change: Change = shared.withLock { shared in
      isStale.store(false, ordering: .relaxed)
      defer { shared.departed = Departed() }
      return (shared.isCut ? [] : shared.attachments, shared.departed)
    }
    let count = change.current.count
    onlySlot = count == 1 ? Slot(change.current[0]) : nil
    slotCount = count > 1 ? count : 0
    if slotCount > slotCapacity {
      slots?.deallocate()
      slotCapacity = max(count, 2 * slotCapacity)
      slots = .allocate(capacity: slotCapacity)
    }
    if let slots {
      for index in 0..<slotCount { (slots + index).initialize(to: Slot(change.current[index])) }
    }
    return change.departed
  }

  /// Lets go at once of observers that have been detached, without waiting for the next event.
  private func discardStaleSlots() {
    var released = Departed()
    gate.withGateAtRest {
      released = renewSlots()
    } orEnqueue: {
      if self.isStale.load(ordering: .relaxed) { self.refreshSlots() }
    }
    withExtendedLifetime(released) {}
  }
}
