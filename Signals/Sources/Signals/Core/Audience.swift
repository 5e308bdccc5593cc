import Synchronization

/// The part of a signal's core that does not depend on the type of its values: the observers, and how long the core
/// lives.
///
/// It is a type of its own because of how Swift compiles generic code. Code that is not specialised asks the runtime
/// for every type that depends on a type parameter, and each request takes as long as delivering ten values. A type
/// without type parameters needs no such request.
///
/// Adding and removing an observer takes constant time on average, however many there are: see ``Attachments``.
// Unchecked: the gate guards `onlySlot`, `slots`, `slotCount`, `slotCapacity`, `vacancy` and `deliveryCount`, as said
// there; all other state is a lock or an atomic.
class Audience: Gate, @unchecked Sendable {
  /// The gate of the signal that this core is derived from; nil when the core has its own gate.
  private let inheritedGate: Gate?

  /// Declared here, because the gate's properties above it must not lie in memory beside the properties below it.
  private let shared: Locked<Shared>

  /// Whether the observers have changed since `slots` were made. Set with `shared`'s lock held.
  final let isStale = Atomic<Bool>(false)

  /// The observer when there is only one, the usual case. Guarded by the gate, and changed only between deliveries, as
  /// are the properties below.
  private(set) final var onlySlot: Slot?
  /// Memory for `slotCapacity` slots, of which the first `slotCount` are in use; nil when there is one observer. Each
  /// slot stands for the attachment at the same index, or for `vacancy` when that has gone.
  private(set) final var slots: UnsafeMutablePointer<Slot>?
  private(set) final var slotCount = 0
  private final var slotCapacity = 0
  /// An observer that does nothing with values.
  private final lazy var vacancy = Attachment(sink: makeIdleSink(), subscription: Subscription(nil))

  /// The number of values that have been delivered or are being delivered. Guarded by the gate.
  final var deliveryCount: UInt64 = 0

  /// Unretained references to the parts of an attachment, so that a delivery neither retains nor locks. `attachments`
  /// keeps the objects alive, or `departed` until the slots have been renewed.
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
    /// The source of the events; disposed of at the end.
    var upstream: Disposable?
    /// Whether the end has come or has been decided.
    var isOver = false
    /// Whether values are held back because the end was requested from outside.
    var isCut = false
    /// Whether the `Signal` is still referenced.
    var isReachable = true
  }

  /// Removed attachments that slots may still refer to. The usual single one takes no memory.
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
    #if DEBUG
      place = .here
    #endif
    super.init()
    #if DEBUG
      LivingCores.add(self)
    #endif
  }

  deinit {
    #if DEBUG
      LivingCores.remove(self)
    #endif
    slots?.deallocate()
  }

  #if DEBUG
    /// Where it was made, for ``living()``.
    let place: CallSite

    /// The type of the signal.
    var typeName: String { "Signal" }

    /// The observers, for ``living()``.
    final var debugObservers: [Attachment] {
      shared.withLock { shared in (0..<shared.attachments.count).compactMap { shared.attachments[$0] } }
    }
  #endif

  /// The gate that the events pass through.
  final var gate: Gate { inheritedGate ?? self }

  /// Whether the end has come or was requested from outside.
  final var isEnding: Bool { shared.withLock { $0.isOver || $0.isCut } }

  /// Adds an observer; returns nil if the end has come.
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
      // At the end all attachments are removed together.
      guard let attachment = shared.attachments.remove(subscription) else { return nil }
      shared.departed.append(attachment)
      isStale.store(true, ordering: .releasing)
      return endIfUnobserved(&shared)
    }
    discardStaleSlots()
    upstream?.dispose()
  }

  /// Notes that the `Signal` is no longer referenced.
  final func becomeUnreachable() {
    shared.withLock { shared in
      shared.isReachable = false
      return endIfUnobserved(&shared)
    }?.dispose()
  }

  /// Ends a core that is neither observed nor reachable, and returns its upstream to dispose of.
  private func endIfUnobserved(_ shared: inout Shared) -> Disposable? {
    guard !shared.isReachable, shared.attachments.isEmpty, !shared.isOver else { return nil }
    shared.isOver = true
    defer { shared.upstream = nil }
    return shared.upstream
  }

  /// The upstream of this core if that is a stage.
  final var stageFeed: StageFeed? { shared.withLock { $0.upstream as? StageFeed } }

  /// Sets the upstream that is disposed of at the end; disposes of it now if the end has come.
  final func setUpstream(_ upstream: Disposable?) {
    guard let upstream else { return }
    // The previous upstream is no longer needed; it is released outside of the lock.
    let (earlier, isOver) = shared.withLock { shared in
      if shared.isOver { return (nil as Disposable?, true) }
      defer { shared.upstream = upstream }
      return (shared.upstream, false)
    }
    withExtendedLifetime(earlier) {}
    if isOver { upstream.dispose() }
  }

  /// Holds all further values back, including those in the backlog, and turns the terminal event into `interrupted`.
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

  /// Whether there may be an observer to deliver to.
  final var mayBeObserved: Bool { isStale.load(ordering: .relaxed) || onlySlot != nil || slotCount > 0 }

  /// The observers that receive the end, and the upstream to dispose of afterwards.
  typealias Leaving = (attachments: Attachments, upstream: Disposable?, isCut: Bool)

  /// Decides that the end has come; returns nil if it had come before.
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

  /// Updates the slots to the current observers.
  @inline(never)
  final func refreshSlots() {
    withExtendedLifetime(renewSlots()) {}
  }

  /// Updates the slots to the current observers, and returns the observers that have gone since the last time, to be
  /// released outside of any lock.
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

  /// Makes slots for the attachments that have none yet.
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
    // An attachment that was added and removed since the last time has no slot.
    if let slots, subscription.index < slotCount { slots[subscription.index] = Slot(vacancy) }
  }

  /// Returns a sink of the subclass's type that does nothing.
  func makeIdleSink() -> AnySink {
    preconditionFailure("an audience's subclass knows what is sent")
  }

  /// Releases detached observers immediately, without waiting for the next event.
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
