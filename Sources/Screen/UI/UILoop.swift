import Foundation
import Signals
import Synchronization

/// The loop that runs the interface: one thread that waits for whatever comes first (input on a descriptor, a timer that
/// is due, a job of the ``UI`` actor, a frame) and does it.
///
/// Waiting costs nothing: the wait has a timeout only when a timer or a frame is due, so an idle program never wakes up.
/// Other threads write to the wake pipe only when the loop is waiting, so a burst of jobs costs one wake-up.
///
/// One turn does input first, then timers, then jobs in the order in which they came, and last the frame, which so shows
/// the effect of all of them.
public final class UILoop: SerialExecutor {
  typealias Instant = ContinuousClock.Instant

  let shared = Locked(Shared())
  /// `pthread_self` of the loop's thread; 0 until one is adopted.
  private let thread = Atomic<UInt>(0)
  let pipe = WakePipe()
  let clock: @Sendable () -> Instant

  /// - Parameter clock: the time by which timers fall due; tests turn their own.
  init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

  deinit { pipe.close() }

  // MARK: - Whose thread

  /// Whether the caller is on the loop's thread.
  public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// From now on, for good, the calling thread is the loop's.
  func adoptCurrentThread() {
    let (exchanged, original) = thread.compareExchange(
      expected: 0, desired: UInt(pthread_self()), ordering: .relaxed)
    precondition(exchanged || original == UInt(pthread_self()), "the loop belongs to another thread")
  }

  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  public func checkIsolated() { precondition(isCurrent, "not on the interface's thread") }

  // MARK: - From any thread

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    share { $0.jobs.append(.actor(job)) }
  }

  /// Does `action` on the loop's thread once `deadline` has come.
  ///
  /// - Returns: disposing of it lets go of the action.
  @discardableResult
  func perform(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let id = share { $0.timers.add(at: deadline, action) }
    return AnyDisposable { [weak self] in
      // Let go of the action outside the lock: what it holds may schedule something as it goes.
      let action = self?.shared.withLock { $0.timers.cancel(id) }
      withExtendedLifetime(action) {}
    }
  }

  /// Calls `handler` on the loop's thread whenever the descriptor is ready for one of `events`, or broken, until what this
  /// returns is disposed of.
  func watch(
    _ descriptor: CInt, for events: PollEvents, _ handler: @escaping @Sendable (PollEvents) -> Void
  ) -> any Disposable {
    let id = share { shared in
      shared.lastWatch += 1
      shared.watches.append(
        Watch(id: shared.lastWatch, descriptor: descriptor, events: events, handler: handler))
      return shared.lastWatch
    }
    return AnyDisposable { [weak self] in
      guard let self else { return }
      let ended = share { shared in
        shared.watches.firstIndex { $0.id == id }.map { shared.watches.remove(at: $0) }
      }
      withExtendedLifetime(ended) {}
    }
  }

  /// Ends the current wait, or the next one. Safe in a signal handler.
  public func wake() { pipe.wake() }

  /// Ends the current wait when there is one. A change that was made before the call is seen by the next turn.
  func wakeIfWaiting() { share { _ in } }

  func stop() { share { $0.isStopped = true } }

  /// Changes the shared state and wakes the loop when it waits.
  func share<Result: Sendable>(_ change: (inout Shared) -> Result) -> Result {
    let (result, wake) = shared.withLock { shared in
      let result = change(&shared)
      defer { shared.needsWake = false }
      return (result, shared.needsWake)
    }
    if wake { pipe.wake() }
    return result
  }
}
