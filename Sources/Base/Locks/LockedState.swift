import Synchronization

#if SIGNALS_PTHREAD_LOCK
  import Glibc
#endif

/// A value behind a lock.
///
/// Keep the critical sections short, and call nobody else's code inside: return what is to be released or called, and
/// do it afterwards.
///
/// ThreadSanitizer does not know the futex that `Synchronization.Mutex` waits on, and reports races that are none. A build for
/// the sanitizer defines `SIGNALS_PTHREAD_LOCK`, as for the library Signals, and gets a lock that the sanitizer knows.
#if SIGNALS_PTHREAD_LOCK
  // Unchecked: `storage` is accessed only with `mutex` held, and `State` itself may cross threads.
  public struct LockedState<State: Sendable>: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let storage = UnsafeMutablePointer<State>.allocate(capacity: 1)

    public init(_ state: State) {
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      storage.initialize(to: state)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      storage.deinitialize(count: 1).deallocate()
    }

    public borrowing func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&storage.pointee)
    }
  }
#else
  public struct LockedState<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    public init(_ state: State) { mutex = Mutex(state) }

    @inlinable
    public borrowing func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { try body(&$0) }
    }
  }
#endif
