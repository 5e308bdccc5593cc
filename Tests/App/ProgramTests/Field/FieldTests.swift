import Foundation
import Testing

extension ProgramTests {
  /// Data as strangers' programs send it, and as their users reported it: the built program shows what is right, by
  /// `Tests/Samples/field`.
  @Suite struct FieldTests {
    // MARK: Pages of exporters

    @Test func ofOneTemperatureInTwoUnitsOneIsShownAndNoSetPoint() async throws {
      try await exporter("exporter-tado.txt") { rooms, error in
        #expect(Set(rooms.map(\.celsius)) == [19.5, 21, 5] && rooms.count == 3, "\(rooms)")
        for name in ["Hall", "Study"] { #expect(rooms.count { $0.name.contains(name) } == 1, "\(rooms)") }
        #expect(error.isEmpty, "\(error)")
      }
    }

    @Test func aWholePageShowsAllOfIt() async throws {
      try await exporter("exporter-esphome-whole.txt") { rooms, error in
        #expect(rooms.value(of: "attic") == 21.5 && rooms.value(of: "cellar") == 12.25 && rooms.count == 2, "\(rooms)")
        #expect(error.isEmpty, "\(error)")
      }
    }

    @Test func aPageThatWasCutOffShowsNoPartOfAValueAndSaysSo() async throws {
      try await exporter("exporter-esphome-cut.txt", "above: 0.5") { rooms, error in
        #expect(rooms.value(of: "attic") == 21.5, "\(rooms)")
        #expect(!rooms.contains { $0.celsius == 1 }, "\(rooms)")
        #expect((rooms.map(\.line).joined() + error).contains("cut"), "\(rooms) \(error)")
      }
    }

    @Test(arguments: [
      ("exporter-temperature-c.txt", ["larder": 14.2]),
      ("exporter-bom.txt", ["attic": 21.5, "cellar": 12.25]),
      ("exporter-homeassistant.txt", ["Attic Temperature": 21.5, "Hall Temperature": 19.25]),
      ("5-smartmon/page.txt", ["smartmon": 31]),
    ])
    func thePagesOfSmallProgramsAreRead(file: String, expected: [String: Double]) async throws {
      try await exporter(file) { rooms, error in
        #expect(rooms.count == expected.count, "\(rooms)")
        for (name, celsius) in expected { #expect(rooms.value(of: name) == celsius, "\(name): \(rooms)") }
        #expect(error.isEmpty, "\(error)")
      }
    }

    @Test func aHeadOfLineFeedsAloneIsRead() async throws {
      let answer = try sample("http-lf-head.bin")
      try await story {
        let relay = try FaultyRelay()
        try relay.set(.says(answer))
        let (rooms, error) = try rooms("{ metrics: \"http://\(relay.authority)/metrics\" }")
        #expect(rooms.value(of: "attic") == 21.5 && rooms.count == 1, "\(rooms) \(error)")
      }
    }

    // MARK: Home Assistant

    @Test func aDifferenceOfTemperaturesIsNoRoom() async throws {
      try await homeAssistant("home-assistant-delta.json", recorded: ["sensor.attic_temperature"]) { rooms, _ in
        #expect(rooms.count == 1 && rooms.value(of: "Attic") == 21.5, "\(rooms)")
      }
    }

    @Test func whatHasNoHistoryHasATemperatureOfNow() async throws {
      try await homeAssistant("home-assistant-unrecorded.json", recorded: ["sensor.attic_temperature"]) { rooms, _ in
        #expect(rooms.value(of: "Attic") == 21.5 && rooms.value(of: "Cellar") == 12.5, "\(rooms)")
        #expect(!rooms.contains { $0.line.contains("no such entity") }, "\(rooms)")
      }
    }

    @Test func roomsOfTheSameNameDiffer() async throws {
      try await homeAssistant(
        "home-assistant-same-names.json", recorded: ["sensor.kitchen_temperature", "sensor.cellar_temperature"]
      ) { rooms, base in
        #expect(rooms.count == 2 && Set(rooms.map(\.name)).count == 2, "\(rooms)")
        #expect(Set(rooms.map(\.celsius)) == [21.5, 12.5], "\(rooms)")
      }
    }

    @Test func oneAttributeThatIsNoNumberCostsNoOtherEntity() async throws {
      try await homeAssistant(
        "home-assistant-nan.json", recorded: ["sensor.attic_temperature"],
        extra: ", entities: [sensor.attic_temperature, climate.hall]"
      ) { rooms, _ in
        #expect(rooms.value(of: "Attic") == 21.5 && rooms.value(of: "Hall") == nil, "\(rooms)")
        #expect(rooms.count == 2, "Hall is unknown, and listed: \(rooms)")
      }
    }

    // MARK: Stack Exchange

    @Test func charactersAreReferredToAsBrowsersReadThem() async throws {
      let page = try sample("question-character-references.json")
      try await story {
        let relay = try FaultyRelay()
        try relay.set(
          .serves(["/2.3/questions/1/answers": json(#"{"items":[],"has_more":false}"#), "/2.3/": json(page)]))
        let options = ["--stack-exchange-url", "http://\(relay.authority)/2.3", "--json"]
        let list = try Program.run(["questions"] + options)
        #expect(list.output.contains(#""title":"It’s a dash–here…""#), "\(list)")
        let question = try Program.run(["read", "1"] + options)
        #expect(question.output.contains("It’s a dash–here… and €5"), "\(question)")
      }
    }

    // MARK: Settings, variables and keys

    @Test func wordsThatYAMLTakesForOtherThingsStayWords() async throws {
      let file = try path("settings-plain-words.yaml")
      try await story {
        let result = try Program.run(["config", "--config", file])
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
        for word in [
          "3.10", "No", "no", "\"y\"", "on", "0x1F", "0123", "12:30", "12:30:00", "1e3", "1_000", "2024-01-01", ".5",
          ".net", "c#", "c++", "1.10",
        ] {
          let bare = word.filter { $0 != "\"" }
          #expect(result.output.contains(bare), "\(word): \(result.output)")
        }
      }
    }

    @Test func aWikiByItsCodeIsThatWikiOrAMistakeWithItsLine() async throws {
      let file = try path("settings-wikis-by-code.yaml")
      try await story {
        let result = try Program.run(["config", "--config", file])
        let isRead = result.status == 0 && result.output.contains("dewiki")
        let isTold = result.status == 78 && result.error.contains(":2:")
        #expect(isRead || isTold, "\(result)")
      }
    }

    @Test func aProxyIsAskedWithUserAndPasswordAsTheyStand() async throws {
      let lines = String(decoding: try sample("proxies.txt"), as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(lines.count == 5)
      try await story {
        let refusal = Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8)
        for line in lines {
          let relay = try FaultyRelay()
          try relay.set(.says(refusal))
          let proxy = line.replacing("127.0.0.1:1", with: relay.authority)
          let result = try Program.run(
            ["questions", "--stack-exchange-url", "https://stackexchange.invalid/2.3"],
            environment: ["HTTPS_PROXY": proxy, "https_proxy": proxy])
          guard line != lines.last else {
            #expect(result.status == 64 && result.error.split(separator: "\n").count == 1, "\(line): \(result)")
            continue
          }
          #expect(result.status == 69, "\(line): \(result)")
          let credentials = line.dropFirst("http://".count).split(separator: "@")[0]
          let header = "basic \(Data(credentials.utf8).base64EncodedString())"
          #expect(
            relay.heads.contains { $0.hasPrefix("CONNECT ") && $0.lowercased().contains(header.lowercased()) },
            "\(line): \(relay.heads) \(result)")
        }
      }
    }

    @Test func theKeypadTypesDigitsAndSignsWhateverItsMode() async throws {
      let lines = String(decoding: try sample("keypad-application-mode.txt"), as: UTF8.self).split(separator: "\n")
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "▌")
        try session.press("/")
        for line in lines where !line.hasPrefix("kpEnter") {
          let bytes = line.split(separator: " ")[1]
          let text = stride(from: 0, to: bytes.count, by: 2).map { offset in
            let start = bytes.index(bytes.startIndex, offsetBy: offset)
            return Character(Unicode.Scalar(UInt8(bytes[start..<bytes.index(start, offsetBy: 2)], radix: 16) ?? 0))
          }
          try session.type(String(text))
        }
        try session.wait(for: "0123456789+-.")
      }
    }
  }
}

// MARK: - What the tests share

/// A line of `reactui rooms --json`.
struct PrintedRoom: CustomStringConvertible {
  var name: String
  var celsius: Double?
  var line: String

  init?(_ line: Substring) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let name = object["room"] as? String
    else { return nil }
    self.name = name
    celsius = object["celsius"] as? Double
    self.line = String(line)
  }

  var description: String { line }
}

extension [PrintedRoom] {
  /// The temperature of the only room with this name; `nil` if there is none or more than one.
  func value(of name: String) -> Double? {
    let found = filter { $0.name.localizedCaseInsensitiveContains(name) }
    return found.count == 1 ? found[0].celsius : nil
  }
}

private func path(_ file: String) throws -> String {
  URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Samples/field/\(file)").standardized.path
}

func sample(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(file)))) }

func answer(_ type: String, _ body: [UInt8]) -> [UInt8] {
  Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8)
    + body
}

func json(_ body: [UInt8]) -> [UInt8] { answer("application/json", body) }
func json(_ body: String) -> [UInt8] { json(Array(body.utf8)) }

/// What `reactui rooms --json` prints with this room in the settings.
func rooms(_ room: String) throws -> (rooms: [PrintedRoom], error: String) {
  var result: (rooms: [PrintedRoom], error: String) = ([], "")
  try withFolder { folder in
    let token = folder.appending(path: "token")
    try Data("a-token\n".utf8).write(to: token)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
    let settings = folder.appending(path: "config.yaml")
    try Data("rooms:\n  - \(room.replacing("TOKEN", with: token.path))\n".utf8).write(to: settings)
    let run = try Program.run(["rooms", "--json", "--config", settings.path])
    result = (run.output.split(separator: "\n").compactMap(PrintedRoom.init), run.error)
  }
  return result
}

/// Serves a page of the samples as an exporter does, and looks at the rooms of it.
func exporter(
  _ file: String, _ more: String? = nil, check: @escaping @Sendable ([PrintedRoom], String) throws -> Void
) async throws {
  let page = try sample(file)
  try await story {
    let relay = try FaultyRelay()
    try relay.set(.serves(["/metrics": answer("text/plain; version=0.0.4", page)]))
    let (rooms, error) = try rooms(
      "{ metrics: \"http://\(relay.authority)/metrics\"\(more.map { ", \($0)" } ?? "") }")
    try check(rooms, error)
  }
}

/// Serves a list of states as Home Assistant does, and looks at the rooms of it.
///
/// - Parameter recorded: The entities that have a history: their state since an hour ago.
private func homeAssistant(
  _ file: String, recorded: [String], extra: String = "",
  check: @escaping @Sendable ([PrintedRoom], _ base: String) throws -> Void
) async throws {
  let states = try sample(file)
  try await story {
    let relay = try FaultyRelay()
    let text = String(decoding: states, as: UTF8.self)
    let all =
      try JSONSerialization.jsonObject(with: Data(text.replacing("NaN", with: "null").utf8)) as? [[String: Any]] ?? []
    let then = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -3_600))
    let history = try JSONSerialization.data(
      withJSONObject: all.filter { recorded.contains($0["entity_id"] as? String ?? "") }
        .map { [$0.merging(["last_changed": then, "last_updated": then]) { $1 }] })
    var answers = [
      "/api/states": json(states), "/api/config": json(#"{"unit_system":{"temperature":"°C"}}"#),
      "/api/history/period/": json(Array(history)),
    ]
    // Each entity alone, a line of the file, as it stands there.
    for line in text.split(separator: "\n") {
      guard let id = line.firstMatch(of: /"entity_id":"([^"]*)"/)?.output.1 else { continue }
      answers["/api/states/\(id)"] = json(line.trimmingCharacters(in: CharacterSet(charactersIn: "[], ")))
    }
    try relay.set(.serves(answers))
    let base = "http://\(relay.authority)"
    let (rooms, error) = try rooms("{ home-assistant: \"\(base)\", token-file: TOKEN\(extra) }")
    #expect(!rooms.isEmpty, "\(error)")
    try check(rooms, base)
  }
}
