import Foundation
import Testing

extension ProgramTests {
  /// Standard output and standard error that are full, closed, or read by nobody: an exit code that tells it, and never a trap.
  @Suite struct OutputTests {
    /// Everything that prints, with the exit code that it has where all is well.
    static let commands: [(words: String, status: Int32)] = [
      ("--version", 0), ("--help", 0), ("help station", 0), ("questions --help", 0), ("config", 0),
      ("config example", 0), ("config schema", 0), ("state", 0), ("questions --demo", 0), ("temperatures --demo", 0),
      ("edits --demo --count 1", 0), ("read 79500019 --demo", 0), ("--generate-completion-script bash", 0),
      ("--nonsense", 64), ("config --nonsense", 64), ("station --port 99999", 64), ("edits --demo --count 0", 64),
      ("edits --wiki-url http://127.0.0.1:1/", 69), ("config --config /", 78), ("--demo", 1),
    ]

    /// Runs the program with streams that a shell has redirected, and tells how it ended and what it said elsewhere.
    private func end(of words: String, _ redirections: String) throws -> (status: Int32, told: String) {
      let home = Program.Home()
      let shell = try ChildProcess(
        ["bash", "-c", #"timeout 60 "$0" \#(words) \#(redirections)"#, Program.path],
        environment: ProcessInfo.processInfo.environment.merging(home.environment) { $1 }
          .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
      let text = try shell.output.readToEnd() ?? Data()
      // The exit code is the second byte of what wait(2) tells.
      return (shell.finish() >> 8, String(decoding: text, as: UTF8.self))
    }

    /// Standard output is looked at before a service is asked for what could not be printed.
    private static func statusWhereClosed(_ status: Int32) -> Int32 { [0, 69].contains(status) ? 1 : status }

    @Test(arguments: commands.map(\.words))
    func whatCannotBePrintedIsNoSuccess(words: String) async throws {
      let status = try #require(Self.commands.first { $0.words == words }).status
      try await story {
        let full = try end(of: words, "2>&1 >/dev/full")
        let closed = try end(of: words, "2>&1 >&-")
        #expect(full.status == (status == 0 ? 1 : status), "\(full)")
        #expect(closed.status == Self.statusWhereClosed(status), "\(closed)")
        for told in [full.told, closed.told] { #expect(told.hasPrefix("reactui: ") && told.hasSuffix("\n")) }
        if status == 0 {
          #expect(full.told == "reactui: cannot write: No space left on device\n")
          #expect(closed.told == "reactui: standard output is closed\n")
        }
      }
    }

    @Test(arguments: commands.map(\.words))
    func whatCannotBeToldChangesNoExitCode(words: String) async throws {
      let status = try #require(Self.commands.first { $0.words == words }).status
      try await story {
        for redirections in ["2>/dev/full", "2>&-", "2> >(true)", "<&-"] {
          let end = try end(of: words, redirections + " >/dev/null")
          #expect(end.status == status, "\(redirections)")
        }
        // What is opened first does not become standard output.
        let end = try end(of: words, "<&- >&- 2>&-")
        #expect(end.status == Self.statusWhereClosed(status))
      }
    }

    @Test(arguments: commands.filter { $0.status == 0 }.map(\.words) + ["station --port 0"])
    func aReaderThatIsGoneEndsItWithoutAWord(words: String) async throws {
      try await story {
        // The pipe has no reader any more when the program starts: the one that there was has been waited for.
        let pipe = #"exec 5> >(exec true); wait $!; timeout 60 "$0" \#(words) 2>&1 >&5; echo $?"#
        let shell = try ChildProcess(
          ["bash", "-c", pipe, Program.path], environment: ProcessInfo.processInfo.environment)
        #expect(String(decoding: try shell.output.readToEnd() ?? Data(), as: UTF8.self) == "141\n")
        shell.finish()
      }
    }

    @Test func aStationThatCannotSayWhereItIsEnds() async throws {
      try await story {
        let full = try end(of: "station --port 0", "2>&1 >/dev/full")
        #expect(full.status == 1 && full.told == "reactui: cannot write: No space left on device\n")
        let closed = try end(of: "station --port 0", "2>&1 >&-")
        #expect(closed.status == 1 && closed.told == "reactui: standard output is closed\n")
      }
    }
  }
}
