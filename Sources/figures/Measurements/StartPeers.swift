import Foundation

/// Other programs that fill a terminal, started in the same run: what this machine can do today.
struct StartPeers {
  private struct Peer {
    var name: String
    var arguments: [String] = []
    /// What a whole frame has on it, its last part above all.
    var marks: [String]
  }

  private static let repetitions = 20

  /// The starts of those that are installed, from asking the system for them to the first whole frame.
  func measure() throws -> [Figure] {
    let home = FileManager.default.temporaryDirectory.appending(path: "reactui-figures-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let urls = home.appending(path: "urls")
    try Data("http://localhost:1/feed\n".utf8).write(to: urls)
    let peers = [
      // The heading of the processes belongs to its second picture, the first that has any content.
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
    // Once without counting, so that the program's pages are in memory and its own files are written.
    _ = try start()
    return Sample(try (0..<Self.repetitions).map { _ in try start() })
  }
}
