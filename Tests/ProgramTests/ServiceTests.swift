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
        #expect(!screen.contains("demo"), "what is configured is not the demonstration")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func aServerThatDiesAndComesBackIsNoticedTwice() async throws {
      try await story {
        let station = try StationProcess()
        let session = try TerminalSession(Program.script(station.options))
        try session.wait("live data") { $0.contains("▌") && $0.contains("°C") }
        station.kill()
        try session.press("R")
        try session.wait("an error with the old data") {
          $0.contains("▌") && $0.contains("°C") && $0.lowercased().contains("connect")
        }
        let again = try StationProcess(port: station.port)
        try session.press("R")
        try session.wait("live again") { $0.contains("▌") && !$0.lowercased().contains("refused") }
        try session.press("q")
        try session.wait(for: "exit status 0")
        again.stop()
      }
    }

    @Test func withoutANetworkEveryPaneShowsTheDemonstration() async throws {
      try await story {
        // A network namespace would need privileges; a proxyless name that cannot resolve is what no network looks like.
        let session = try TerminalSession(Program.script(""))
        try session.wait("three demonstrations") { screen in
          screen.contains("▌") && screen.contains("°C") && screen.matches(of: /demo/).count >= 3
        }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func aPostedReadingSurvivesAKill() async throws {
      try await story {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "readings.sqlite").path
        let first = try StationProcess(database: database)
        let posted = try post(#"{"temperature": 37.5}"#, to: first)
        #expect(posted == "201")
        first.kill()
        let second = try StationProcess(database: database)
        let session = try TerminalSession(Program.script(second.options + " --pane conair"))
        try session.wait(for: "37.5")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    private func post(_ body: String, to station: StationProcess) throws -> String {
      let curl = Process()
      let output = Pipe()
      curl.executableURL = URL(filePath: "/usr/bin/env")
      curl.arguments = [
        "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-d", body, "http://\(station.base)/data",
      ]
      curl.standardOutput = output
      try curl.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      curl.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
