import Screen
import Testing

@testable import Simulation

/// Texts of a megabyte everywhere: titles, tags, users, bodies, comments, lines of differences and labels.
@Suite struct MegabyteTests {
  private static func play(_ acts: String) async throws -> Simulation.Result {
    let script = try Script(text: "bytes 7\nmegabytes\n\(acts)")
    UI.runInBackground()
    return await Simulation.play(script, heals: false)
  }

  /// The rule is that no turn of the interface's thread takes longer than ``TurnTime/limit``.
  @Test(arguments: [
    "pass 3000\nkey Down\nkey Enter\npass 3000\nkey PageDown\nkey End\nkey c\npass 3000\nkey q\nkey r\npass 3000",
    "pass 12000\nkey Tab\nkey Down\npass 60\nkey Enter\npass 4000\nkey End\nkey J\npass 3000\nresize 40 12\npass 100",
    "pass 3000\nkey Tab\nkey Tab\nkey j\npass 300\nkey h\npass 300\nkey a\npass 12000\nresize 200 50\npass 1000",
  ])
  func noTurnIsLong(acts: String) async throws {
    let result = try await Self.play(acts)
    #expect(result.failure?.sentence == nil)
    #expect(result.longestTurn > 0 && result.frames > 3)
  }
}
