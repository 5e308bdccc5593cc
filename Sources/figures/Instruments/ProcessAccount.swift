import Foundation

/// What the kernel has accounted to a process so far, over all threads that live now (proc(5)).
///
/// A thread that ended takes its account with it; the programs measured here keep their threads.
struct ProcessAccount {
  /// Times that a thread gave up its core to wait for something, and so was woken afterwards.
  var waits = 0
  /// Nanoseconds on a core.
  var runTime = 0
  /// Bytes of memory that are resident.
  var residentSize: Int

  init(of pid: pid_t) throws {
    residentSize = try Self.field("VmRSS:", of: "/proc/\(pid)/status") * 1024
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
      waits += try Self.field("voluntary_ctxt_switches:", of: "/proc/\(pid)/task/\(thread)/status")
      // Three numbers: nanoseconds on a core, nanoseconds waiting for one, turns.
      let text = try Self.contents(of: "/proc/\(pid)/task/\(thread)/schedstat")
      guard let time = text.split(separator: " ").first.flatMap({ Int($0) }) else {
        throw Failure("the kernel does not tell how long a thread ran (schedstat)")
      }
      runTime += time
    }
  }

  private static func field(_ name: String, of path: String) throws -> Int {
    for line in try contents(of: path).split(separator: "\n") where line.hasPrefix(name) {
      if let value = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap({ Int($0) }) {
        return value
      }
    }
    throw Failure("no \(name) in \(path)")
  }

  private static func contents(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
