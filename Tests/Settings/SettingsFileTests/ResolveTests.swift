import Foundation
import Model
import Rooms
import Testing

@testable import SettingsFile

/// Which of several places a value comes from.
@Suite struct ResolveTests {
  static func file(_ yaml: String) throws -> SettingsLayer { try SettingsText.decode(yaml, vocabulary: .sample).get() }

  static func environment(_ variables: [String: String]) throws -> SettingsLayer {
    try SettingsText.layer(environment: variables, vocabulary: .sample).get()
  }

  static func flags(_ options: [String: String]) throws -> SettingsLayer {
    try SettingsText.layer(flags: options, vocabulary: .sample).get()
  }

  @Test func withoutAnythingTheDefaultsAreInForce() throws {
    let resolved = try Settings.resolve(vocabulary: .sample).get()
    #expect(resolved.settings == Settings())
    #expect(resolved.origins == [:])
  }

  @Test func theCommandLineComesFirstThenTheEnvironmentThenTheFile() throws {
    let file = try Self.file("theme: light\nunit: fahrenheit\nlayout: {share: 30}\nascii: false")
    let environment = try Self.environment(["REACTUI_THEME": "contrast", "REACTUI_UNIT": "celsius"])
    let flags = try Self.flags(["--theme": "dark", "--ascii": "true"])
    let resolved = try Settings.resolve(flags: flags, environment: environment, file: file, vocabulary: .sample).get()
    #expect(resolved.settings.theme.name == "dark")
    #expect(resolved.settings.theme.isASCII == true)
    #expect(resolved.settings.unit == .celsius)
    #expect(resolved.settings.layout.share == 30)
    #expect(
      resolved.origins.mapValues(\.text.string) == [
        "theme": "--theme", "ascii": "--ascii", "unit": "REACTUI_UNIT", "layout.share": "config.yaml:3:17",
      ])
  }

  @Test func emptyVariablesCountAsNotSet() throws {
    let variables = Dictionary(
      uniqueKeysWithValues: SettingsTable(.sample).settings.compactMap(\.variable).map { ($0, "") })
    #expect(variables.count > 8)
    #expect(try Self.environment(variables) == SettingsLayer())
  }

  @Test func everyVariableIsReadAndItsMistakesAreTold() throws {
    for setting in SettingsTable(.sample).settings {
      guard let variable = setting.variable, setting.keys.count == 1 else { continue }
      let result = SettingsText.layer(environment: [variable: "\u{1}"], vocabulary: .sample)
        .flatMap { Settings.resolve(environment: $0, vocabulary: .sample) }
      let mistakes = #expect(throws: SettingsMistakes.self) { try result.get() }
      #expect(mistakes?.all.count == 1)
      #expect(mistakes?.description.hasPrefix("\(variable): ") == true)
      #expect(mistakes?.description.contains("; give ") == true, "\(String(describing: mistakes))")
    }
  }

  @Test func variablesAreWrittenAsAPersonWouldInAShell() throws {
    let layer = try Self.environment([
      "REACTUI_WIKIS": "enwiki, dewiki", "REACTUI_REFRESH_EVERY": "5 min",
      "REACTUI_CONAIR_URL": "http://pi.local/data/",
      "REACTUI_STACK_EXCHANGE_KEY": "topsecret", "REACTUI_POLL_EVERY": "30s", "UNRELATED": "x",
    ])
    var expected = Settings()
    expected.wikipedia.wikis = ["enwiki", "dewiki"]
    expected.stackOverflow.refreshPeriod = 300
    expected.stackOverflow.key = .environment("REACTUI_STACK_EXCHANGE_KEY")
    expected.conAir.pollPeriod = 30
    expected.rooms = [RoomSettings(source: .conAir(try #require(URL(string: "http://pi.local/data/"))))]
    #expect(layer.settings == expected)
  }

  @Test func aWrongAddressOnTheCommandLineIsToldWithTheOption() {
    let mistakes = #expect(throws: SettingsMistakes.self) { try Self.flags(["--conair-url": "ftp://x/"]) }
    #expect(mistakes?.description == "--conair-url: the address must begin with http: or https:")
  }

  @Test func aThemeOfTheCommandLineMayStandInTheFile() throws {
    let flags = try Self.flags(["--theme": "mine"])
    #expect(throws: SettingsMistakes.self) { try Settings.resolve(flags: flags, vocabulary: .sample).get() }
    let file = try Self.file("themes: {mine: {accent: 4}}")
    #expect(try Settings.resolve(flags: flags, file: file, vocabulary: .sample).get().settings.theme.name == "mine")
  }

  @Test func theLargePaneIsAmongThePanes() throws {
    let file = try Self.file("layout: {panes: [wikipedia, conair]}")
    #expect(try Settings.resolve(file: file, vocabulary: .sample).get().settings.layout.large == "wikipedia")
  }

  @Test func theTokenForConAirIsThatOfRoomsWithoutTheirOwn() throws {
    let file = try Self.file(
      """
      rooms:
        - { conair: "http://a/" }
        - { conair: "http://b/", token-file: /b }
        - { metrics: "http://c/" }
      """)
    let environment = try Self.environment(["REACTUI_CONAIR_TOKEN": "x"])
    let resolved = try Settings.resolve(environment: environment, file: file, vocabulary: .sample).get()
    #expect(
      resolved.settings.rooms.map(\.secret) == [.environment("REACTUI_CONAIR_TOKEN"), .file("/b"), nil])
  }

  @Test func eitherKeyOfASecretOutweighsTheFile() throws {
    let file = try Self.file("stack-overflow: {key-file: /key}")
    #expect(file.places.keys.sorted() == ["stack-overflow.key-command"])
    let environment = try Self.environment(["REACTUI_STACK_EXCHANGE_KEY": "x"])
    let resolved = try Settings.resolve(environment: environment, file: file, vocabulary: .sample).get()
    #expect(resolved.settings.stackOverflow.key == .environment("REACTUI_STACK_EXCHANGE_KEY"))
  }
}
