import Foundation
import Testing

extension ProgramTests {
  /// What strangers' programs say of their temperatures beside the numbers, served to the built program: what they are, and
  /// whether they are still there.
  @Suite struct RoomFieldTests {
    // MARK: Units that a query's text says

    @Test func aQueryThatTakesTheNameAwayKeepsItsUnit() async throws {
      let lines = String(decoding: try sample("5-prometheus-nameless/instant.json"), as: UTF8.self).split(
        separator: "\n")
      #expect(lines.count == 3)
      let expected = [5.0, 5, 20]
      try await story {
        for (line, celsius) in zip(lines, expected) {
          let given = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
          let query = try #require(given["query"] as? String)
          let relay = try FaultyRelay()
          try relay.set(.serves(Self.prometheus(given)))
          let (rooms, error) = try rooms("{ prometheus: \"http://\(relay.authority)\", query: \"\(query)\" }")
          #expect(rooms.count == 1 && rooms[0].celsius.map { abs($0 - celsius) < 0.001 } == true, "\(rooms) \(error)")
        }
      }
    }

    /// The answers of a Prometheus to a query of one series.
    private static func prometheus(_ given: [String: Any]) throws -> [String: [UInt8]] {
      let now = Date().timeIntervalSince1970.rounded()
      let labels = try #require((given["series"] as? [[String: String]])?.first)
      func series(_ part: String, _ value: String, _ key: String) -> [String: Any] {
        let sample: [Any] = [now, value]
        let metric = labels.merging(["reactui_part": part]) { $1 }
        if key == "value" { return ["metric": metric, key: sample] }
        return ["metric": metric, key: [sample]]
      }
      func answer(_ type: String, _ series: [[String: Any]]) throws -> [UInt8] {
        let body: [String: Any] = ["status": "success", "data": ["resultType": type, "result": series]]
        return json(Array(try JSONSerialization.data(withJSONObject: body)))
      }
      let value = try #require(given["value"] as? String)
      return [
        "/api/v1/query": try answer("vector", [series("last", value, "value"), series("age", "3", "value")]),
        "/api/v1/query_range": try answer("matrix", ["min", "mean", "max"].map { series($0, value, "values") }),
      ]
    }

    // MARK: Home Assistant

    @Test func aDeadSensorOnHomeAssistantsPageIsSilent() async throws {
      try await exporter("5-home-assistant-page-unavailable/page.txt") { rooms, _ in
        #expect(rooms.value(of: "Attic") == 21.5 && rooms.value(of: "Cellar") == nil, "\(rooms)")
        #expect(rooms.contains { $0.name.contains("Cellar") && $0.line.contains("unavailable") }, "\(rooms)")
      }
    }

    private static func date(_ ago: TimeInterval) -> String {
      ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -ago))
    }

    /// The answers of a Home Assistant with these states, whose history knows its entities for ever.
    private static func homeAssistant(_ states: [[String: Any]], history: [[[String: Any]]]) throws -> [String: [UInt8]]
    {
      func json(_ object: Any) throws -> [UInt8] {
        jsonAnswer(try JSONSerialization.data(withJSONObject: object))
      }
      var answers = [
        "/api/states": try json(states), "/api/config": try json(["unit_system": ["temperature": "°C"]]),
        "/api/history/period/": try json(history),
      ]
      for state in states { answers["/api/states/\(state["entity_id"] ?? "")"] = try json(state) }
      return answers
    }

    private static func jsonAnswer(_ data: Data) -> [UInt8] { answer("application/json", Array(data)) }

    @Test func aUnitThatChangedWithinTheDayIsToldAndWhatIsCertainIsShown() async throws {
      let lists = try JSONSerialization.jsonObject(with: Data(sample("5-home-assistant-unit-change/history.json")))
      let history = try #require((lists as? [[[String: Any]]])?.first).map { state -> [String: Any] in
        let time = Self.date(state["ago"] as? Double ?? 0)
        return state.filter { $0.key != "ago" }.merging(["last_changed": time, "last_updated": time]) { $1 }
      }
      let answers = try Self.homeAssistant([try #require(history.last)], history: [history])
      try await story {
        let relay = try FaultyRelay()
        try relay.set(.serves(answers))
        let (rooms, error) = try rooms("{ home-assistant: \"http://\(relay.authority)\", token-file: TOKEN }")
        #expect(rooms.value(of: "Attic") == 21.5 && rooms.count == 1, "\(rooms) \(error)")
        #expect(!(rooms.map(\.line).joined() + error).contains("no history"), "\(rooms) \(error)")
        #expect(rooms.allSatisfy { $0.line.contains("its unit has changed") }, "\(rooms)")
      }
    }

    @Test func whatIsRenamedIsSilentItsAlarmEndsAndItsNewNameIsThere() async throws {
      let states = try #require(
        try JSONSerialization.jsonObject(with: Data(sample("5-home-assistant-renamed/states.json"))) as? [[String: Any]]
      )
      let history = states.map { [$0.merging(["last_changed": Self.date(3_600)]) { $1 }] }
      let renamed = states.map { state -> [String: Any] in
        guard state["entity_id"] as? String == "sensor.cellar" else { return state }
        return ["entity_id": "sensor.cellar_2", "state": "16.5", "attributes": state["attributes"] ?? [:]]
      }
      let (before, after) = (
        try Self.homeAssistant(states, history: history), try Self.homeAssistant(renamed, history: history)
      )
      try await story {
        let relay = try FaultyRelay()
        try relay.set(.serves(before))
        try withFolder { folder in
          let token = folder.appending(path: "token")
          try Data("a-token\n".utf8).write(to: token)
          try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
          let settings = folder.appending(path: "config.yaml")
          try Data(
            """
            conair: { poll-every: 1 s }
            rooms: [{ home-assistant: "http://\(relay.authority)", token-file: \(token.path), below: 15 }]
            """.utf8
          ).write(to: settings)
          let session = try TerminalSession(Program.script("--config '\(settings.path)' --pane conair --no-state"))
          try session.wait("the alarm") { $0.contains("12.5") && $0.contains("21.5") && $0.contains("! 1 alarm") }
          try relay.set(.serves(after))
          try session.wait("the new name, and no alarm") { $0.contains("16.5") && !$0.contains("! 1 alarm") }
          // The legend cuts the end of the sentence.
          try session.wait("that the old one is gone") { $0.contains("its source no") }
        }
      }
    }

    // MARK: Clocks

    /// A server whose clock is a quarter of an hour off, which dates what it has just read by it.
    @Test(arguments: [-900.0, 900]) func aServerIsJudgedByItsOwnClockAndTheDifferenceIsTold(lead: Double) async throws {
      try await story {
        let relay = try FaultyRelay()
        let time = Date(timeIntervalSinceNow: lead)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let page = Array("attic_celsius 21.5 \(Int(time.timeIntervalSince1970 - 3) * 1_000)\n".utf8)
        let head = "text/plain; version=0.0.4\r\nDate: \(formatter.string(from: time))"
        try relay.set(.serves(["/metrics": answer(head, page)]))
        let room = "{ metrics: \"http://\(relay.authority)/metrics\" }"
        let (rooms, error) = try rooms(room)
        #expect(rooms.value(of: "attic") == 21.5, "\(error)")
        #expect(rooms.allSatisfy { $0.line.contains(#""silence":null"#) }, "\(rooms)")
        try withFolder { folder in
          let settings = folder.appending(path: "config.yaml")
          try Data("rooms:\n  - \(room)\n".utf8).write(to: settings)
          let words = "15 min \(lead > 0 ? "ahead" : "behind")"
          let nobody = "http://127.0.0.1:1"
          let check = try Program.run([
            "check", "--config", settings.path, "--stack-exchange-url", "\(nobody)/2.3", "--wiki-url", "\(nobody)/",
          ])
          #expect(check.output.contains("the server's clock is \(words)"), "\(check)")
          let session = try TerminalSession(Program.script("--config '\(settings.path)' --pane conair --no-state"))
          try session.wait("the room") { $0.contains("21.5") }
          try session.press("D")
          try session.wait("its clock") { $0.contains("the server's clock") && $0.contains(words) }
        }
      }
    }
  }
}
