import Foundation
import Testing

extension ProgramTests {
  /// `--record` writes what a player shows again.
  @Suite struct RecordingTests {
    /// A recording that has been read.
    private struct Cast {
      var head: [String: Any]
      /// Time, kind and text of each event.
      var events: [(seconds: Double, kind: String, text: String)]

      init(_ text: String) throws {
        #expect(text.hasSuffix("]\n"), "the last line is whole")
        let lines = try text.split(separator: "\n").map { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
        head = try #require(lines.first as? [String: Any])
        events = try lines.dropFirst().map { line in
          let parts = try #require(line as? [Any])
          return (
            try #require(parts[0] as? Double), try #require(parts[1] as? String), try #require(parts[2] as? String)
          )
        }
      }

      func texts(_ kind: String) -> [String] { events.filter { $0.kind == kind }.map(\.text) }
    }

    private static func newFile() -> URL {
      FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
    }

    @Test func aSessionIsWrittenAsAnAsciicast() async throws {
      let file = Self.newFile()
      defer { try? FileManager.default.removeItem(at: file) }
      try await story {
        let session = try TerminalSession(
          Program.script("--demo --no-state --record '\(file.path)'"), columns: 100, rows: 30)
        try session.wait(for: "TypeError")
        try session.press("j", "Down", "Enter")
        try session.wait(for: "Top › Question")
        try session.resize(columns: 90, rows: 28)
        try session.wait("the new size") { screen in
          screen.contains("Top › Question")
            && screen.split(separator: "\n").contains { $0.count == 90 && $0.hasSuffix("╮") }
        }
        // Not Esc, which with the next key is Alt where both come at once.
        try session.press("BSpace")
        try session.wait("the list") { $0.contains("/ filter") && $0.contains("TypeError") }
        try session.type("/é")
        try session.wait(for: "é")
        try session.press("C-c")
        try session.wait(for: "exit status 0")
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      let cast = try Cast(text)
      #expect(cast.head["version"] as? Int == 2)
      #expect(cast.head["width"] as? Int == 100 && cast.head["height"] as? Int == 30)
      #expect((cast.head["title"] as? String)?.hasPrefix("reactui ") == true)
      #expect(Set(cast.events.map(\.kind)) == ["o", "i", "r", "m"])
      #expect(zip(cast.events, cast.events.dropFirst()).allSatisfy { $0.seconds <= $1.seconds })

      let output = cast.texts("o").joined()
      let (enter, leave) = ("\u{1B}[?1049h", "\u{1B}[?1049l")
      #expect(output.components(separatedBy: enter).count == 2 && output.components(separatedBy: leave).count == 2)
      let screen = try #require(output.components(separatedBy: leave).first)
      #expect(screen.contains("Stack Overflow") && screen.contains("Wikipedia") && screen.contains("TypeError"))
      let after = try #require(output.components(separatedBy: leave).last)
      #expect(!after.contains("Stack"), "after the screen was left nothing is shown: \(after.debugDescription)")
      #expect(cast.events.last { $0.kind == "o" }?.text.contains(leave) == true)

      let typed = cast.texts("i").joined()
      #expect(
        typed.contains("j\u{1B}OB\r") && typed.hasSuffix("/é\u{3}"), "\(typed.debugDescription)")
      #expect(cast.texts("r") == ["90x28"])
      #expect(
        cast.texts("m").contains { $0.hasPrefix("asks 127.0.0.1:") && $0.hasSuffix(" (Stack Exchange) for questions") })
      #expect(!cast.texts("m").contains { $0.contains("?") || $0.contains("=") }, "no query")
    }

    /// The editor's picture is the editor's.
    @Test func aProgramThatHasTheTerminalIsLeftOut() async throws {
      let file = Self.newFile()
      defer { try? FileManager.default.removeItem(at: file) }
      try await story {
        let session = try TerminalSession.suspendedProgram("--record '\(file.path)'")
        try session.type("echo in the shell")
        try session.press("Enter")
        try session.wait(for: "in the shell")
        try session.type("fg")
        try session.press("Enter")
        try session.wait(for: "ConAir")
        try session.press("q")
        try session.wait("the shell") { !$0.contains("╭") }
      }
      let cast = try Cast(try String(contentsOf: file, encoding: .utf8))
      let marks = cast.texts("m").filter { !$0.hasPrefix("asks ") }
      #expect(marks == ["another program has the terminal", "the terminal is back"])
      #expect(!cast.events.contains { $0.text.contains("in the shell") })
    }

    /// A limit on the size of files cuts a write, as a disk does that becomes full.
    @Test func aFullDiskLeavesWholeLinesAndTheProgramGoesOn() async throws {
      let file = Self.newFile()
      defer { try? FileManager.default.removeItem(at: file) }
      try await story {
        let session = try TerminalSession(
          "ulimit -f 12; " + Program.script("--demo --no-state --record '\(file.path)'"))
        try session.wait(for: "nothing more is recorded (File too large)")
        try session.press("?")
        try session.wait(for: "Lists and texts")
        try session.press("C-c")
        try session.wait(for: "exit status 0")
      }
      let cast = try Cast(try String(contentsOf: file, encoding: .utf8))
      #expect(cast.texts("o").joined().contains("Stack Overflow"))
    }

    @Test func aFileThatExistsIsNotReplaced() throws {
      let file = Self.newFile()
      defer { try? FileManager.default.removeItem(at: file) }
      try Data("kept".utf8).write(to: file)
      let result = try Program.run(["--demo", "--record", file.path])
      #expect(result.status == 1 && result.error.split(separator: "\n").count == 1)
      #expect(result.error.contains("give another file to --record"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "kept")
    }

    @Test func theOptionThatIsGoneIsRefused() throws {
      let file = Self.newFile()
      let result = try Program.run(["--record", file.path, "--record-bodies"])
      #expect(result.status == 64 && result.error.split(separator: "\n").count == 1)
      #expect(result.error.contains("--record-bodies is gone"))
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }
}
