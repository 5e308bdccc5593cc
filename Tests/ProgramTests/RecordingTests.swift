import Foundation
import Recording
import Screen
import Signals
import Simulation
import Testing

extension ProgramTests {
  /// What `--record` writes is enough to see the session again.
  @Suite struct RecordingTests {
    init() { UI.runInBackground() }

    @Test func aRecordedSessionEndsAsItDidWhenItIsPlayedAgain() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try await story {
        let session = try TerminalSession(
          Program.script("--demo --no-state --record '\(file.path)' --record-bodies"), columns: 80, rows: 24)
        try session.wait(for: "TypeError")
        try session.press("j", "j", "Enter")
        try session.wait(for: "Top › Question")
        try session.wait(for: "accepted")
        // The end must not come between two pages of what was asked.
        try session.wait("all answers") { _ in Self.isAnswered(try? RecordedSession(path: file.path)) }
        try session.press("C-c")
        try session.wait(for: "exit status 0")
      }
      let recorded = try RecordedSession(path: file.path)
      let played = try await Self.play(recorded)
      #expect(played.remarks.isEmpty)
      #expect(Self.isTheSameBelowTheHeader(played.lastDifference), "\(played.report)")

      // The comparison sees it where a key is missing.
      var other = recorded
      other.lines.removeAll { $0.key == "Enter" }
      #expect(other.lines.count < recorded.lines.count)
      let playedOther = try await Self.play(other)
      #expect(!Self.isTheSameBelowTheHeader(playedOther.lastDifference))
    }

    /// Whether all that was asked has been answered, the list of changes to its last page.
    private static func isAnswered(_ session: RecordedSession?) -> Bool {
      guard let session else { return false }
      let ended = Set(session.lines.compactMap(\.end?.of))
      let requests = session.lines.compactMap(\.request).filter { !$0.url.contains("/stream/") }
      guard let last = requests.last(where: { $0.url.contains("list=recentchanges") }) else { return false }
      let page = session.lines.compactMap(\.bytes).filter { $0.of == last.number }.compactMap(\.text).joined()
      return !page.contains("rccontinue") && requests.allSatisfy { ended.contains($0.number) }
    }

    @UI private static func play(_ session: RecordedSession) throws -> Replay.Result { try Replay.play(session) }

    /// The header's figures change by themselves, and a frame may come a little earlier or later than it did.
    private static func isTheSameBelowTheHeader(_ difference: Replay.Difference?) -> Bool {
      Set(difference?.rows ?? []).isSubset(of: [0])
    }
  }
}
