import Foundation
import Testing

extension ProgramTests {
  /// What is kept between two sessions.
  @Suite struct StateTests {
    private func environment(_ folder: URL) -> [String: String] {
      ["XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"].mapValues { folder.appending(path: $0).path }
    }

    @Test func theTabOfLastTimeIsThereAgainAndCanBeForgotten() async throws {
      try await story {
        let station = try StationProcess()
        try withFolder { folder in
          let environment = environment(folder)
          let nothing = try Program.run(["state"], environment: environment)
          #expect(nothing.status == 0 && nothing.output.contains("nothing is kept"))
          let first = try TerminalSession(Program.script(station.options), environment: environment)
          try first.press("3")
          try first.wait("iOS questions") { $0.contains("Live Activity") && !$0.contains("bcrypt") }
          try first.press("q")
          try first.wait(for: "exit status 0")

          let second = try TerminalSession(Program.script(station.options), environment: environment)
          try second.wait("the same tab") { $0.contains("Live Activity") && !$0.contains("bcrypt") }
          try second.press("q")
          try second.wait(for: "exit status 0")
          let kept = try Program.run(["state"], environment: environment)
          #expect(kept.status == 0 && kept.output.contains(" bytes"), "\(kept.output)")

          let cleared = try Program.run(["state", "clear"], environment: environment)
          #expect(cleared.status == 0 && cleared.output.contains("state.sqlite: removed "), "\(cleared)")
          let again = try Program.run(["state", "clear"], environment: environment)
          #expect(again.output.split(separator: "\n").allSatisfy { $0.hasSuffix(": nothing was kept") }, "\(again)")
          let third = try TerminalSession(Program.script(station.options), environment: environment)
          try third.wait("the first tab") { $0.contains("bcrypt") }
          try third.press("q")
          try third.wait(for: "exit status 0")
        }
        station.stop()
      }
    }

    @Test func clearingSaysWhatItWaitsFor() async throws {
      try await story {
        try withFolder { folder in
          let inner = folder.appending(path: "state/reactui")
          try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
          let lock = open(inner.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
          try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
          let process = Process()
          process.executableURL = URL(filePath: Program.path)
          process.arguments = ["state", "clear"]
          process.environment = ProcessInfo.processInfo.environment.merging(environment(folder)) { $1 }
          let error = Pipe()
          process.standardError = error
          try process.run()
          let sentence = String(decoding: error.fileHandleForReading.availableData, as: UTF8.self)
          close(lock)
          process.waitUntilExit()
          let file = inner.appending(path: "state.sqlite").path
          #expect(
            sentence == """
              reactui: Waiting up to 5 s for another program that has locked \(file); then it is left as it is.

              """)
          #expect(process.terminationStatus == 0)
        }
      }
    }

    @Test func withoutStateNothingIsReadOrWritten() async throws {
      try await story {
        try withFolder { folder in
          let session = try TerminalSession(
            Program.script("--demo --no-state"), environment: environment(folder))
          try session.press("3")
          try session.wait("iOS questions") { $0.contains("Live Activity") && !$0.contains("bcrypt") }
          try session.press("q")
          try session.wait(for: "exit status 0")
          #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
      }
    }
  }
}
