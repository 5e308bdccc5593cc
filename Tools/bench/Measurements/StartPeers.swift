import Foundation

/// Other full-screen programs, started in the same run, for comparison.
struct StartPeers {
  private struct Peer {
    var name: String
    var arguments: [String] = []
    /// The texts of a complete frame, in particular its last part.
    var marks: [String]
  }

  private static let repetitions = 20

  /// Measures those that are installed, from starting them to the first complete frame.
  func measure() throws -> [Figure] {
    let home = FileManager.default.temporaryDirectory.appending(path: "reactui-bench-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let urls = home.appending(path: "urls")
    try Data("http://localhost:1/feed\n".utf8).write(to: urls)
    let peers = [
      // The heading of the processes belongs to its second frame, the first with content.
      Peer(name: "btop", marks: ["cpu", "mem", "net", "proc", "Pid:", "\u{1B}[?2026l"]),
      Peer(name: "htop", marks: ["Mem", "PID", "Quit"]),
      Peer(name: "tig", marks: ["[main]", "%"]),
      Peer(
        name: "newsboat", arguments: ["-u", urls.path, "-c", home.appending(path: "cache").path],
        marks: ["localhost", "Help"]),
    ]
    return peers.compactMap { peer in
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(peer.name)") else { return nil }
      guard let sample = try? starts(of: peer, home: home.path) else {
        return Figure(what: "  beside it, \(peer.name)", measured: "could not be measured", repetitions: "")
      }
      return Figure(
        what: "  beside it, \(peer.name)", measured: StartMeasurement.describe(sample), repetitions: "\(sample.count)")
    }
  }

  /// In milliseconds.
  private func starts(of peer: Peer, home: String) throws -> Sample {
    func start() throws -> Double {
      let program = try TerminalProgram(peer.name, peer.arguments, home: home)
      let drawn = try program.terminal.read(untilSeen: peer.marks, within: .seconds(5))
      return program.started.duration(to: drawn).milliseconds
    }
    // Once without measuring, so that the program's pages are in memory and its own files are written.
    _ = try start()
    return Sample(try (0..<Self.repetitions).map { _ in try start() })
  }
}
