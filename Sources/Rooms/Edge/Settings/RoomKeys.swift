import Foundation
import Model
import Rooms
import SettingsFile
import Text

/// A source of temperatures as the file describes it.
struct RoomDraft: Sendable {
  var name: SafeText?
  var conAir: URL?
  var prometheus: URL?
  var metrics: URL?
  var openMeteo: Coordinates?
  var homeAssistant: URL?
  var sensors: Bool?
  var query: String?
  var sensor: String?
  var entities: [String]?
  var user: String?
  var password: SecretSource?
  var token: SecretSource?
  var above: Double?
  var below: Double?
  var duration: TimeInterval?
  var ringsBell: Bool?
  var command: [String]?

  static let conAirKey = "conair"
  static let longestName = 40
  static let longestSensor = 100
  static let longestQuery = 1_000
  private static let source = "source"
  private static let web = ["http", "https"]

  static let keys = Keys<RoomDraft>(all: about + sources + details + secrets + limits, required: source)

  private static let about = [
    Key<RoomDraft>(
      "name", \.name, Form<SafeText>.line(maximum: longestName).optional, "What the room is called.",
      examples: ["Office"])
  ]

  private static let sources = [
    Key<RoomDraft>(
      conAirKey, \.conAir, Form<URL>.url(web).optional, "A ConAir server, by the address of its readings.",
      examples: ["\"http://pi.local:8642/data/\""], group: source),
    Key<RoomDraft>(
      "prometheus", \.prometheus, Form<URL>.url(web).optional, "A Prometheus server, by its base address.",
      examples: ["\"http://prometheus.local:9090\""], group: source, needs: [["query"]]
    ),
    Key<RoomDraft>(
      "metrics", \.metrics, Form<URL>.url(web).optional, "A page in the text format that Prometheus scrapes.",
      examples: ["\"http://pi.local:9100/metrics\""], group: source
    ),
    Key<RoomDraft>(
      "open-meteo", \.openMeteo, Form<Coordinates>.coordinates.optional,
      "The weather of a place, by its degrees north and east.", examples: ["\"52.52, 13.41\""], group: source
    ),
    Key<RoomDraft>(
      "home-assistant", \.homeAssistant, Form<URL>.url(web).optional, "A Home Assistant server.",
      examples: ["\"http://homeassistant.local:8123\""], group: source, needs: [["token-command", "token-file"]]
    ),
    Key<RoomDraft>(
      "sensors", \.sensors, Form<Bool>.choice(["this-machine": true]).optional,
      "The sensors of the machine that reactui runs on.", examples: ["this-machine"], group: source
    ),
  ]

  private static let details = [
    Key<RoomDraft>(
      "sensor", \.sensor, Form<String>.text(expected: "a sensor's name", maximum: longestSensor).optional,
      "Whose readings are shown, where the ConAir server has several sensors; its first sensor where the key is not given.",
      examples: ["cellar"], needs: [[conAirKey]]),
    Key<RoomDraft>(
      "query", \.query, Form<String>.text(expected: "an expression of Prometheus's", maximum: longestQuery).optional,
      "The expression whose series are shown.", examples: ["'avg by (rack) (temperature_celsius)'"],
      needs: [["prometheus"]]
    ),
    Key<RoomDraft>(
      "entities", \.entities, Form<[String]>.list(of: entity, count: 1...100, noun: "an entity").optional,
      "Which of Home Assistant's entities are shown; all temperatures where the key is not given.",
      examples: ["[sensor.office_temperature]"], needs: [["home-assistant"]]
    ),
  ]

  private static let secrets =
    [
      Key<RoomDraft>(
        "user", \.user, Form<String>.text(expected: "a user's name", maximum: 100).optional,
        "Who asks, where the server wants a name and a password.", examples: ["reader"],
        needs: [["prometheus", "metrics"], ["password-command", "password-file"]]
      )
    ]
    + Key.secret(
      "password", \.password, "the password", examples: ("pass show prometheus", "~/.config/reactui/prometheus"),
      group: "secret", needs: [["user"]]
    )
    + Key.secret(
      "token", \.token, "the token that the server wants",
      examples: ("pass show office", "~/.config/reactui/office"), group: "secret",
      needs: [[conAirKey, "prometheus", "metrics", "home-assistant"]])

  private static let beyond = [["above", "below"]]
  private static let limits = [
    Key<RoomDraft>(
      "above", \.above, Form<Double>.temperature.optional,
      "A limit: a temperature above it is an alarm, until it is back by 0.3 °C.", examples: ["26"]),
    Key<RoomDraft>(
      "below", \.below, Form<Double>.temperature.optional,
      "A limit: a temperature below it is an alarm, until it is back by 0.3 °C.", examples: ["5"]),
    Key<RoomDraft>(
      "for", \.duration, Form<TimeInterval>.duration(0...86_400).optional,
      "How long the temperature has to be beyond a limit before that is an alarm.", examples: ["10 min"],
      needs: beyond),
    Key<RoomDraft>(
      "bell", \.ringsBell, Form<Bool>.flag.optional, "The terminal's bell rings once for each alarm.",
      examples: ["true"], needs: beyond),
    Key<RoomDraft>(
      "run", \.command, Form<[String]>.command.optional,
      "A program that is run once for each alarm; no shell is involved. Its environment has ALARM_ROOM, ALARM_KIND, "
        + "ALARM_LIMIT, ALARM_VALUE, ALARM_SINCE and ALARM_SINCE_KNOWN.", examples: ["notify-send Office"],
      needs: beyond),
  ]

  private static let entityPattern = "^[a-z0-9_]+[.][a-z0-9_]+$"
  private static let entity = Form<String>.word(
    expected: "an entity's id, such as sensor.office_temperature", pattern: entityPattern)

  static func isEntity(_ id: String) -> Bool { id.range(of: entityPattern, options: .regularExpression) != nil }

  init() {}

  init(_ room: RoomSettings) {
    name = room.name
    switch room.source {
    case .conAir(let url, let sensor): (conAir, self.sensor) = (url, sensor)
    case .prometheus(let url, let query): (prometheus, self.query) = (url, query)
    case .metrics(let url): metrics = url
    case .openMeteo(let latitude, let longitude): openMeteo = Coordinates(latitude: latitude, longitude: longitude)
    case .homeAssistant(let url, let entities):
      (homeAssistant, self.entities) = (url, entities.isEmpty ? nil : entities)
    case .sensors: sensors = true
    }
    user = room.user
    if room.user == nil { token = room.secret } else { password = room.secret }
    above = room.limits.above
    below = room.limits.below
    duration = room.limits.duration == 0 ? nil : room.limits.duration
    ringsBell = room.limits.ringsBell ? true : nil
    command = room.limits.command
  }

  private var temperatureSource: RoomSettings.Source? {
    if let conAir { return .conAir(conAir, sensor: sensor) }
    if let prometheus, let query { return .prometheus(prometheus, query: query) }
    if let metrics { return .metrics(metrics) }
    if let openMeteo { return .openMeteo(latitude: openMeteo.latitude, longitude: openMeteo.longitude) }
    if let homeAssistant { return .homeAssistant(homeAssistant, entities: entities ?? []) }
    return sensors == true ? .sensors : nil
  }

  /// Returns the room, or records that its limits contradict each other and returns `nil`.
  func room(at place: SettingsPlace, _ reading: inout Reading) -> RoomSettings? {
    if let above, let below, below >= above {
      reading.tell("below must be less than above", at: place)
      return nil
    }
    guard let source = temperatureSource else { return nil }
    let limits = RoomSettings.Limits(
      above: above, below: below, duration: duration ?? 0, ringsBell: ringsBell ?? false, command: command)
    return RoomSettings(name: name, source: source, secret: token ?? password, user: user, limits: limits)
  }
}

/// A position on the earth in degrees.
struct Coordinates: Sendable, Hashable {
  var latitude: Double
  var longitude: Double
}

extension Form where Value == Coordinates {
  static var coordinates: Form {
    .scalar(
      expected: "degrees north and east, such as \"52.52, 13.41\"",
      schema: .object(["type": .text("string"), "pattern": .text("^[-+]?[0-9.]+ *, *[-+]?[0-9.]+$")]),
      parse: { text throws(Wrong) in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2 else { throw Wrong(predicate: "is not a pair of numbers") }
        let (latitude, longitude) = (try Wrong.number(parts[0]), try Wrong.number(parts[1]))
        guard abs(latitude) <= 90 else { throw Wrong(predicate: "has more than 90 degrees north or south") }
        guard abs(longitude) <= 180 else { throw Wrong(predicate: "has more than 180 degrees east or west") }
        return Coordinates(latitude: latitude, longitude: longitude)
      },
      write: { "\"\($0.latitude), \($0.longitude)\"" })
  }
}

extension Form where Value == Double {
  /// A temperature, in degrees Celsius unless it has another unit.
  static var temperature: Form {
    let range = -100.0...1_000.0
    return .scalar(
      expected: "a temperature in °C, such as 26, or with its unit, such as 79 °F",
      schema: .object([
        "anyOf": .list([
          .object(["type": .text("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
          ),
          .object(["type": .text("string"), "pattern": .text("^[-+]?[0-9.]+ *°?[CF]$")]),
        ])
      ]),
      parse: { text throws(Wrong) in
        var digits = text
        let unit = digits.last?.uppercased()
        if unit == "C" || unit == "F" {
          digits = digits.dropLast().trimmingCharacters(in: CharacterSet(charactersIn: " °"))
        }
        let number = try Wrong.number(digits)
        let celsius = unit == "F" ? TemperatureUnit.fahrenheit.celsius(of: number) : number
        if celsius < range.lowerBound { throw Wrong(predicate: "is too low") }
        if celsius > range.upperBound { throw Wrong(predicate: "is too high") }
        return celsius
      },
      write: { "\($0 == $0.rounded() ? "\(Int($0))" : "\($0)" as SafeText)" })
  }
}

extension Form where Value == RoomSettings {
  static let room = Form.record(
    "a room", keys: RoomDraft.keys, start: RoomDraft(),
    finish: { draft, node, reading in draft.room(at: node.place, &reading) }, draft: RoomDraft.init
  )
}

extension Form where Value == [RoomSettings] {
  static let rooms = Form.list(
    of: .room, count: 0...100, noun: "a room", inLines: true,
    sameness: { first, second in
      if first.source == second.source { return "asks for the same as" }
      return first.name != nil && first.name == second.name ? "has the same name as" : nil
    })
}

extension SubjectDescription {
  /// Rooms, for own commands and rules.
  static let rooms = SubjectDescription(
    .rooms, meaning: "above or below a temperature", examples: ["above 30"],
    command: "{ name: say it, in: rooms, run: [notify-send, --, \"{room}\", \"{value}\"] }"
  ) { text throws(ConditionMistake) in
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    var reading = Reading(tellsPaths: false)
    guard words.count == 2, let side = RoomLimit.Side(rawValue: words[0].lowercased()),
      let degrees = Form<Double>.temperature.read(.text(words[1], at: .flag("when")), &reading)
    else {
      throw ConditionMistake(
        "\(Quoted.text(text)) is no limit; give above or below and a temperature, such as above 30")
    }
    return .room(RoomLimit(side, degrees))
  }
}
