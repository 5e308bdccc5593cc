import Foundation
import Model
import Rooms
import SettingsFile
import Text

extension SettingsFeature {
  /// The settings of the ConAir pane.
  package static let conAir = SettingsFeature(parts, subject: .rooms) { settings in
    guard let token = settings.conAir.token else { return }
    for index in settings.rooms.indices where settings.rooms[index].secret == nil {
      if case .conAir = settings.rooms[index].source { settings.rooms[index].secret = token }
    }
  }

  private static let parts: [SettingsTable.Part] = [
    .section(
      "conair", "How ConAir servers are asked.",
      [
        Setting(
          "poll-every", in: "conair", \.conAir.pollPeriod, .duration(1...3_600),
          "How often new temperatures are asked for.", examples: ["30 s"], variable: "REACTUI_POLL_EVERY"),
        Setting(
          secret: "token", in: "conair", \.conAir.token,
          "the token for the ConAir servers of rooms that have none of their own",
          examples: ("pass show conair", "~/.config/reactui/conair"), variable: "REACTUI_CONAIR_TOKEN"),
      ]),
    .setting(rooms),
    .setting(
      Setting(
        "unit", \.conAir.unit, .choice(["celsius": .celsius, "fahrenheit": .fahrenheit]),
        "Degrees in which temperatures are shown.", examples: ["fahrenheit"], variable: "REACTUI_UNIT")),
  ]

  private static let rooms = Setting(
    "rooms", \.conAir.rooms, .rooms,
    "Where temperatures come from; each entry is a room, or a source that has several.",
    examples: [
      "- { name: Office, conair: \"http://pi.local:8642/data/\" }",
      "- { name: Cellar, conair: \"http://cellar.local:8642/data/\", above: 26, for: 10 min, bell: true,"
        + " run: ~/bin/too-hot }",
      "- { name: Rack, prometheus: \"http://prometheus.local:9090\", query: 'avg by (rack) (temperature_celsius)' }",
      "- { name: Outside, open-meteo: \"52.52, 13.41\" }",
      "- { name: Boiler, home-assistant: \"http://homeassistant.local:8123\", entities: [sensor.boiler],"
        + " token-file: ~/.config/reactui/homeassistant }",
      "- { name: Attic, metrics: \"http://attic.local:9100/metrics\", below: 5, bell: true }",
      "- { sensors: this-machine }",
    ], variable: "REACTUI_CONAIR_URL", flag: "--conair-url", mayBeSecret: true, node: SettingsNode.conAirRoom)
}

extension SettingsNode {
  /// The rooms of an address: one, a ConAir server.
  static func conAirRoom(_ text: String, at place: SettingsPlace) -> SettingsNode {
    let room = SettingsNode.Entry(key: .text(RoomDraft.conAirKey, at: place), value: .text(text, at: place))
    return SettingsNode(
      place: place, content: .list([SettingsNode(place: place, content: .map([room]))]))
  }
}
