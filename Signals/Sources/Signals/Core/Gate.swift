import Synchronization

/// Keeps the events of a signal from overlapping, without making a sender wait for a delivery.
///
/// A sender that finds the gate free enters it and delivers. A sender that finds it taken, another thread or an
/// observer that sends from inside a delivery, leaves its work in the backlog and returns. The thread inside does that
/// work, in order, before it leaves. So there is no deadlock, re-entrant events do not nest, and all observers see one
/// order.
///
/// There is a gate only where events can come from several sides: at the input of a signal, and where an operator joins
/// several inputs or takes its events from a scheduler. A signal derived from one other signal shares that signal's
/// gate.
///
/// No thread is held inside for ever by other threads that keep sending; see ``isRelieved()``.
///
/// When everything that comes through a gate comes from inside another gate, it can be merged into that gate: from then
/// on the thread inside the other gate is inside this one, too.
///
/// Passing a free gate costs two atomic instructions and takes no lock. The subclass ``Signal/Core`` knows the type of
/// the ``Backlog``.
///
/// The properties that other threads write when they find the gate taken are declared together here, apart in memory
/// from the properties that the thread inside touches for every value (see ``Audience``). A cache line that two
/// processors write in turn takes a tenth of a microsecond each time.
// Unchecked because some state here and in subclasses is not atomic. Each such property says whether the gate or a lock
// guards it.
class Gate: @unchecked Sendable {
  /// Free, taken, taken with a backlog, or merged for good. Only the holder of the entrance's lock changes it from
  /// `taken` to `backlogged`.
  private let passage = Atomic<UInt8>(Gate.free)

  private static var free: UInt8 { 0 }
  private static var taken: UInt8 { 1 }
  private static var backlogged: UInt8 { 2 }
  private static var merged: UInt8 { 3 }

  /// The gate that this one has been merged into. Set before `passage` says so, and never changed afterwards.
  private final var host: Gate?

  /// Guards the backlog. A thread that takes this lock and an audience's takes this one first.
  final let entrance = Locked(())

  /// The work left to the thread inside; nil until there is some. Guarded by the lock of the entrance. It is not
  /// retained when it is used, because that would be two more atomic instructions on memory that two threads write to.
  private final var backlog: Unmanaged<AnyBacklog>?
  /// The backlog that the thread inside is working off; empty afterwards. Guarded by the gate.
  final var taken: Unmanaged<AnyBacklog>?
  /// The last thread that left work. Guarded by the lock of the entrance.
  private final var lastLeaver: ThreadID?
  /// Whether another thread than the one working it off left `taken`. Guarded by the gate.
  final var isTakenFromOthers = false

  /// The thread that is to take over from the thread inside; see ``Relief``.
  private let relief = Atomic<UInt>(Relief.notWanted)

  deinit {
    backlog?.release()
    taken?.release()
  }

  /// Enters the gate if it is free. A caller that got in must call ``leave()``.
  @inline(__always)
  final func tryEnter() -> Bool {
    passage.compareExchange(expected: Gate.free, desired: Gate.taken, ordering: .acquiring).exchanged
  }

  /// Leaves the gate after doing the work in the backlog.
  @inline(__always)
  final func leave() {
    if !passage.compareExchange(expected: Gate.taken, desired: Gate.free, ordering: .releasing).exchanged {
      drain()
    }
  }

  /// Does `work` inside the gate: now if the gate is free, else as soon as it is.
  final func perform(_ work: @escaping @Sendable () -> Void) {
    if tryEnter() || enterOrEnqueue(work) {
      work()
      leave()
    }
  }

  /// Leaves the gate for the last time: from now on `host`, inside which the caller is, takes its place. If there is
  /// work in the backlog, it is done, and the gate stays as it is.
  ///
  /// - Returns: Whether the gate has been merged.
  final func mergeOrLeave(into host: Gate) -> Bool {
    self.host = host
    let isMerged = passage.compareExchange(expected: Gate.taken, desired: Gate.merged, ordering: .releasing).exchanged
    if !isMerged { drain() }
    return isMerged
  }

  // MARK: Where it is taken

  /// Enters (true), or leaves `work` in the backlog or to the host (false).
  final func enterOrEnqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
    let entry = entrance.withLock { _ in
      let entry = enterOrMarkBacklog()
      if entry == .backlogged { append(work) }
      return entry
    }
    if entry == .backlogged { relieve() }
    if entry == .merged { host?.perform(work) }
    return entry == .entered
  }

  /// Runs `body` while no thread is inside and no delivery takes place; if a thread is inside, leaves `work` to it.
  final func withGateAtRest(_ body: () -> Void, orEnqueue work: @escaping @Sendable () -> Void) {
    let entry = entrance.withLock { _ in
      // A sender that comes meanwhile finds the gate taken and waits for the lock to append; by then the gate is free.
      let entry = enterOrMarkBacklog()
      if entry == .entered {
        body()
        free()
      } else if entry == .backlogged {
        append(work)
      }
      return entry
    }
    if entry == .merged { host?.withGateAtRest(body, orEnqueue: work) }
  }

  /// Leaves `work` in the backlog even if no thread is inside; this thread then does it when it is no longer nested too
  /// deep.
  final func postpone(_ work: @escaping @Sendable () -> Void) {
    let entry = entrance.withLock { _ in
      let entry = enterOrMarkBacklog()
      if entry == .entered { passage.store(Gate.backlogged, ordering: .relaxed) }
      if entry != .merged { append(work) }
      return entry
    }
    switch entry {
    case .entered: Nesting.postpone { [self] in drain() }
    case .backlogged: break
    case .merged: host?.postpone(work)
    }
  }

  enum Entry {
    case entered
    /// A thread is inside, and looks at the backlog before it leaves.
    case backlogged
    case merged
  }

  /// Enters, or marks that there is a backlog, to which the caller must then append. Call it with the lock of the
  /// entrance held.
  final func enterOrMarkBacklog() -> Entry {
    // The mark is removed only with the lock held, so a mark that is there need not be written again.
    if passage.load(ordering: .relaxed) == Gate.backlogged { return .backlogged }
    while true {
      if tryEnter() { return .entered }
      // This fails when the gate was marked before, which is as good, or has just become free, so look again.
      let marking = passage.compareExchange(expected: Gate.taken, desired: Gate.backlogged, ordering: .acquiring)
      if marking.exchanged || marking.original == Gate.backlogged { return .backlogged }
      if marking.original == Gate.merged { return .merged }
    }
  }

  /// Frees the gate. Call it with the lock of the entrance held and the backlog empty.
  final func free() {
    passage.store(Gate.free, ordering: .releasing)
  }

  // MARK: The backlog

  /// Returns the backlog to append to. Call it with the lock of the entrance held.
  final func reachBacklog() -> Unmanaged<AnyBacklog> {
    lastLeaver = .current
    if let backlog { return backlog }
    let new = Unmanaged.passRetained(makeBacklog())
    backlog = new
    return new
  }

  /// Leaves `work` to the thread that is inside. Call it with the lock of the entrance held.
  final func append(_ work: @escaping @Sendable () -> Void) {
    let work = Arrival.following(work)
    reachBacklog()._withUnsafeGuaranteedRef { $0.append(work) }
  }

  /// Moves the backlog into `taken`; returns false, after freeing the gate, if the backlog was empty.
  final func takeBacklog() -> Bool {
    entrance.withLock { _ in
      guard let backlog, backlog._withUnsafeGuaranteedRef({ !$0.isEmpty }) else {
        relief.store(Relief.notWanted, ordering: .relaxed)
        free()
        return false
      }
      isTakenFromOthers = lastLeaver != .current
      // The empty backlog receives the next work.
      self.backlog = taken
      taken = backlog
      return true
    }
  }

  /// Returns an empty backlog for the subclass's type of values.
  func makeBacklog() -> AnyBacklog {
    preconditionFailure("a gate's subclass knows what is sent")
  }

  /// Works the backlog off until it is empty and frees the gate, or hands the gate over to another thread.
  func drain() {
    preconditionFailure("a gate's subclass knows what is sent")
  }

  /// Works off the rest of `taken`, and continues as ``drain()``.
  func continueDraining() {
    preconditionFailure("a gate's subclass knows what is sent")
  }
}

// MARK: Handing over

/// The states of a gate's relief.
///
/// A sender that has made ``Gate/patience`` deliveries in one go is held up by other senders, and asks for relief. The
/// next thread that leaves work in the backlog offers itself and waits briefly. The thread inside sees the offer
/// between two deliveries, and the gate with all remaining work passes to the other thread. The wait has a limit,
/// because the waiting thread may be inside another gate, for which the thread inside this gate may wait in turn.
///
/// A thread is known by its ``ThreadID``, an address whose two lowest bits are free.
private enum Relief {
  static var notWanted: UInt { 0 }

  /// `thread`, which is inside, asks for relief.
  static func wanted(by thread: UInt) -> UInt { thread | 2 }
  static func isWanted(_ state: UInt) -> Bool { state & 2 != 0 }

  /// `thread` waits to take over.
  static func offered(by thread: UInt) -> UInt { thread }
  /// `thread` has taken over.
  static func granted(to thread: UInt) -> UInt { thread | 1 }

  static var thisThread: UInt { ThreadID.current.address }
}

extension Gate {
  /// The number of deliveries that a sender makes in one go before it asks for relief.
  static var patience: Int { 1024 }

  /// Asks for relief, and returns whether another thread has taken over; then the caller is no longer inside.
  ///
  /// Call it from inside, between two deliveries.
  @inline(never)
  final func isRelieved() -> Bool {
    let state = relief.load(ordering: .relaxed)
    if state == Relief.notWanted {
      relief.store(Relief.wanted(by: Relief.thisThread), ordering: .relaxed)
      return false
    }
    if Relief.isWanted(state) { return false }
    return relief.compareExchange(
      expected: state, desired: Relief.granted(to: state), ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Takes over from the thread inside if that asks for relief. Called after work was left in the backlog.
  final func relieve() {
    let state = relief.load(ordering: .relaxed)
    if Relief.isWanted(state) { relieve(wanted: state) }
  }

  @inline(never)
  private final func relieve(wanted: UInt) {
    let thread = Relief.thisThread
    // An observer that sends from inside a delivery cannot take over from itself.
    guard wanted != Relief.wanted(by: thread) else { return }
    let offer = Relief.offered(by: thread)
    guard relief.compareExchange(expected: wanted, desired: offer, ordering: .relaxed).exchanged else { return }
    if waitForGrant(of: offer) || !withdraw(offer, to: wanted) {
      relief.store(Relief.notWanted, ordering: .relaxed)
      continueDraining()
    }
  }

  /// Waits some 20 µs.
  private final func waitForGrant(of offer: UInt) -> Bool {
    for _ in 0..<32 {
      for _ in 0..<256 {
        let state = relief.load(ordering: .acquiring)
        if state != offer { return state == Relief.granted(to: offer) }
      }
      // With a single processor, the thread inside needs it.
      yieldProcessor()
    }
    return false
  }

  /// Withdraws an offer; returns false if it has been accepted.
  private final func withdraw(_ offer: UInt, to wanted: UInt) -> Bool {
    relief.compareExchange(expected: offer, desired: wanted, ordering: .acquiring).original != Relief.granted(to: offer)
  }
}
