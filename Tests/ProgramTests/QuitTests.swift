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
  }
}
