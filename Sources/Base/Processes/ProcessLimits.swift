import Foundation

/// What the system must allow the process: the libraries trap where it refuses a descriptor or a thread.
public enum ProcessLimits {
  /// The descriptors that a session has open at most, with some room: the terminal, databases, sockets of many rooms, programs.
  static let descriptors: rlim_t = 128
  /// The threads that are started at the same time at most: the event loop's, queues', those that wait for programs.
  static let threads = 16

  /// Raises the limits as far as the process itself may, and returns why they do not suffice; `nil` if they do.
  public static func shortage() -> LimitError? { shortageOfDescriptors() ?? shortageOfThreads() }

  /// The same for descriptors alone.
  public static func shortageOfDescriptors() -> LimitError? {
    guard let limit = descriptorLimit(), limit < descriptors else { return nil }
    return .descriptors(Int(limit), needed: Int(descriptors))
  }

  /// The same for threads alone, which takes most of a millisecond, since they are started.
  public static func shortageOfThreads() -> LimitError? { mayStartThreads() ? nil : .threads(needed: threads) }

  /// Returns the limit of open files (`ulimit -n`), raised to what is needed where that is allowed.
  private static func descriptorLimit() -> rlim_t? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    guard limit.rlim_cur < descriptors else { return limit.rlim_cur }
    var raised = rlimit(rlim_cur: min(limit.rlim_max, descriptors), rlim_max: limit.rlim_max)
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 ? raised.rlim_cur : limit.rlim_cur
  }

  /// Whether the system gives the process its threads: the limit (`ulimit -u`) counts all of a person's, and a container has
  /// one of its own, so only trying tells.
  private static func mayStartThreads() -> Bool {
    var gate = [Int32](repeating: 0, count: 2)
    guard pipe(&gate) == 0 else { return false }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 64 << 10)
    var started: [pthread_t] = []
    for _ in 0..<threads {
      var thread = pthread_t()
      // The thread waits for the end of the pipe, so that all are there at the same time. The number is no address.
      let result = pthread_create(
        &thread, &attributes,
        { number in
          var byte: UInt8 = 0
          _ = read(Int32(Int(bitPattern: number)), &byte, 1)
          return nil
        }, UnsafeMutableRawPointer(bitPattern: Int(gate[0])))
      guard result == 0 else { break }
      started.append(thread)
    }
    close(gate[1])
    for thread in started { pthread_join(thread, nil) }
    close(gate[0])
    pthread_attr_destroy(&attributes)
    return started.count == threads
  }
}

/// The reason why the process cannot work.
public enum LimitError: Error, Hashable, Sendable {
  case descriptors(Int, needed: Int)
  case threads(needed: Int)

  /// A sentence with what a person can do about it.
  public var sentence: String {
    switch self {
    case .descriptors(let limit, let needed):
      "the limit of open files is \(limit), and \(needed) are needed; raise it with ulimit -n"
    case .threads(let needed):
      "the system does not allow \(needed) more threads; raise the limit with ulimit -u, or end other programs"
    }
  }
}
