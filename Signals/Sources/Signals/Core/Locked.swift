import Synchronization

/// A value behind a lock. All state that threads share is behind one, except for atomics (``Gate``) and the two places
/// where a thread has to wait for another thread's closure (``ValueStorage``) or value (``Arrival``).
///
/// The critical sections are a few instructions long and never call a user's code. Objects to release and closures to
/// call are returned from the section and handled after it.
///
/// ThreadSanitizer does not know the futex that `Synchronization.Mutex` waits on, and reports races that are none. A
/// build for the sanitizer defines `SIGNALS_PTHREAD_LOCK` and gets a lock that the sanitizer knows: `swift test
/// --sanitize=thread -Xswiftc -DSIGNALS_PTHREAD_LOCK`.
#if SIGNALS_PTHREAD_LOCK
  // Unchecked: `storage` is accessed only with `mutex` held, and `State` itself may cross threads.
  package struct Locked<State: Sendable>: ~Copyable, @unchecked Sendable {
    private let mutex = ClosureLock()
    private let storage: UnsafeMutablePointer<State>

    package init(_ state: State) {
      storage = .allocate(capacity: 1)
      storage.initialize(to: state)
    }

    deinit {
      storage.deinitialize(count: 1).deallocate()
    }

    package borrowing func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      mutex.lock()
      defer { mutex.unlock() }
      return try body(&storage.pointee)
    }
  }
#else
  package struct Locked<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    package init(_ state: State) {
      mutex = Mutex(state)
    }

    // Inlined, because the result's type is usually known only at run time, and a separate call would request it each
    // time.
    @inline(__always)
    package borrowing func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { try body(&$0) }
    }
  }
#endif
