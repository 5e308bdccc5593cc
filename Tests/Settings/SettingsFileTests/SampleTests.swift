import Assembly
import Foundation
import Model
import Rooms
import Testing

@testable import Edits
@testable import Questions
@testable import SettingsFile

extension SettingsVocabulary {
  /// Some of the program's commands.
  static let sample = SettingsVocabulary(
    commands: ["pane.refresh", "pane.next", "app.quit", "app.redraw", "list.down"],
    globalCommands: ["app.quit", "app.redraw"], features: Features.settings)
}

/// The file that stands in the issue, as a person would write it.
@Suite struct SampleTests {
  static let sample = """
    stack-overflow:
      tabs:
        - { name: Top, sort: hot }
        - { tags: [swift, concurrency], any: true, sort: active }
        - { site: unix, tags: [bash], sort: votes }
        - { search: "nio websocket" }
      refresh-every: 5 min            # off by default
      key-command: pass show stackexchange     # or key-file: ~/.config/reactui/key
    wikipedia: { wikis: [enwiki, dewiki], show: people }
    rooms:
      - { name: Office, conair: "http://pi.local:8642/data/", above: 26, for: 10 min }
      - { name: Rack, prometheus: "http://prometheus.local:9090", query: 'avg by (rack) (temperature_celsius)' }
      - { name: Outside, open-meteo: "52.52, 13.41" }
      - { sensors: this-machine }
    keys: { pane.refresh: [r, F5], app.quit: Q }
    theme: auto
    layout: { panes: [stack-overflow, wikipedia, conair], large: stack-overflow, share: 56 }
    unit: celsius
    """

  @Test func everyValueIsRead() throws {
    let layer = try SettingsText.decode(Self.sample, vocabulary: .sample).get()
    var expected = Settings()
    expected.stackOverflow.tabs = [
      QuestionTab(name: "Top", feed: QuestionFeed()),
      QuestionTab(
        name: "swift/concurrency",
        feed: QuestionFeed(tags: ["swift", "concurrency"], matching: .any, order: .activity)),
      QuestionTab(name: "unix bash", feed: QuestionFeed(site: "unix", tags: ["bash"], order: .votes)),
      QuestionTab(name: "“nio websocket”", feed: QuestionFeed(search: "nio websocket", order: .relevance)),
    ]
    expected.stackOverflow.refreshPeriod = 300
    expected.stackOverflow.key = .command(["pass", "show", "stackexchange"])
    expected.wikipedia.wikis = ["enwiki", "dewiki"]
    expected.wikipedia.shown = ShownEdits([.editor(.people)])
    expected.rooms = [
      RoomSettings(
        name: "Office", source: .conAir(try #require(URL(string: "http://pi.local:8642/data/"))),
        limits: .init(above: 26, duration: 600)),
      RoomSettings(
        name: "Rack",
        source: .prometheus(
          try #require(URL(string: "http://prometheus.local:9090")), query: "avg by (rack) (temperature_celsius)")),
      RoomSettings(name: "Outside", source: .openMeteo(latitude: 52.52, longitude: 13.41)),
      RoomSettings(source: .sensors),
    ]
    expected.keys = ["pane.refresh": ["r", "F5"], "app.quit": ["Q"]]
    expected.layout.share = 56
    #expect(layer.settings == expected)
  }

  @Test func everyValueHasItsPlace() throws {
    let layer = try SettingsText.decode(Self.sample, vocabulary: .sample).get()
    #expect(layer.places["stack-overflow.refresh-every"] == .file(name: "config.yaml", line: 7, column: 18))
    #expect(layer.places["unit"]?.text == "config.yaml:18:7")
    #expect(
      Set(layer.places.keys) == [
        "stack-overflow.tabs", "stack-overflow.refresh-every", "stack-overflow.key-command", "wikipedia.wikis",
        "wikipedia.show", "rooms", "keys", "theme", "layout.panes", "layout.large", "layout.share", "unit",
      ])
  }

  static func tabs(_ yaml: String) throws -> [QuestionTab] {
    try SettingsText.decode("stack-overflow: {tabs: [\(yaml)]}", vocabulary: .sample).get().settings.stackOverflow.tabs
  }

  @Test(arguments: [
    ("{tags: [swift, ios]}", ["swift+ios"]), ("{tags: Swift}", ["swift"]), ("{}", ["hot"]),
    ("{sort: votes}", ["votes"]),
    ("{site: unix}", ["unix"]), ("{site: [unix, superuser], tags: [bash]}", ["unix+superuser bash"]),
    ("{list: unanswered, tags: [c]}", ["unanswered c"]), ("{search: a b}", ["“a b”"]),
    ("{tags: [c]}, {tags: [c], sort: votes}", ["c", "c (votes)"]), ("{name: ' My  tab '}", ["My  tab"]),
    ("{feed: loaded}", ["unread"]), ("{feed: loaded, when: unread tag:c}", ["unread tag:c"]),
  ])
  func aTabWithoutANameGetsOne(yaml: String, names: [String]) throws {
    #expect(try Self.tabs(yaml).map(\.name.string) == names)
  }

  /// Equal lists are equal feeds, by which tabs are known.
  @Test(arguments: [
    ("{tags: [swift], any: true}", QuestionFeed(tags: ["swift"])),
    ("{tags: [Swift, iOS]}", QuestionFeed(tags: ["swift", "ios"])),
    ("{list: featured}", QuestionFeed(selection: .featured, order: .activity)),
    ("{site: Unix.Meta, sort: newest}", QuestionFeed(site: "unix.meta", order: .creation)),
    ("{site: unix.stackexchange.com}", QuestionFeed(site: "unix")), ("{site: [unix]}", QuestionFeed(site: "unix")),
    ("{site: [stackoverflow.com, Unix]}", QuestionFeed(otherSites: ["unix"])),
    ("{tags: [a, b], any: true}", QuestionFeed(tags: ["a", "b"], matching: .any, order: .activity)),
    ("{feed: loaded}", QuestionFeed.loaded()), ("{feed: loaded, when: unread, sort: newest}", QuestionFeed.loaded()),
    ("{feed: loaded, when: score>=3, sort: votes}", QuestionFeed.loaded(when: "score>=3").ordered(by: .votes)),
  ])
  func aFeedIsReadAsTheServiceKnowsIt(yaml: String, feed: QuestionFeed) throws {
    #expect(try Self.tabs(yaml).map(\.feed) == [feed])
  }

  @Test(arguments: ["*a", "&a", "& b", "<<", "* *x", "\u{E000}*\u{E001}"])
  func textInQuotesIsNoAlias(name: String) throws {
    for quote in ["'", "\""] {
      let yaml = "theme: \(quote)\(name)\(quote)"
      #expect(try SettingsText.decode(yaml, vocabulary: .sample).get().settings.theme.name == name)
    }
    let block = "theme: |-\n  \(name)\nstack-overflow: {tabs: [{name: a*b&c}]}"
    #expect(try SettingsText.decode(block, vocabulary: .sample).get().settings.theme.name == name)
  }

  @Test func secretsAndTemperaturesAreReadInAllTheirForms() throws {
    let yaml = """
      rooms:
        - { prometheus: "http://a/", query: up, user: ada, password-command: "pass show 'my prometheus'", above: 77 °F }
        - { home-assistant: "http://b/", token-file: ~/token, entities: sensor.attic, below: "-4F", above: 26.5 C }
        - { conair: "http://c/", token-command: [pass, show, conair], above: 1.5, bell: yes, run: [notify, "too hot"] }
      """
    let rooms = try SettingsText.decode(yaml, vocabulary: .sample).get().settings.rooms
    #expect(
      rooms.map(\.secret) == [
        .command(["pass", "show", "my prometheus"]), .file("~/token"), .command(["pass", "show", "conair"]),
      ])
    #expect(rooms.map(\.user) == ["ada", nil, nil])
    #expect(
      rooms.map(\.limits) == [
        .init(above: 25), .init(above: 26.5, below: -20),
        .init(above: 1.5, ringsBell: true, command: ["notify", "too hot"]),
      ])
  }
}
