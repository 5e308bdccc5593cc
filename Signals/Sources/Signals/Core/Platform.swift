// What the C libraries of the platforms name differently: threads, the standard error, and mathematics.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread, known by its `pthread_t`, which is an address on every platform, or a number that is one.
package struct ThreadID: Equatable, Sendable {
  /// The address, whose two lowest bits are free.
  let address: UInt

  package static var current: ThreadID {
    @inline(__always) get { ThreadID(address: address(pthread_self())) }
  }

  @inline(__always)
  private static func address(_ thread: UInt) -> UInt { thread }
  @inline(__always)
  private static func address(_ thread: Int) -> UInt { UInt(bitPattern: thread) }
  private static func address(_ thread: OpaquePointer?) -> UInt { UInt(bitPattern: thread) }
  private static func address<Thread>(_ thread: UnsafeMutablePointer<Thread>?) -> UInt { UInt(bitPattern: thread) }
}

/// An object that each thread has its own of, or none.
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// - Parameter isOwner: Whether a thread holds its object, and releases it when it ends.
  init(isOwner: Bool) {
    var key = pthread_key_t()
    #if canImport(Darwin)
      pthread_key_create(&key, isOwner ? { Unmanaged<AnyObject>.fromOpaque($0).release() } : nil)
    #else
      pthread_key_create(
        &key, isOwner ? { if let object = $0 { Unmanaged<AnyObject>.fromOpaque(object).release() } } : nil)
    #endif
    self.key = key
  }

  /// The object of this thread.
  var current: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the object of this thread, and retains it for the thread.
  func own(_ object: Object) {
    pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
  }

  /// Sets the object of this thread, which others keep alive.
  func borrow(_ object: Object?) {
    pthread_setspecific(key, object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}

/// A lock that a thread may hold while it runs a closure of a user.
///
/// A class with memory of its own, because a pthread mutex must not move.
// Unchecked: it is what makes other things safe.
package final class ClosureLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() {
    pthread_mutex_lock(mutex)
  }

  package func unlock() {
    pthread_mutex_unlock(mutex)
  }
}

/// Returns a power, of which Foundation's essentials have only a decimal one.
func power(_ base: Double, _ exponent: Double) -> Double {
  pow(base, exponent)
}

/// Lets other threads have the processor.
func yieldProcessor() {
  sched_yield()
}

/// Writes a text to the standard error; what that does not take is dropped.
func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if count <= 0 { return }
    rest = rest.dropFirst(count)
  }
}
