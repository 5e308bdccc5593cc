import Foundation
import Recording
import Screen
import Simulation
import Testing

extension ProgramTests {
  /// A session of the built program against a station, played again by the simulation.
  @Suite struct RecordedStationTests {
    /// Records a session, and returns the file's text.
    private static func record() async throws -> Data {
      let folder = FileManager.default.temporaryDirectory.appending(path: "recorded-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "session.rec")
      try await story {
        let station = try StationProcess()
        let session = try TerminalSession(
          Program.script("\(station.options) --no-state --record '\(file.path)' --record-bodies"))
        try session.wait("questions, edits and temperatures") {
          $0.contains("▌") && $0.contains("bcrypt") && $0.contains("/s") && $0.contains("°C")
        }
        try session.press("Down", "Tab", "Tab")
        try session.press("q")
        try session.wait(for: "exit status 0")
        station.stop()
      }
      return try Data(contentsOf: file)
    }

    /// Not every frame: two threads may have acted in another order (docs/decisions/recording.md).
    @Test func aRecordedSessionShowsTheSame() async throws {
      let data = try await Self.record()
      UI.runInBackground()
      let result = try await Replay.play(RecordedSession(data, name: "session.rec"))
      #expect(result.recordedFrames > 3)
      #expect(result.sameFrames * 4 >= result.recordedFrames * 3, "\(result)")

      // Where a frame was something else, that is seen.
      let text = String(decoding: data, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let others = lines.map { $0.contains("\"frame\":{") ? $0.replacing("bcrypt", with: "scrypt") : $0 }
      let changed = try await Replay.play(
        RecordedSession(Data(others.joined(separator: "\n").utf8), name: "session.rec"))
      #expect(changed.hash == result.hash && changed.recordedFrames == result.recordedFrames)
      #expect(changed.lastDifference != nil && changed.sameFrames < result.sameFrames)
    }
  }
}
