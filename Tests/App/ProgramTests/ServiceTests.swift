import Foundation
import Testing

extension ProgramTests {
  /// The program beside a station of its own process, and without any network.
  @Suite struct ServiceTests {
    @Test func configuredServicesComeFromTheStation() async throws {
      try await story {
        let station = try StationProcess()
        let session = try TerminalSession(Program.script(station.options))
        let screen = try session.wait("live data") { $0.contains("▌") && $0.contains("°C") && $0.contains("live") }
        #expect(!screen.lowercased().contains("demo"), "what is configured is not the demonstration")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func aServerThatDiesAndComesBackIsNoticedTwice() async throws {
      try await story {
        let station = try StationProcess.thatComesBack()
        let session = try TerminalSession(Program.script(station.options))
        try session.wait("live data") { $0.contains("▌") && $0.contains("°C") && $0.isLive("Wikipedia") }
        station.kill()
        try session.press("R")
        try session.wait("each pane's error, with the old data") {
          $0.contains("▌") && $0.contains("°C") && $0.contains("offline") && $0.troubleCount == 3
        }
        try withDatabase { database in
          // The new station has no reading but this one.
          let again = try StationProcess(database: database, port: station.port)
          #expect(try again.post(#"{"temperature": 37.5}"#) == "201")
          try session.press("R")
          try session.wait("live again in each pane") {
            $0.contains("▌") && $0.contains("37.5°C") && $0.isLive("Wikipedia")
              && $0.isLive("ConAir") && $0.troubleCount == 0
          }
          try session.press("q")
          try session.wait(for: "exit status 0")
          again.stop()
        }
      }
    }

    @Test func withoutANetworkEveryPaneShowsTheDemonstration() async throws {
      try await story {
        try NoNetwork.require()
        let session = try TerminalSession(Program.script("", through: NoNetwork.command))
        try session.wait("three demonstrations") { screen in
          screen.contains("▌") && screen.contains("°C") && screen.contains(" DEMO ")
        }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func liveNeverShowsTheDemonstration() async throws {
      try await story {
        try NoNetwork.require()
        let session = try TerminalSession(Program.script("--live", through: NoNetwork.command))
        let screen = try session.wait("the public services' errors, and a pane without a service") {
          $0.troubleCount == 2 && $0.contains("offline") && $0.contains("Name rooms in the settings")
        }
        #expect(!screen.contains("· demo") && !screen.contains("demo ·") && !screen.contains(" DEMO "))
        #expect(!screen.contains("°C"))
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func aPostedReadingSurvivesAKill() async throws {
      try await story {
        try withDatabase { database in
          let first = try StationProcess(database: database)
          let posted = try first.post(#"{"temperature": 37.5}"#)
          #expect(posted == "201")
          first.kill()
          let second = try StationProcess(database: database)
          let session = try TerminalSession(Program.script(second.options + " --pane conair"))
          try session.wait(for: "37.5")
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    private func withDatabase(_ body: (String) throws -> Void) throws {
      try withFolder { try body($0.appending(path: "readings.sqlite").path) }
    }
  }
}

extension String {
  /// How many panes tell their trouble on this screen; each says since when.
  var troubleCount: Int { matches(of: /since \d\d:\d\d/).count }

  /// Whether the border of a pane, which is the last one of its line, says that its data are live.
  func isLive(_ pane: String) -> Bool {
    split(separator: "\n").contains { $0.contains("╭─ \(pane) ") && $0.contains(" live ─╮") }
  }
}

/// A folder for one test, removed after it.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}
