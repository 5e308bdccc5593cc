import Foundation
import Locks
import Signals
import Synchronization

/// The loop that runs the interface: one thread that waits for input on a descriptor, a due timer, a job of the ``UI`` actor
/// or a frame, and handles what comes first.
///
/// The wait has a timeout only if a timer or a frame is due, so an idle program never wakes up. Other threads write to the
/// wake pipe only while the loop waits, so a burst of jobs costs one wake-up.
///
/// A turn handles input first, then timers, then jobs in order, and last the frame, which shows the effect of all of them.
public final class UILoop: SerialExecutor {
  typealias Instant = ContinuousClock.Instant

  let shared = LockedState(Shared())
  /// `pthread_self` of the loop's thread; 0 before it has one.
  private let thread = Atomic<UInt>(0)
  let pipe = WakePipe()
  let clock: @Sendable () -> Instant

  /// - Parameter clock: The time by which timers are due. Tests advance their own.
  init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

  deinit { pipe.close() }

  // MARK: - Whose thread

  /// Whether the caller is on the loop's thread.
  public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Makes the calling thread the loop's thread permanently.
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

  /// Calls `action` on the loop's thread after `deadline`.
  ///
  /// - Returns: A disposable that cancels and releases the action.
  @discardableResult
  func perform(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let id = share { $0.timers.add(at: deadline, action) }
    return AnyDisposable { [weak self] in
      // Releases the action outside the lock, because its captured values may schedule something when they are released.
      let action = self?.shared.withLock { $0.timers.cancel(id) }
      withExtendedLifetime(action) {}
    }
  }

  /// Calls `handler` on the loop's thread whenever the descriptor is ready for one of `events`, or broken, until the returned
  /// disposable is disposed.
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

  /// Ends the current wait if there is one. A change made before the call is seen by the next turn.
  func wakeIfWaiting() { share { _ in } }

  func stop() { share { $0.isStopped = true } }

  /// Changes the shared state, and wakes the loop if it waits.
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
