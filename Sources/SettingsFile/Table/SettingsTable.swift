import Foundation
import Model
import Text

/// The table of all settings: the form of each, its meaning, and where else it can be given.
///
/// Decoding, the commented example, the JSON Schema, the reference and the report are derived from it.
struct SettingsTable: Sendable {
  /// An entry at the top of the file, in the order of documentation.
  enum Part: Sendable {
    case setting(Setting)
    case section(String, SafeText, [Setting])
  }

  let parts: [Part]

  /// The prefix of all variables.
  static let variablePrefix = "REACTUI_"

  var settings: [Setting] {
    parts.flatMap { part in
      switch part {
      case .setting(let setting): [setting]
      case .section(_, _, let settings): settings
      }
    }
  }

  /// The variables of settings that may contain a secret. An address is one, because it may contain a password.
  var secretVariables: Set<String> { Set(settings.filter(\.mayBeSecret).compactMap(\.variable)) }

  private static let web = ["http", "https"]

  init(_ vocabulary: SettingsVocabulary) {
    parts = [
      .section("stack-overflow", "What the Stack Overflow pane shows.", Self.stackOverflow),
      .section("wikipedia", "What the Wikipedia pane shows.", Self.wikipedia),
      .section("conair", "How ConAir servers are asked.", Self.conAir),
      .setting(Self.rooms),
      .setting(
        Setting(
          "keys", \.keys, .keys(vocabulary),
          "Keys in place of a command's own; with an empty list it has none.",
          examples: ["pane.refresh: [r, F5]", "app.quit: Q"])),
      .setting(
        Setting(
          "commands", \.commands, .ownCommands,
          "Commands of your own: programs that are told what is selected.",
          examples: [
            "- { name: save it, key: P, in: questions, run: [pinboard-add, --, \"{url}\", \"{title}\"] }",
            "- { name: read in vim, in: [questions, edits], run: [vim, \"-\"], stdin: body, editor: true }",
            "- { name: say it, in: rooms, run: [notify-send, --, \"{room}\", \"{value}\"] }",
          ])),
      .setting(
        Setting(
          "rules", \.rules, .rules,
          "What happens by itself, once for each question, edit or alarm. A rule acts at most five times a minute.",
          examples: [
            "- { in: questions, when: \"tag:swift unanswered score>=3\", bell: true }",
            "- { in: edits, when: \"risk>0.95\", bell: true }",
            "- { in: rooms, when: above 30, bell: true }",
          ])),
      .setting(
        Setting(
          "theme", \.theme.name, .theme(vocabulary), "The colours of the screen.", examples: ["dark"],
          variable: "REACTUI_THEME", flag: "--theme")),
      .setting(
        Setting(
          "themes", \.theme.own, .themes(vocabulary),
          "Themes of your own: colours by roles; the other roles have those of the theme auto.",
          examples: ["mine: { accent: bright-blue, dim: 244, alarm: \"#d70000\" }"])),
      .setting(
        Setting(
          "ascii", \.theme.isASCII, Form<Bool>.flag.optional,
          "Whether only ASCII characters are drawn; without the key the terminal decides.", examples: ["true"],
          variable: "REACTUI_ASCII", flag: "--ascii")),
      .section("layout", "Which panes are on the screen, and how they share it.", Self.layout(vocabulary)),
      .setting(
        Setting(
          "layouts", \.layouts, .layouts(vocabulary),
          "Other layouts by name, which the palette shows as layout: NAME; each has the keys of layout, and key.",
          examples: ["evening: { panes: [wikipedia, conair], large: wikipedia, share: 66 }"])),
      .setting(
        Setting(
          "unit", \.unit, .choice(["celsius": .celsius, "fahrenheit": .fahrenheit]),
          "Degrees in which temperatures are shown.", examples: ["fahrenheit"], variable: "REACTUI_UNIT")),
      .setting(
        Setting(
          "contact", \.contact,
          Form<String>.word(
            expected: "a mail address or a URL", pattern: Self.contactPattern, isLowercased: false
          ).optional,
          "Your mail address or page; Wikimedia is told it, and allows more requests then. Without the key it is"
            + " told the project's page.",
          examples: ["me@example.org"], variable: "REACTUI_CONTACT")),
    ]
  }

  /// The characters allowed in a comment of the header User-Agent (RFC 9110, §5.6.5): no space, parenthesis or backslash.
  private static let contactPattern =
    #"^(https?://[!#-'*-\[\]-~]{3,200}|[!#-'*-?A-\[\]-~]{1,100}@[A-Za-z0-9.-]{3,100})$"#

  private static let stackOverflow = [
    Setting(
      "tabs", in: "stack-overflow", \.stackOverflow.tabs, .tabs, "The tabs, in the order of the screen.",
      examples: [
        "- { name: Top, sort: hot }",
        "- { tags: [swift, concurrency], any: true, sort: active }",
        "- { site: unix, tags: [bash], sort: votes }",
        "- { search: \"nio websocket\" }",
      ]),
    Setting(
      "refresh-every", in: "stack-overflow", \.stackOverflow.refreshPeriod,
      .duration(60...86_400, or: "off"),
      "How often the tab that is shown refreshes by itself.", examples: ["5 min"], variable: "REACTUI_REFRESH_EVERY"),
    Setting(
      "url", in: "stack-overflow", \.stackOverflow.url, Form<URL>.url(web).optional,
      "The address of the Stack Exchange API, with its version; without the key the public one.",
      examples: ["\"https://api.stackexchange.com/2.3\""], variable: "REACTUI_STACK_EXCHANGE_URL",
      flag: "--stack-exchange-url", mayBeSecret: true),
    Setting(
      secret: "key", in: "stack-overflow", \.stackOverflow.key,
      "your Stack Exchange key",
      examples: ("pass show stackexchange", "~/.config/reactui/key"), variable: "REACTUI_STACK_EXCHANGE_KEY"),
  ]

  private static let wikipedia = [
    Setting(
      "wikis", in: "wikipedia", \.wikipedia.wikis, Form<[String]>.wikis,
      "The wikis whose edits are shown, by code, database name or language; an empty list or all means all. What is chosen"
        + " with w holds until this key changes.",
      examples: ["[en, dewiki]"], variable: "REACTUI_WIKIS", node: SettingsNode.commaSeparated),
    Setting(
      "show", in: "wikipedia", \.wikipedia.shown,
      Form<[ShownEdits.Word]>.list(of: .shownEdits, count: 0...ShownEdits.Word.allCases.count, noun: "a word")
        .map({ ShownEdits($0) }, back: { $0.words }),
      "Which edits are shown: people, anonymous (an IP address or a temporary account) and bots say whose; articles, talk, user"
        + " and other on which pages; major leaves out minor edits. Of what no word is about, all is shown.",
      examples: ["[people, anonymous, articles, major]"], variable: "REACTUI_WIKI_SHOW",
      node: SettingsNode.commaSeparated),
    Setting(
      "history", in: "wikipedia", \.wikipedia.history, .duration(3_600...30 * 86_400),
      "How long the rate of edits is kept over restarts; what is older than a day is shown by minutes.",
      examples: ["7 d"], variable: "REACTUI_WIKI_HISTORY"),
    Setting(
      "filter", in: "wikipedia", \.wikipedia.filter, Form<EditCondition>.condition.optional,
      "A condition on the edits that are listed, such as / takes after a question mark; without the key all. The rate and the"
        + " chart count all edits.",
      examples: ["risk>0.5 and not bot"], variable: "REACTUI_WIKI_FILTER"),
    Setting(
      "watch", in: "wikipedia", \.wikipedia.watch,
      Form<[EditWatch]>.list(of: .watch, count: 0...100, noun: "an entry", inLines: true),
      "Edits that are marked in the list and counted above it: those of a page, of a user, or with words in title, user or"
        + " comment.",
      examples: [
        "- { title: \"Main Page\" }", "- { user: Vand77, bell: true }", "- { matches: \"manhattan film\" }",
      ]),
    Setting(
      "url", in: "wikipedia", \.wikipedia.url, Form<URL>.url(["wss", "ws", "https", "http"]).optional,
      "A WebSocket feed (ws, wss) or EventStreams (http, https); without the key the public one.",
      examples: ["\"https://stream.wikimedia.org/v2/stream/recentchange\""], variable: "REACTUI_WIKI_URL",
      flag: "--wiki-url", mayBeSecret: true),
  ]

  private static let conAir = [
    Setting(
      "poll-every", in: "conair", \.conAir.pollPeriod, .duration(1...3_600),
      "How often new temperatures are asked for.", examples: ["30 s"], variable: "REACTUI_POLL_EVERY"),
    Setting(
      secret: "token", in: "conair", \.conAir.token,
      "the token for the ConAir servers of rooms that have none of their own",
      examples: ("pass show conair", "~/.config/reactui/conair"), variable: "REACTUI_CONAIR_TOKEN"),
  ]

  private static let rooms = Setting(
    "rooms", \.rooms, .rooms,
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

  private static func layout(_ vocabulary: SettingsVocabulary) -> [Setting] {
    let keys = LayoutKeys(vocabulary)
    return [
      Setting("panes", in: "layout", \.layout.panes, keys.panes, LayoutKeys.panesMeaning, examples: keys.panesExamples),
      Setting("large", in: "layout", \.layout.large, keys.large, LayoutKeys.largeMeaning, examples: ["stack-overflow"]),
      Setting("share", in: "layout", \.layout.share, LayoutKeys.share, LayoutKeys.shareMeaning, examples: ["56"]),
    ]
  }
}

extension SettingsNode {
  /// A list in a variable: words separated by commas.
  static func commaSeparated(_ text: String, at place: SettingsPlace) -> SettingsNode {
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return SettingsNode(place: place, content: .list(words.map { .text($0, at: place) }))
  }

  /// The rooms of an address: one, a ConAir server.
  static func conAirRoom(_ text: String, at place: SettingsPlace) -> SettingsNode {
    let room = SettingsNode.Entry(key: .text(RoomDraft.conAirKey, at: place), value: .text(text, at: place))
    return SettingsNode(
      place: place, content: .list([SettingsNode(place: place, content: .map([room]))]))
  }
}
