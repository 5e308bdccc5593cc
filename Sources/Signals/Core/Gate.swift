import Foundation
import Synchronization

/// Keeps the events of a signal from overlapping without ever making a sender wait for a delivery.
///
/// Whoever finds the gate free goes in and delivers. Whoever finds it taken, be it another thread or an observer that
/// sends from inside a delivery, leaves its work in the backlog and returns; the one inside does it, in order, before
/// leaving. So nothing deadlocks, re-entrant events do not nest, and every observer sees one order.
///
/// A gate stands only where events can come from several sides: at the input of a signal, and where an operator joins
/// several inputs or takes its events from a scheduler. What is derived from one signal shares that signal's gate.
///
/// Nobody is held inside for ever by others who keep sending: see ``isRelieved()``.
///
/// Where all that comes through a gate comes from inside another one, it can be merged into that: from then on whoever
/// is inside the other is inside this one, too.
///
/// The free passage costs two atomic instructions and takes no lock. What lies in the ``Backlog`` is known to the
/// subclass, ``Signal/Core``.
///
/// What other threads write when they find the gate taken stands together here, and apart in memory from what whoever is
/// inside touches for every value (see ``Audience``): a line of the cache that two processors write to by turns takes a
/// tenth of a microsecond each time.
// Unchecked because there is state that is not atomic, here and in subclasses: each such property says whether the gate
// or a lock guards it.
class Gate: @unchecked Sendable {
  /// Free, taken, taken with a backlog, or merged for good. Only the holder of the backlog's lock makes it `taken` →
  /// `backlogged`.
  private let passage = Atomic<UInt8>(Gate.free)

  private static var free: UInt8 { 0 }
  private static var taken: UInt8 { 1 }
  private static var backlogged: UInt8 { 2 }
  private static var merged: UInt8 { 3 }

  /// The gate that this one has been merged into. Set before `passage` says so, and not changed any more.
  private final var host: Gate?

  /// Guards the backlog. Taken before the lock of an audience where both are.
  final let entrance = Locked(())

  /// What is left to whoever is inside; nil where that has not happened. Guarded by the lock of the entrance. Not
  /// retained when it is used, for that would be two more atomic instructions on memory that two threads write to.
  private final var backlog: Unmanaged<AnyBacklog>?
  /// What whoever is inside is working off, and empty afterwards. Guarded by the gate.
  final var taken: Unmanaged<AnyBacklog>?
  /// The thread that has left something last. Guarded by the lock of the entrance.
  private final var lastLeaver: pthread_t?
  /// Whether `taken` was left by another thread than that which works it off. Guarded by the gate.
  final var isTakenFromOthers = false

  /// Who is to take over from the thread inside; see ``Relief``.
  private let relief = Atomic<UInt>(Relief.notWanted)

  deinit {
    backlog?.release()
    taken?.release()
  }

  /// Goes in if the gate is free. A caller that got in must ``leave()``.
  @inline(__always)
  final func tryEnter() -> Bool {
    passage.compareExchange(expected: Gate.free, desired: Gate.taken, ordering: .acquiring).exchanged
  }

  /// Leaves the gate, doing first what has come into the backlog.
  @inline(__always)
  final func leave() {
    if !passage.compareExchange(expected: Gate.taken, desired: Gate.free, ordering: .releasing).exchanged {
      drain()
    }
  }

  /// Does `work` inside the gate: now if it is free, else as soon as it is.
  final func perform(_ work: @escaping @Sendable () -> Void) {
    if tryEnter() || enterOrEnqueue(work) {
      work()
      leave()
    }
  }

  /// Leaves the gate for the last time: from now on, `host`, inside which the caller is, stands for it. If something has
  /// come into the backlog, that is done, and the gate stays as it is.
  ///
  /// - Returns: Whether it has been merged.
  final func mergeOrLeave(into host: Gate) -> Bool {
    self.host = host
    let isMerged = passage.compareExchange(expected: Gate.taken, desired: Gate.merged, ordering: .releasing).exchanged
    if !isMerged { drain() }
    return isMerged
  }

  // MARK: Where it is taken

  /// Goes in (true), or leaves `work` in the backlog, or sees it done by the host's ways (false).
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

  /// Runs `body` while nobody is inside, without a delivery taking place; or, if somebody is, leaves `work` to them.
  final func withGateAtRest(_ body: () -> Void, orEnqueue work: @escaping @Sendable () -> Void) {
    let entry = entrance.withLock { _ in
      // A sender that comes meanwhile finds the gate taken and waits for the lock to append: then the gate is free.
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

  /// Leaves `work` in the backlog even if nobody is inside: then this thread does it when it is no longer nested too deep.
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
    /// Somebody is inside, and will look at the backlog before leaving.
    case backlogged
    case merged
  }

  /// Goes in, or marks that there is a backlog: then the caller has to append to it. Call it with the lock of the
  /// entrance held.
  final func enterOrMarkBacklog() -> Entry {
    // Only with the lock held is the mark taken away; so where it is, nothing need be written.
    if passage.load(ordering: .relaxed) == Gate.backlogged { return .backlogged }
    while true {
      if tryEnter() { return .entered }
      // Fails when it was marked before, which is as good, or when it has just become free, so look again.
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

  /// What to leave something in. Call it with the lock of the entrance held.
  final func reachBacklog() -> Unmanaged<AnyBacklog> {
    lastLeaver = pthread_self()
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

  /// Moves what has been left into `taken`; false after freeing the gate if there was nothing.
  final func takeBacklog() -> Bool {
    entrance.withLock { _ in
      guard let backlog, backlog._withUnsafeGuaranteedRef({ !$0.isEmpty }) else {
        relief.store(Relief.notWanted, ordering: .relaxed)
        free()
        return false
      }
      isTakenFromOthers = lastLeaver != pthread_self()
      // The empty one takes over what is left next.
      self.backlog = taken
      taken = backlog
      return true
    }
  }

  /// An empty backlog for what the subclass sends.
  func makeBacklog() -> AnyBacklog {
    preconditionFailure("a gate's subclass knows what is sent")
  }

  /// Does what is in the backlog until there is nothing left, then frees the gate; or hands it over to another thread.
  func drain() {
    preconditionFailure("a gate's subclass knows what is sent")
  }

  /// Does the rest of `taken`, and then as ``drain()``.
  func continueDraining() {
    preconditionFailure("a gate's subclass knows what is sent")
  }
}

// MARK: Handing over

/// The states of a gate's relief.
///
/// A sender that has made ``Gate/patience`` deliveries in one go is held up by others who keep sending, and asks for
/// relief. The next of those to leave something in the backlog offers itself and waits a moment; the thread inside sees
/// that between two deliveries, and the gate with all that is left passes to the other. The wait is short and has an end,
/// because the one who waits may be inside another gate, for which the one inside this gate may wait in turn.
///
/// A thread is known by its `pthread_t`, which is a pointer whose two lowest bits are free.
private enum Relief {
  static var notWanted: UInt { 0 }

  /// `thread`, which is inside, asks for relief.
  static func wanted(by thread: UInt) -> UInt { thread | 2 }
  static func isWanted(_ state: UInt) -> Bool { state & 2 != 0 }

  /// `thread` waits to take over.
  static func offered(by thread: UInt) -> UInt { thread }
  /// `thread` has taken over.
  static func granted(to thread: UInt) -> UInt { thread | 1 }

  static var thisThread: UInt { UInt(pthread_self()) }
}

extension Gate {
  /// How many deliveries a sender makes in one go before it asks to be relieved.
  static var patience: Int { 1024 }

  /// Asks to be relieved, and tells whether that has happened: then the caller is not inside any more.
  ///
  /// Called from inside, between two deliveries.
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

  /// Takes over from the thread inside if that wants to be relieved. Called after something was left in the backlog.
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
      // Where there is one processor only, the thread inside needs it.
      sched_yield()
    }
    return false
  }

  /// Takes an offer back; false if it has been accepted.
  private final func withdraw(_ offer: UInt, to wanted: UInt) -> Bool {
    relief.compareExchange(expected: offer, desired: wanted, ordering: .acquiring).original != Relief.granted(to: offer)
  }
}
