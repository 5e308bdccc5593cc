import Dispatch
import Synchronization

/// Lets a thread wait for the first value of work that it starts, or for the certainty that no thread is delivering
/// one.
///
/// A value that finds a gate taken is delivered by the thread inside. So when work has been started and no value has
/// come, another thread may be delivering it at that moment, or it is sent later or never. To tell these apart,
/// everything that is left in the backlogs of gates while the work is being started counts as pending until it has been
/// done, and so does everything that this leaves elsewhere in turn.
final class Arrival: Sendable {
  private let state = Locked(State())

  private struct State: Sendable {
    var hasCome = false
    /// The number of pieces of work that were left to other threads and are not done yet.
    var leftCount = 0
    var waiter: DispatchSemaphore?

    var isDecided: Bool { hasCome || leftCount == 0 }
  }

  /// The number of awaited arrivals. While it is zero, no thread needs to look up its own arrival.
  private static let awaitedCount = Atomic<Int>(0)

  private static let ofThreads = ThreadLocal<Arrival>(isOwner: false)

  /// The arrival that this thread's current work may lead to. The caller that sets it keeps it alive.
  private static var ofThisThread: Arrival? {
    get { ofThreads.current }
    set { ofThreads.borrow(newValue) }
  }

  /// The longest time that a thread waits for others, longer than any delivery should take. A value that has not come
  /// by then may have been left to this very thread, which waits inside a delivery.
  private static var patience: DispatchTimeInterval { .seconds(30) }

  /// Notes that the value has come.
  func come() {
    change { $0.hasCome = true }
  }

  /// Starts the work, and waits for everything that it has left to other threads.
  ///
  /// - Returns: Whether ``come()`` has been called.
  func wait(afterStarting start: () -> Void) -> Bool {
    Arrival.awaitedCount.add(1, ordering: .relaxed)
    defer { Arrival.awaitedCount.subtract(1, ordering: .relaxed) }
    doing(start)
    let waiter: DispatchSemaphore? = state.withLock { state in
      if !state.isDecided { state.waiter = DispatchSemaphore(value: 0) }
      return state.waiter
    }
    _ = waiter?.wait(timeout: .now() + Arrival.patience)
    return state.withLock { $0.hasCome }
  }

  private func doing(_ work: () -> Void) {
    let outer = Arrival.ofThisThread
    Arrival.ofThisThread = self
    work()
    Arrival.ofThisThread = outer
  }

  private func change(_ change: (inout State) -> Void) {
    let waiter: DispatchSemaphore? = state.withLock { state in
      change(&state)
      return state.isDecided ? state.waiter : nil
    }
    waiter?.signal()
  }

  // MARK: What is left to others

  /// Whether work that is left in a backlog may have to be followed.
  static var isAwaited: Bool { awaitedCount.load(ordering: .relaxed) != 0 }

  /// Returns the work to leave in a backlog in place of `work`. If this thread is starting work whose first value is
  /// awaited, the returned work counts as pending until it has been done or dropped.
  static func following(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard isAwaited, let arrival = ofThisThread else { return work }
    let left = Left(arrival)
    return {
      arrival.doing(work)
      left.end()
    }
  }

  /// A piece of work that was left to another thread; it counts until it ends or is released undone.
  private final class Left: Sendable {
    private let arrival: Arrival
    private let turn = Turn()

    init(_ arrival: Arrival) {
      self.arrival = arrival
      arrival.change { $0.leftCount += 1 }
    }

    deinit {
      end()
    }

    func end() {
      if !turn.isSecond() { arrival.change { $0.leftCount -= 1 } }
    }
  }
}
