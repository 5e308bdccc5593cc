import Foundation
import Testing

extension ProgramTests {
  /// `reactui temperatures` with several rooms.
  @Suite struct RoomsTests {
    /// A folder with settings and a fake `/sys`.
    private final class Folder {
      let path = FileManager.default.temporaryDirectory.appending(path: "reactui-rooms-\(UUID().uuidString)").path

      init(_ settings: String) throws {
        let zone = "\(path)/sys/class/thermal/thermal_zone0"
        try FileManager.default.createDirectory(atPath: zone, withIntermediateDirectories: true)
        try Data("acpitz\n".utf8).write(to: URL(filePath: "\(zone)/type"))
        try Data("41250\n".utf8).write(to: URL(filePath: "\(zone)/temp"))
        try Data(settings.utf8).write(to: URL(filePath: "\(path)/config.yaml"))
      }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      func run(_ arguments: String...) throws -> Program.Result { try run(["temperatures"], arguments) }

      func run(_ command: [String], _ arguments: [String] = []) throws -> Program.Result {
        try Program.run(
          command + ["--config", "\(path)/config.yaml"] + arguments,
          environment: ["REACTUI_SYS_ROOT": "\(path)/sys"])
      }
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

    @Test func allRoomsArePrintedAndOneThatFailsTakesNoneAway() async throws {
      try await story {
        let station = try StationProcess()
        let officeRoom = "{ name: Office, conair: \"http://\(station.base)/data/\" }"
        let both = try Folder("rooms:\n  - \(officeRoom)\n  - { sensors: this-machine }\n")
        let result = try both.run("--json")
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        let office = lines(result.output).filter { $0.contains(#""source":"conair""#) }
        #expect(!office.isEmpty && office.allSatisfy { $0.contains(#""room":"Office""#) })
        let machine = lines(result.output).filter { $0.contains(#""source":"this-machine""#) }
        #expect(machine.count == 1)
        let end =
          #""room":"acpitz","celsius":41.25,"source":"this-machine","unit":"celsius","min":41.25,"max":41.25,"event":null}"#
        #expect(machine.first?.hasSuffix(end) == true, "\(machine)")
        let schema = try ScriptingSchema(of: "temperatures")
        for line in lines(result.output) { #expect(schema.mistakes(in: line) == []) }

        let named = try both.run("--room", "OFFICE")
        #expect(!named.output.isEmpty && lines(named.output).allSatisfy { $0.hasSuffix("Office") }, "\(named)")

        let unknown = try both.run("--room", "Cellar")
        #expect(unknown.status == 64 && unknown.output.isEmpty)
        #expect(unknown.error == "reactui: There is no room \"Cellar\"; the rooms are Office, acpitz.\n")

        let followed = try both.run("--follow", "--room", "Cellar")
        #expect(followed.status == 64 && followed.output.isEmpty)
        #expect(followed.error == unknown.error, "once each source has answered")

        let month = try both.run("--since", "30d", "--room", "Office", "--json")
        #expect(month.status == 0 && lines(month.output).count <= 11_000 && month.error.isEmpty, "\(month.error)")
        #expect(try both.run("--since", "366d").status == 64)

        let broken = try Folder("rooms:\n  - { name: Gone, conair: \"http://127.0.0.1:1/data/\" }\n  - \(officeRoom)\n")
        let partial = try broken.run()
        #expect(partial.status == 69 && lines(partial.error).count == 1, "\(partial.error)")
        #expect(partial.error.contains("127.0.0.1"))
        #expect(!partial.output.isEmpty && lines(partial.output).allSatisfy { $0.hasSuffix("Office") })
        station.stop()
      }
    }

    @Test func roomsAreListedWithTheirLatest() async throws {
      try await story {
        let station = try StationProcess()
        let folder = try Folder(
          """
          rooms:
            - { name: Office, conair: "http://\(station.base)/data/" }
            - { sensors: this-machine }
            - { name: Gone, metrics: "http://127.0.0.1:1/metrics" }
          """)
        let list = try folder.run(["rooms"])
        #expect(list.status == 0 && list.error.isEmpty, "\(list.error)")
        let rows = lines(list.output)
        #expect(
          rows.count == 3 && rows[0].hasPrefix("Office  ")
            && rows[0].hasSuffix("  ConAir at http://\(station.base)/data/"))
        #expect(rows[1].hasPrefix("acpitz  41.2 °C") && rows[2].contains("silent: "), "\(rows)")
        let none = try Program.run(["rooms"])
        #expect(none.status == 64 && none.error.contains("no ConAir server to ask"), "\(none)")
        let json = try folder.run(["rooms"], ["--json"])
        let schema = try ScriptingSchema(of: "rooms")
        #expect(lines(json.output).count == 3)
        for line in lines(json.output) { #expect(schema.mistakes(in: line) == []) }
        station.stop()
      }
    }

    @Test func whatIsDiscoveredCanBePutIntoTheSettings() async throws {
      try await story {
        let station = try StationProcess()
        let found = try Folder("").run(["rooms", "discover", "http://\(station.base)"])
        #expect(found.status == 0 && found.error.isEmpty, "\(found)")
        #expect(
          lines(found.output) == [
            "# Station at http://\(station.base)/data/",
            "  - { name: invented, conair: \"http://\(station.base)/data/\", sensor: invented }",
          ])
        let room = try Folder("rooms:\n" + found.output).run("--json")
        #expect(room.status == 0 && room.output.contains(#""room":"invented""#), "\(room)")

        let here = try Folder("").run(["rooms", "discover"])
        #expect(lines(here.output) == ["# This machine's sensors", "  - { sensors: this-machine }"])
        let schema = try ScriptingSchema(of: "rooms discover")
        let json = try Folder("").run(["rooms", "discover"], ["--json"])
        #expect(lines(json.output).flatMap(schema.mistakes) == [])

        let nothing = try Folder("").run(["rooms", "discover", "http://127.0.0.1:1"])
        #expect(nothing.status == 69 && nothing.output.isEmpty && nothing.error.contains("refused"), "\(nothing)")
        #expect(try Folder("").run(["rooms", "discover", "pi.local"]).status == 64)
        station.stop()
      }
    }

    /// What is discovered at a Home Assistant whose entities have the names of `states`, each put into the settings.
    @Test(arguments: [
      ["Temperature", "Temperature"], ["temperature", "Temperature"],
      [String](repeating: String(repeating: "n", count: 60), count: 2),
      ["yes", "null", "~", "- a", "# b", "a: b", "\u{1F600}", "{x}", "'", "\\\"", ""],
      ["Attic", "Attic (one_temperature)", "Attic"],
    ])
    func whatIsDiscoveredIsAcceptedByTheSettings(names: [String]) async throws {
      try await story {
        let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
        let states = zip(numbers, names).map { number, name in
          [
            "entity_id": "sensor.\(number)_temperature", "state": "21.5",
            "attributes": ["device_class": "temperature", "unit_of_measurement": "°C", "friendly_name": name],
          ] as [String: Any]
        }
        let body = try JSONSerialization.data(withJSONObject: states)
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let relay = try FaultyRelay()
        try relay.set(.says(Array(head.utf8) + body))
        let found = try Folder("").run(["rooms", "discover", "http://\(relay.authority)"])
        #expect(found.status == 0, "\(found)")
        #expect(lines(found.output).count == 1 + names.count, "\(found.output)")
        let folder = try Folder("")
        let token = "\(folder.path)/token"
        #expect(
          FileManager.default.createFile(
            atPath: token, contents: Data("token".utf8), attributes: [.posixPermissions: 0o600]))
        let rooms = found.output.replacing("~/.config/reactui/home-assistant", with: token)
        try Data("rooms:\n\(rooms)".utf8).write(to: URL(filePath: "\(folder.path)/config.yaml"))
        let settings = try folder.run(["config"])
        #expect(settings.status == 0 && settings.error.isEmpty, "\(found.output)\n\(settings.error)")
      }
    }

    @Test func aConAirServerOfTheSettingsIsAskedOnce() async throws {
      try await story {
        let station = try StationProcess()
        let folder = try Folder(
          """
          rooms:
            - { name: Office, conair: "http://\(station.base)/data/" }
            - { name: Cellar, conair: "http://\(station.base)/data/", sensor: invented }
            - { name: Page, metrics: "http://\(station.base)/metrics" }
          """)
        let expected = [
          "# Station at http://\(station.base)/data/",
          "  - { name: invented, conair: \"http://\(station.base)/data/\", sensor: invented }",
        ]
        let all = try folder.run(["rooms", "discover"])
        #expect(all.status == 0 && Array(lines(all.output).dropFirst(2)) == expected, "\(all)")
        let one = try folder.run(["rooms", "discover", "http://\(station.base)/data/"])
        #expect(one.status == 0 && lines(one.output) == expected, "\(one)")
        station.stop()
      }
    }

    @Test func thePaletteListsWhatCouldBeShown() async throws {
      try await story {
        let station = try StationProcess()
        let folder = try Folder("rooms: [{ conair: \"http://\(station.base)/data/\" }]\n")
        let session = try TerminalSession(
          Program.script("--config '\(folder.path)/config.yaml' --pane conair --no-state"),
          environment: ["REACTUI_SYS_ROOT": "\(folder.path)/sys"])
        try session.wait("a temperature") { $0.contains("°C") }
        try session.press(":")
        try session.type("rooms to add")
        try session.wait(for: "find rooms to add")
        try session.press("Enter")
        try session.wait("this machine and the station") {
          $0.contains("- { sensors: this-machine }") && $0.contains("{ name: invented, conair: ")
        }
        try session.press("y")
        try session.wait("the line is copied") { $0.lowercased().contains("copied") }
        station.stop()
      }
    }

    @Test func withNothingConfiguredThisMachineIsPrinted() async throws {
      try await story {
        let result = try Folder("").run()
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        #expect(lines(result.output).count == 1 && result.output.contains("41.2 °C  acpitz"), "\(result.output)")
      }
    }
  }
}
