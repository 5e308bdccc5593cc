import Dispatch
import Foundation
import Synchronization

/// What a thread waits for that needs the first value of work at once: the value, or the certainty that it is not on its way.
///
/// A value that finds a gate taken is delivered by the thread inside. So when work has been started and no value has come, it
/// may be that another thread is delivering it just then, or that it is sent later or never. To tell these apart, all that is
/// left in the backlogs of gates while the work is being started counts as under way until it has been done, and so does what
/// that leaves elsewhere in turn.
final class Arrival: Sendable {
  private let state = Locked(State())

  private struct State: Sendable {
    var hasCome = false
    /// How much has been left to others, and not been done yet.
    var leftCount = 0
    var waiter: DispatchSemaphore?

    var isDecided: Bool { hasCome || leftCount == 0 }
  }

  /// How many arrivals are awaited: where none is, nobody need look whether it is by this thread.
  private static let awaitedCount = Atomic<Int>(0)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The arrival that what this thread does may lead to. Kept by those who set it.
  private static var ofThisThread: Arrival? {
    get { pthread_getspecific(key).map { Unmanaged<Arrival>.fromOpaque($0).takeUnretainedValue() } }
    set { pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }) }
  }

  /// How long a thread waits for others at most. Longer than any delivery should take: what has not come by then may have been
  /// left to this very thread, inside a delivery of which it waits.
  private static var patience: DispatchTimeInterval { .seconds(30) }

  /// Notes that what is waited for has come.
  func come() {
    change { $0.hasCome = true }
  }

  /// Starts the work, and waits for what it has left to others.
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

  /// Whether what is left in a backlog may have to be followed.
  static var isAwaited: Bool { awaitedCount.load(ordering: .relaxed) != 0 }

  /// The work that is to be left in a backlog in place of `work`: if this thread is starting work whose first value is awaited,
  /// it counts as under way until it has been done or dropped.
  static func following(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard isAwaited, let arrival = ofThisThread else { return work }
    let left = Left(arrival)
    return {
      arrival.doing(work)
      left.end()
    }
  }

  /// Something that was left to others; counts until it ends, or is let go of undone.
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
