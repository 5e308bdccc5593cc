import Foundation

/// What the kernel has accounted to a process so far.
struct ProcessAccount {
  /// Time on a core, of all threads, also of those that have ended.
  let runTime: Duration
  /// Bytes of memory that are resident.
  let residentSize: Int
  /// For each thread that lives, how often it has given up its core to wait for something, and so was woken afterwards.
  private let waits: [String: Int]

  init(of pid: pid_t) throws {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw Failure("the kernel does not tell how long the process \(pid) ran")
    }
    runTime = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    residentSize = try Self.field("VmRSS:", of: "/proc/\(pid)/status") * 1024
    var waits: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
      // A thread may end between the listing and the look at it.
      waits[thread] = try? Self.field("voluntary_ctxt_switches:", of: "/proc/\(pid)/task/\(thread)/status")
    }
    self.waits = waits
  }

  /// How often threads have waited since an earlier look. A thread that ended meanwhile took its number with it, so looks
  /// should not lie far apart.
  func waits(since earlier: ProcessAccount) -> Int {
    waits.map { thread, count in max(0, count - (earlier.waits[thread] ?? 0)) }.reduce(0, +)
  }

  /// A line of a file in /proc (proc(5)).
  private static func field(_ name: String, of path: String) throws -> Int {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where line.hasPrefix(name) {
      if let value = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap({ Int($0) }) {
        return value
      }
    }
    throw Failure("no \(name) in \(path)")
  }
}
