import Foundation
import Testing

extension ProgramTests {
  /// Limits of rooms, in the whole program.
  @Suite struct AlarmTests {
    private final class Folder {
      let path = FileManager.default.temporaryDirectory.appending(path: "reactui-alarms-\(UUID().uuidString)").path

      init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      func write(_ settings: String) throws {
        try Data(settings.utf8).write(to: URL(filePath: "\(path)/config.yaml"))
      }

      func text(of name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
    }

    private static func post(_ celsius: Double, to station: StationProcess) throws {
      #expect(try station.post("{\"temperature\": \(celsius)}") == "201")
    }

    @Test func anAlarmRunsItsProgramOnceAndIsShown() async throws {
      try await story {
        let (station, folder) = (try StationProcess(), try Folder())
        try Self.post(20, to: station)
        try folder.write(
          """
          conair: { poll-every: 1 s }
          rooms:
            - name: Office
              conair: "http://\(station.base)/data/"
              above: 26
              run: [sh, -c, "env | grep ^ALARM_ | sort >> '\(folder.path)/ran'; exit 3"]
          """)
        let session = try TerminalSession(
          Program.script("--config '\(folder.path)/config.yaml' --pane conair --no-state"))
        try session.wait("the room") { $0.contains("20.0°C") }
        try Self.post(27.5, to: station)
        try session.wait("the alarm") { $0.contains("! 1 alarm") && $0.contains("! above 26°C") }
        try session.wait("what became of its program") { $0.contains("Office: sh ended with status 3") }
        let lines = folder.text(of: "ran").split(separator: "\n")
        #expect(lines.count == 6, "\(lines)")
        for line in [
          "ALARM_SINCE_KNOWN=yes", "ALARM_ROOM=Office", "ALARM_KIND=above", "ALARM_LIMIT=26.00", "ALARM_VALUE=27.50",
        ] {
          #expect(lines.contains { $0 == line }, "\(lines)")
        }
        try Self.post(20, to: station)
        try session.wait("its end") { !$0.contains("! 1 alarm") }
        #expect(folder.text(of: "ran").split(separator: "\n").count == 6)
        station.stop()
      }
    }

    @Test func limitsAreWatchedWithoutThePane() async throws {
      try await story {
        let (station, folder) = (try StationProcess(), try Folder())
        try Self.post(20, to: station)
        try folder.write(
          """
          conair: { poll-every: 1 s }
          layout: { panes: [wikipedia] }
          rooms: [{ name: Office, conair: "http://\(station.base)/data/", above: 26, run: [sh, -c, exit 3] }]
          """)
        let session = try TerminalSession(
          Program.script("--config '\(folder.path)/config.yaml' --wiki-url ws://\(station.base)/wiki --no-state"))
        try session.wait("the pane") { $0.contains("Wikipedia") }
        // What begins after the start is news, whenever the room is looked at first; the server tells whole seconds.
        let time = Date(timeIntervalSinceNow: 2).formatted(.iso8601)
        #expect(try station.post("{\"ts\": \"\(time)\", \"temperature\": 27.5}") == "201")
        try session.wait("what became of its program") { $0.contains("Office: sh ended with status 3") }
        station.stop()
      }
    }

    @Test func aScriptFollowsAlarms() async throws {
      try await story {
        let (station, folder) = (try StationProcess(), try Folder())
        try Self.post(20, to: station)
        try folder.write(
          """
          conair: { poll-every: 1 s }
          rooms: [{ name: Office, conair: "http://\(station.base)/data/", below: 5 }]
          """)
        let process = try ChildProcess(
          [Program.path, "temperatures", "--follow", "--json", "--config", "\(folder.path)/config.yaml"],
          environment: ProcessInfo.processInfo.environment)
        var text = String(decoding: process.output.availableData, as: UTF8.self)
        try Self.post(3.5, to: station)
        while !text.contains(#""kind":"#) {
          let data = process.output.availableData
          if data.isEmpty { break }
          text += String(decoding: data, as: UTF8.self)
        }
        process.send(SIGINT)
        _ = process.finish()
        let schema = try ScriptingSchema(of: "temperatures")
        let lines = text.split(separator: "\n").map(String.init)
        for line in lines { #expect(schema.mistakes(in: line) == []) }
        #expect(lines.last?.contains(#""event":{"kind":"below","limit":5.0,"#) == true, "\(lines)")
        station.stop()
      }
    }
  }
}
