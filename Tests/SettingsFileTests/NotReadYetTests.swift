import Foundation
import Model
import Testing
import Text

@testable import SettingsFile

/// Keys that the program does not read yet: a file that gives them is valid, and its owner is told.
@Suite struct NotReadYetTests {
  private let folder = WatchedFolder()

  /// What a file says, with options and without an environment.
  private func sources(_ yaml: String, flags: [String: String] = [:]) throws -> SettingsSources {
    try folder.write(yaml, to: "config.yaml")
    return SettingsSources(file: folder.path("config.yaml"), flags: flags, environment: [:], vocabulary: .sample)
  }

  static func resolved(_ yaml: String, environment: [String: String] = [:], flags: [String: String] = [:]) throws
    -> ResolvedSettings
  {
    try Settings.resolve(
      flags: ResolveTests.flags(flags), environment: ResolveTests.environment(environment),
      file: ResolveTests.file(yaml), vocabulary: .sample
    ).get()
  }

  static func notices(_ yaml: String) throws -> [String] { try resolved(yaml).notices.map(\.description) }

  @Test(
    arguments: [
      ("rooms: [{prometheus: 'http://a/', query: up, user: x, password-file: /p}, {sensors: this-machine}]", []),
      (
        "rooms: [{conair: 'http://a/', above: 26, below: 5, for: 1 min, bell: true, run: x}]",
        []
      ),
      (
        "rooms:\n  - { metrics: 'http://a/' }\n  - { open-meteo: '1, 2' }\n"
          + "  - { home-assistant: 'http://a/', token-file: /t, entities: [a.b] }",
        []
      ),
      ("wikipedia: {wikis: [dewiki], show: people}", []),
      (
        "rooms: [{conair: 'http://a/'}, {conair: 'http://b/'}, {conair: 'http://b/', sensor: attic}]",
        []
      ),
      ("rooms: [{conair: 'http://a/'}]\nwikipedia: {wikis: , url: 'http://a/'}", []),
    ] as [(String, [String])])
  func aFileIsValidAndItsOwnerIsTold(yaml: String, expected: [String]) throws {
    #expect(try Self.notices(yaml) == expected.map { "config.yaml:\($0)" })
  }

  /// No key comes back without its effect: who takes a mark away takes the key out of this list.
  @Test func theseKeysAreNotReadYet() {
    let settings = SettingsTable(.sample).settings.filter { !$0.isRead }.map(\.path)
    #expect(settings == [])
    #expect(!RoomDraft.keys.all.contains { !$0.isRead })
  }

  @Test func noDocumentSpeaksOfThem() throws {
    let vocabulary = SettingsVocabulary.sample
    let schema = try JSON(SettingsText.schema(vocabulary: vocabulary))
    guard case .map(let root) = schema, case .map(let properties) = root["properties"],
      case .map(let wikipedia) = properties["wikipedia"], case .map(let keys) = wikipedia["properties"]
    else {
      Issue.record("no properties")
      return
    }
    #expect(keys.keys.sorted() == ["show", "url", "wikis"])
    let example = SettingsText.example(vocabulary: vocabulary)
    let reference = SettingsText.reference(vocabulary: vocabulary)
    let names = SettingsTable(vocabulary).settings.flatMap(\.keys).filter { !$0.isRead }.map(\.name)
    for name in names {
      #expect(!SettingsText.schema(vocabulary: vocabulary).contains("\"\(name)\": {"), "\(name)")
      #expect(!reference.contains("| `\(name)` |"), "\(name)")
      #expect(!example.contains("\(name): ") && !example.contains("#   \(name) "), "\(name)")
    }
    #expect(reference.contains("REACTUI_WIKI_SHOW") && reference.contains("REACTUI_WIKIS"))
  }

  @Test func adviceDoesNotNameThem() {
    let sentences = MistakeTests.sentences("wikipedia: {feeds: [x]}\nrooms: [{senors: this-machine}]")
    #expect(
      sentences == [
        "config.yaml:1:13: wikipedia: unknown key \"feeds\"; known here: wikis, show, url",
        "config.yaml:2:10: rooms[0]: unknown key \"senors\"; did you mean sensors?",
      ])
  }

  @Test func listsInVariablesHaveCommas() throws {
    let resolved = try Self.resolved(
      "wikipedia: {wikis: [dewiki]}",
      environment: ["REACTUI_WIKIS": "enwiki,frwiki", "REACTUI_WIKI_SHOW": "people, major"])
    #expect(resolved.notices == [])
    #expect(resolved.settings.wikipedia.wikis == ["enwiki", "frwiki"])
    #expect(resolved.settings.wikipedia.shown == ShownEdits([.editor(.people), .major]))
  }

  @Test func theReportHasOnlyWhatIsInForce() throws {
    let report = try DocumentTests.report(
      """
      wikipedia: {wikis: [dewiki], show: bots}
      rooms:
        - { name: Office, conair: "http://b/", above: 26, bell: true }
        - { name: Attic, conair: "http://c/" }
      """)
    #expect(report.contains("  - { name: Office, conair: \"http://b/\", above: 26, bell: true }\n"))
    #expect(report.contains("  - { name: Attic, conair: \"http://c/\" }\n"))
    #expect(try DocumentTests.report("rooms: []").contains("rooms: []"))
  }

  // MARK: - All mistakes at once

  @Test func aThemeThatDoesNotExistIsToldTogetherWithAllOtherMistakes() throws {
    func places(_ yaml: String, flags: [String: String] = [:]) throws -> [SafeText?] {
      try sources(yaml, flags: flags).examine().mistakes.map { $0.place?.text }
    }
    #expect(
      try places("theme: purple\nunit: kelvin\nlayout: { panes: [wikipedia], large: conair }")
        == ["config.yaml:1:8", "config.yaml:2:7", "config.yaml:3:38"])
    #expect(try places("unit: kelvin", flags: ["--theme": "mine"]) == ["--theme", "config.yaml:1:7"])
    // Whether a theme exists is not known while the themes cannot be read.
    #expect(try places("theme: mine\nthemes: { mine: { accent: mauve } }") == ["config.yaml:2:27"])
    #expect(try places("theme: mine\nthemes: [\n", flags: ["--theme": "mine"]).count == 1)
  }

  @Test(
    arguments: [
      (["--theme": "purple"], "unit: celsius", true), (["--theme": "purple"], "unit: kelvin", true),
      ([:], "theme: purple", false), (["--ascii": "true"], "unit: kelvin", false),
    ] as [([String: String], String, Bool)])
  func aWrongCommandLineIsKnownAsSuch(flags: [String: String], yaml: String, isCommandLine: Bool) throws {
    let sources = try sources(yaml, flags: flags)
    let mistakes = #expect(throws: SettingsMistakes.self) { try sources.read().get() }
    #expect(mistakes?.areInCommandLine == isCommandLine)
  }

  // MARK: - Panes and their share

  @Test func withoutTheKeyAllPanesAreShown() throws {
    let vocabulary = SettingsVocabulary(commands: [], panes: ["stack-overflow", "wikipedia", "conair", "clock"])
    let resolved = try Settings.resolve(
      file: try SettingsText.decode("layout: {large: clock}", vocabulary: vocabulary).get(), vocabulary: vocabulary
    ).get()
    #expect(resolved.settings.layout.panes == nil && resolved.settings.layout.large == "clock")
    #expect(
      resolved.report(vocabulary: vocabulary).contains {
        $0.string.contains("wikipedia, conair, clock]") && $0.string.contains("# default")
      })
  }

  @Test func aShareThatIsSetIsSetWhateverItIs() throws {
    #expect(try Self.resolved("layout: {share: 56}").settings.layout.share == 56)
    #expect(Settings().layout.share == nil)
  }
}
