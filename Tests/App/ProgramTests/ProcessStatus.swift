import Foundation

/// What the system tells of a process (proc(5)).
struct ProcessStatus {
  let id: pid_t

  /// The processes that it has started.
  var children: [ProcessStatus] {
    let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }.map(ProcessStatus.init)
  }

  /// The memory that it has now.
  var residentMegabytes: Double { get throws { try megabytes("VmRSS") } }

  /// The most memory that it has had.
  var peakMegabytes: Double { get throws { try megabytes("VmHWM") } }

  private func megabytes(_ field: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
      throw TerminalSession.Failed(description: "no \(field)")
    }
    return kilobytes * 1_024 / 1e6
  }
}

extension TerminalSession {
  /// The program that a script runs (``Program/script(_:through:)``).
  func program() throws -> ProcessStatus {
    guard let program = ProcessStatus(id: try processID()).children.first else {
      throw Failed(description: "no program")
    }
    return program
  }
}
