import Foundation

/// The kernel's accounting of a process up to now.
struct ProcessAccount {
  /// Processor time of all threads, including those that have ended.
  let runTime: Duration
  /// Resident memory in bytes.
  let residentSize: Int
  /// For each living thread the number of times it has waited, and so was woken.
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
      // A thread may end between the listing and the reading.
      waits[thread] = try? Self.field("voluntary_ctxt_switches:", of: "/proc/\(pid)/task/\(thread)/status")
    }
    self.waits = waits
  }

  /// Returns how often threads have waited since an earlier account. A thread that ended in between is not counted, so
  /// accounts should be taken often.
  func waits(since earlier: ProcessAccount) -> Int {
    waits.map { thread, count in max(0, count - (earlier.waits[thread] ?? 0)) }.reduce(0, +)
  }

  /// Reads a line of a file in /proc (proc(5)).
  private static func field(_ name: String, of path: String) throws -> Int {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where line.hasPrefix(name) {
      if let value = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap({ Int($0) }) {
        return value
      }
    }
    throw Failure("no \(name) in \(path)")
  }
}

extension TerminalProgram {
  /// Returns the processor time over some seconds from now on, in per cent of a core.
  func share(over seconds: Int) throws -> Double {
    let begin = ContinuousClock.now
    let first = try ProcessAccount(of: pid)
    try terminal.drain(until: begin + .seconds(seconds))
    let last = try ProcessAccount(of: pid)
    return (last.runTime - first.runTime).seconds / begin.duration(to: .now).seconds * 100
  }
}
