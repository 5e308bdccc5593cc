import Synchronization

/// The part of a signal's core that is the same whatever its values are: who observes it, and how long it lives.
///
/// It stands apart because of how Swift compiles generic code: what is not specialised asks the runtime for the type
/// of everything it handles that depends on a type parameter, and each question takes as long as delivering ten values.
/// What knows no type parameter need not ask.
///
/// Adding and removing an observer takes constant time on average, however many there are: see ``Attachments``.
// Unchecked: `onlySlot`, `slots`, `slotCount`, `slotCapacity`, `vacancy` and `deliveryCount` are guarded by the gate, as
// said there; all else is a lock or an atomic.
class Audience: Gate, @unchecked Sendable {
  /// The gate of the signal that this core is derived from; nil where the core is its own.
  private let inheritedGate: Gate?

  /// Stands here because what is above it, in the gate, must not lie beside what is below.
  private let shared: Locked<Shared>

  /// Whether `slots` no longer are who observes. Set with `shared`'s lock held.
  final let isStale = Atomic<Bool>(false)

  /// The observer, where there is one only, as mostly there is. Guarded by the gate, and changed only between deliveries;
  /// so are those below.
  private(set) final var onlySlot: Slot?
  /// Memory for `slotCapacity` slots, of which the first `slotCount` are in use: none, where there is one observer. Each
  /// stands for the attachment at the same index, or for `vacancy` where there is none any more.
  private(set) final var slots: UnsafeMutablePointer<Slot>?
  private(set) final var slotCount = 0
  private final var slotCapacity = 0
  /// An observer that does nothing with values.
  private final lazy var vacancy = Attachment(sink: makeIdleSink(), subscription: Subscription(nil))

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
    var attachments = Attachments()
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

    var all: ContiguousArray<Attachment> { first.map { [$0] + others } ?? [] }
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
      // At the end all are removed at once.
      guard let attachment = shared.attachments.remove(subscription) else { return nil }
      shared.departed.append(attachment)
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

  /// Whether there may be somebody to deliver to.
  final var mayBeObserved: Bool { isStale.load(ordering: .relaxed) || onlySlot != nil || slotCount > 0 }

  /// Whom the end has to be told to, and what to dispose of then.
  typealias Leaving = (attachments: Attachments, upstream: Disposable?, isCut: Bool)

  /// Decides that the end has come; nil if it had before.
  final func leaveAll() -> Leaving? {
    onlySlot = nil
    slotCount = 0
    return shared.withLock { shared in
      if shared.isOver { return nil }
      shared.isOver = true
      isStale.store(true, ordering: .releasing)
      defer {
        shared.attachments = Attachments()
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
    shared.withLock { shared in
      isStale.store(false, ordering: .relaxed)
      if shared.isCut {
        removeAllSlots()
      } else if shared.attachments.isOutOfStep {
        shared.attachments.compact()
        removeAllSlots()
        appendSlots(for: shared.attachments)
      } else {
        for attachment in shared.departed.all { vacateSlot(of: attachment.subscription) }
        appendSlots(for: shared.attachments)
      }
      defer { shared.departed = Departed() }
      return shared.departed
    }
  }

  private func removeAllSlots() {
    onlySlot = nil
    slotCount = 0
  }

  /// Makes the slots for those attachments that have none yet.
  private func appendSlots(for attachments: Attachments) {
    let count = attachments.count
    if count == 1, let only = attachments[0] {
      onlySlot = Slot(only)
      return
    }
    onlySlot = nil
    if count > slotCapacity || slotCapacity > max(64, 4 * count) { resizeSlots(for: count) }
    guard let slots else { return }
    for index in slotCount..<count { (slots + index).initialize(to: Slot(attachments[index] ?? vacancy)) }
    slotCount = count
  }

  private func resizeSlots(for count: Int) {
    slotCapacity = 2 * count
    let resized = UnsafeMutablePointer<Slot>.allocate(capacity: slotCapacity)
    if let slots {
      resized.moveInitialize(from: slots, count: slotCount)
      slots.deallocate()
    }
    slots = resized
  }

  private func vacateSlot(of subscription: Subscription) {
    // What came and went since the last time has no slot.
    if let slots, subscription.index < slotCount { slots[subscription.index] = Slot(vacancy) }
  }

  /// A sink that does nothing, for what the subclass sends.
  func makeIdleSink() -> AnySink {
    preconditionFailure("an audience's subclass knows what is sent")
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
