import Foundation
import Model
import Text

/// A source of temperatures as the file tells of it.
struct RoomDraft: Sendable {
  var name: SafeText?
  var conAir: URL?
  var prometheus: URL?
  var metrics: URL?
  var openMeteo: Coordinates?
  var homeAssistant: URL?
  var sensors: Bool?
  var query: String?
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
  static let sources = [conAirKey, "prometheus", "metrics", "open-meteo", "home-assistant", "sensors"]
  private static let web = ["http", "https"]

  static let keys = Keys<RoomDraft>(
    all: [
      Key("name", \.name, Form<SafeText>.line(maximum: 40).optional, "What the room is called.", examples: ["Office"]),
      Key(
        conAirKey, \.conAir, Form<URL>.url(web).optional, "A ConAir server, by the address of its readings.",
        examples: ["\"http://pi.local:8642/data/\""]),
      Key(
        "prometheus", \.prometheus, Form<URL>.url(web).optional, "A Prometheus server, by its base address.",
        examples: ["\"http://prometheus.local:9090\""]),
      Key(
        "query", \.query, Form<String>.text(expected: "an expression of Prometheus's").optional,
        "The expression whose series are shown.", examples: ["'avg by (rack) (temperature_celsius)'"]),
      Key(
        "metrics", \.metrics, Form<URL>.url(web).optional, "A page in the text format that Prometheus scrapes.",
        examples: ["\"http://pi.local:9100/metrics\""]),
      Key(
        "open-meteo", \.openMeteo, Form<Coordinates>.coordinates.optional,
        "The weather of a place, by its degrees north and east.", examples: ["\"52.52, 13.41\""]),
      Key(
        "home-assistant", \.homeAssistant, Form<URL>.url(web).optional, "A Home Assistant server.",
        examples: ["\"http://homeassistant.local:8123\""]),
      Key(
        "entities", \.entities, Form<[String]>.list(of: entity, count: 1...100, noun: "an entity").optional,
        "Which of Home Assistant's entities are shown; all temperatures where the key is not given.",
        examples: ["[sensor.office_temperature]"]),
      Key(
        "sensors", \.sensors, Form<Bool?>.thisMachine, "The sensors of the machine that reactui runs on.",
        examples: ["this-machine"]),
      Key(
        "user", \.user, Form<String>.text(expected: "a user's name", maximum: 100).optional,
        "Who asks, where the server wants a name and a password.", examples: ["reader"]),
      Key(
        "password-command", \.password, Form<SecretSource>.secretCommand.optional,
        "A program that prints the password; no shell is involved.", examples: ["pass show prometheus"]),
      Key(
        "password-file", \.password, Form<SecretSource>.secretFile.optional,
        "A file with the password that only you can read.", examples: ["~/.config/reactui/prometheus"]),
      Key(
        "token-command", \.token, Form<SecretSource>.secretCommand.optional,
        "A program that prints the token which the server wants; no shell is involved.",
        examples: ["pass show homeassistant"]),
      Key(
        "token-file", \.token, Form<SecretSource>.secretFile.optional, "A file with the token that only you can read.",
        examples: ["~/.config/reactui/homeassistant"]),
      Key(
        "above", \.above, Form<Double>.temperature.optional, "A temperature above this is worth telling.",
        examples: ["26"]),
      Key(
        "below", \.below, Form<Double>.temperature.optional, "A temperature below this is worth telling.",
        examples: ["5"]),
      Key(
        "for", \.duration, Form<TimeInterval>.duration(0...86_400).optional,
        "How long the temperature is beyond a limit before that is told.", examples: ["10 min"]),
      Key("bell", \.ringsBell, Form<Bool>.flag.optional, "The terminal's bell rings then.", examples: ["true"]),
      Key(
        "run", \.command, Form<[String]>.command.optional, "A program that runs then; no shell is involved.",
        examples: ["notify-send Office"]),
    ],
    exclusive: [sources, ["password-command", "password-file", "token-command", "token-file"]])

  private static let entity = Form<String>.word(
    expected: "an entity's id, such as sensor.office_temperature", pattern: "^[a-z0-9_]+[.][a-z0-9_]+$")

  /// With which sources a key means something; a key that is not listed does with all.
  static let companions: [String: [String]] = [
    "query": ["prometheus"], "entities": ["home-assistant"], "user": ["prometheus", "metrics"],
    "password-command": ["prometheus", "metrics"], "password-file": ["prometheus", "metrics"],
    "token-command": ["conair", "prometheus", "metrics", "home-assistant"],
    "token-file": ["conair", "prometheus", "metrics", "home-assistant"],
  ]

  init() {}

  init(_ room: RoomSettings) {
    name = room.name
    switch room.source {
    case .conAir(let url): conAir = url
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

  private var source: RoomSettings.Source? {
    if let conAir { return .conAir(conAir) }
    if let prometheus, let query { return .prometheus(prometheus, query: query) }
    if let metrics { return .metrics(metrics) }
    if let openMeteo { return .openMeteo(latitude: openMeteo.latitude, longitude: openMeteo.longitude) }
    if let homeAssistant { return .homeAssistant(homeAssistant, entities: entities ?? []) }
    return sensors == true ? .sensors : nil
  }

  /// The room, or `nil` after telling what is missing or does not belong together.
  func room(given: [String: SettingsPlace], at place: SettingsPlace, _ reading: inout Reading) -> RoomSettings? {
    let before = reading.mistakes.count
    guard let kind = Self.sources.first(where: { given[$0] != nil }) else {
      reading.tell("no source; give one of \(Quoted.list(Self.sources))", at: place)
      return nil
    }
    for key in Self.keys.names {
      guard let sources = Self.companions[key], let place = given[key], !sources.contains(kind) else { continue }
      reading.within(key: key) {
        $0.tell("this means something with \(Quoted.choice(sources)) only; delete it", at: place)
      }
    }
    if prometheus != nil, query == nil { reading.tell("no query; Prometheus needs the key query", at: place) }
    if homeAssistant != nil, token == nil {
      reading.tell("no token; Home Assistant needs token-command or token-file", at: place)
    }
    if (user == nil) != (password == nil) {
      reading.tell("user and a password belong together; give user and password-command or password-file", at: place)
    }
    if let above, let below, below >= above {
      reading.tell("below must be less than above", at: given["below"] ?? place)
    }
    if above == nil, below == nil, let key = ["for", "bell", "run"].first(where: { given[$0] != nil }) {
      reading.tell("\(SafeText(oneLine: key)) means nothing without above or below", at: given[key] ?? place)
    }
    guard reading.mistakes.count == before, let source else { return nil }
    let limits = RoomSettings.Limits(
      above: above, below: below, duration: duration ?? 0, ringsBell: ringsBell ?? false, command: command)
    return RoomSettings(name: name, source: source, secret: token ?? password, user: user, limits: limits)
  }
}

/// A place on the earth, in degrees.
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

extension Form where Value == Bool? {
  static var thisMachine: Form {
    Form<Bool>.choice(["this-machine": true]).optional
  }
}

extension Form where Value == RoomSettings {
  static let room = Form.record(
    "a room", keys: RoomDraft.keys, start: RoomDraft(),
    schema: [
      JSONValue.Member(
        name: "oneOf", value: .list(RoomDraft.sources.map { .object(["required": .texts([$0])]) })),
      JSONValue.Member(
        name: "dependentRequired", value: .object(["prometheus": .texts(["query"]), "query": .texts(["prometheus"])])),
    ],
    finish: { draft, given, node, reading in draft.room(given: given, at: node.place, &reading) }, draft: RoomDraft.init
  )
}

extension Form where Value == [RoomSettings] {
  static let rooms = Form.list(of: .room, count: 0...100, noun: "a room", inLines: true).checked {
    rooms, node, reading in
    guard case .list(let nodes) = node.content else { return rooms }
    let before = reading.mistakes.count
    var names: [SafeText: Int] = [:]
    var sources: [RoomSettings.Source: Int] = [:]
    for (index, room) in rooms.enumerated() {
      let otherOfName = room.name.flatMap { names.updateValue(index, forKey: $0) }
      let otherOfSource = sources.updateValue(index, forKey: room.source)
      reading.within(index: index) {
        if let otherOfSource {
          $0.tell("this asks for the same as rooms[\(otherOfSource)]; delete one of them", at: nodes[index].place)
        } else if let otherOfName {
          $0.tell("this has the same name as rooms[\(otherOfName)]; give it another", at: nodes[index].place)
        }
      }
    }
    return reading.mistakes.count == before ? rooms : nil
  }
}
