import Assembly
import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import SettingsFile

/// What is in force when places are put together, and all mistakes at once.
@Suite struct InForceTests {
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

  @Test func listsInVariablesHaveCommas() throws {
    let resolved = try Self.resolved(
      "wikipedia: {wikis: [dewiki]}",
      environment: ["REACTUI_WIKIS": "enwiki,frwiki", "REACTUI_WIKI_SHOW": "people, major"])
    #expect(resolved.settings.wikipedia.wikis == ["enwiki", "frwiki"])
    #expect(resolved.settings.wikipedia.shown == ShownEdits([.editor(.people), .major]))
  }

  /// As after wikimedia/wikilabels#142, where a code stood for the name of a database.
  @Test func aWikiIsNamedByCodeOrLanguageInTheFileAndInTheVariable() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Samples/field/settings-wikis-by-code.yaml")
    let yaml = try String(contentsOf: sample, encoding: .utf8)
    #expect(try Self.resolved(yaml).settings.wikipedia.wikis == ["dewiki"])
    func wikis(_ variable: String) throws -> [String] {
      try Self.resolved(yaml, environment: ["REACTUI_WIKIS": variable]).settings.wikipedia.wikis
    }
    #expect(try wikis("de,fr") == ["dewiki", "frwiki"])
    #expect(try wikis("Simple English, dewiktionary") == ["simplewiki", "dewiktionary"])
    #expect(try wikis("all") == [])
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

  // MARK: - The file

  @Test func aFileThatEndsInYMLIsMentionedWhileThereIsNoOther() throws {
    let home = ["XDG_CONFIG_HOME": folder.path("")]
    let sources = SettingsSources(environment: home, vocabulary: .sample)
    #expect(sources.remark == nil)
    try folder.makeFolder("reactui")
    try folder.write("unit: fahrenheit", to: "reactui/config.yml")
    #expect(sources.remark?.string == "\(folder.path("reactui/config.yml")) is not read; the settings are config.yaml")
    // What the command line names is what is meant.
    #expect(SettingsSources(file: folder.path("x"), environment: home, vocabulary: .sample).remark == nil)
    try folder.write("unit: celsius", to: "reactui/config.yaml")
    #expect(sources.remark == nil)
  }

  /// By the name that was typed, which says which one it is.
  @Test(arguments: ["/dev/zero", "/dev/../dev/full"])
  func whatIsNoFileIsRefusedByItsName(path: String) {
    let mistakes = SettingsSources(file: path, environment: [:], vocabulary: .sample).examine().mistakes
    #expect(
      mistakes.map(\.description) == ["\(path): this is no file but a device, a socket or a pipe; save it as a file"])
  }

  /// Nothing is what it holds.
  @Test(arguments: ["/dev/null", "/dev/../dev/null"])
  func theNullDeviceHoldsNoSettings(path: String) {
    let (resolved, mistakes) = SettingsSources(file: path, environment: [:], vocabulary: .sample).examine()
    #expect(mistakes == [] && resolved.settings == Settings() && !resolved.hasFile)
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
    let vocabulary = SettingsVocabulary(
      commands: [], panes: ["stack-overflow", "wikipedia", "conair", "clock"], features: Features.settings)
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
