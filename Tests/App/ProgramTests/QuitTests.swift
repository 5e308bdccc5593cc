import Foundation
import Testing

extension ProgramTests {
  /// Who quits has the shell back at once, whatever the network does.
  @Suite struct QuitTests {
    @Test(arguments: [
      (BlackHole.Kind.unanswered, false, true), (.unanswered, false, false), (.silent, true, true),
      (.silent, true, false), (.silent, false, true),
    ])
    func nothingIsWaitedForAndNothingIsLeftOnTheShell(kind: BlackHole.Kind, isSecure: Bool, webSocket: Bool)
      async throws
    {
      try await story {
        let hole = try BlackHole(kind)
        // It has to be there until the end.
        defer { withExtendedLifetime(hole) {} }
        let options = hole.options(isSecure: isSecure, webSocket: webSocket)
        let session = try TerminalSession(Program.script(options))
        // While anything is tried, something on the screen turns, so that the question is asked again. Requests to one
        // server may share their first connection.
        try session.wait("connections that hang") { _ in (try? hole.victims) ?? 0 >= (webSocket ? 2 : 1) }
        let clock = ContinuousClock()
        let start = clock.now
        try session.press("q")
        let end = try session.wait(for: "exit status 0")
        // A fifth of a second is what is promised; a machine that is busy with other things is no reason to fail.
        #expect(clock.now - start < .seconds(4))
        #expect(end.split(separator: "\n") == ["settings restored", "exit status 0"])
      }
    }

    @Test func aProgramThatPrintsASecretEndsWithIt() async throws {
      try await story {
        try withFolder { folder in
          let (settings, file) = (folder.appending(path: "config.yaml"), folder.appending(path: "id").path)
          let text = """
            stack-overflow: { url: "http://127.0.0.1:1/2.3", key-command: [sh, -c, "echo $$ > '\(file)'; exec sleep 1000"] }
            """
          try Data(text.utf8).write(to: settings)
          func id() -> String? {
            let text = try? String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(
              in: .whitespacesAndNewlines)
            return text?.isEmpty == false ? text : nil
          }
          let session = try TerminalSession(Program.script("--live --no-state --config '\(settings.path)'"))
          try session.wait("the program that hangs") { _ in id() != nil }
          let status = "/proc/\(id() ?? "")/status"
          #expect(FileManager.default.fileExists(atPath: status))
          let clock = ContinuousClock()
          let start = clock.now
          try session.press("q")
          try session.wait(for: "exit status 0")
          try session.wait("the end of the program") { _ in
            let text = try? String(contentsOfFile: status, encoding: .utf8)
            return text?.contains("State:\tZ") ?? true
          }
          #expect(clock.now - start < .seconds(8), "before its limit of eleven seconds")
        }
      }
    }
  }
}
