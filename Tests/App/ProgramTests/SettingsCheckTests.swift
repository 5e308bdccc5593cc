import Assembly
import Foundation
import Model
import Questions
import SettingsFile
import Testing

@testable import reactui

/// What `reactui config` finds beyond mistakes.
@Suite struct SettingsCheckTests {
  private static let sites = ["stackoverflow", "unix", "superuser", "unix.meta"].map {
    Site(id: $0, name: "A site")
  }

  private func findings(_ yaml: String, environment: [String: String] = [:], sites: [Site]? = Self.sites) throws
    -> [String]
  {
    try check(yaml, environment: environment, sites: sites).findings.map(\.description)
  }

  private func check(_ yaml: String, environment: [String: String] = [:], sites: [Site]? = Self.sites) throws
    -> SettingsCheck
  {
    let vocabulary = Features.vocabulary
    let resolved = try Settings.resolve(
      environment: SettingsText.layer(environment: environment, vocabulary: vocabulary).get(),
      file: SettingsText.decode(yaml, vocabulary: vocabulary).get(), vocabulary: vocabulary
    ).get()
    return SettingsCheck(resolved: resolved, environment: environment, vocabulary: vocabulary, sites: sites)
  }

  @Test func aSiteThatDoesNotExistIsToldWhereTheSitesAreKnown() throws {
    let yaml = """
      stack-overflow:
        tabs:
          - { tags: [swift] }
          - { site: unix, tags: [bash] }
          - { site: unx, tags: [bash] }
          - { site: unix.meta }
          - { site: [unix, unx], sort: votes }
      """
    #expect(
      try findings(yaml) == [
        "config.yaml:5:15: stack-overflow.tabs[2].site: unknown site \"unx\"; did you mean unix?",
        "config.yaml:7:22: stack-overflow.tabs[4].site[1]: unknown site \"unx\"; did you mean unix?",
      ])
    #expect(try findings(yaml, sites: nil) == [] && findings(yaml, sites: []) == [])
  }

  @Test func filesOfTokensAreLookedAt() throws {
    let yaml = """
      conair: { token-file: /nowhere/all }
      rooms:
        - { sensors: this-machine }
        - { conair: "http://a/", token-file: /nowhere/a }
        - { home-assistant: "http://b/", token-file: /nowhere/b }
      """
    #expect(
      try findings(yaml) == [
        "config.yaml:1:23: conair.token-file: /nowhere/all cannot be read: No such file or directory",
        "config.yaml:4:40: rooms[1].token-file: /nowhere/a cannot be read: No such file or directory",
        "config.yaml:5:48: rooms[2].token-file: /nowhere/b cannot be read: No such file or directory",
      ])
    #expect(try findings("conair: { token-file: /nowhere/all }\nrooms: [{ conair: 'http://a/' }]").count == 1)
  }

  @Test func aSecretOfTheEnvironmentSetsTheFileAside() throws {
    #expect(
      try findings("stack-overflow: { key-file: /nowhere }", environment: ["REACTUI_STACK_EXCHANGE_KEY": "x"]) == [])
  }

  @Test func keysOfOwnCommandsAndWordsThatMayBecomeOptionsAreTold() throws {
    let yaml = """
      commands:
        - { name: save, key: s, in: questions, run: [save, "{title}", --, "{url}"] }
        - { name: say, key: u, in: rooms, run: [say, "t={room}"] }
      """
    #expect(
      try findings(yaml) == [
        "config.yaml:2:24: commands[0].key: s is also the key of tab.sort by default; give either another"
      ])
    // It works with most titles.
    #expect(
      try check(yaml).cautions.map(\.description) == [
        "config.yaml:2:47: commands[0].run: \"{title}\" is refused if its value begins with a dash; put \"--\" before it, or text"
      ])
  }

  @Test func keysOfLayoutsAreToldWithTheirLines() throws {
    let yaml = "layouts:\n  evening: { panes: [conair], key: r }\n  day: { panes: [wikipedia], key: F6 }\n"
    #expect(
      try findings(yaml) == [
        "config.yaml:2:36: layouts.evening.key: r is also the key of edit.refresh by default, pane.refresh by default; give either another"
      ])
  }

  /// However many layouts have the same key, it is one line. As long as each of them named all others it took many minutes.
  @Test(.timeLimit(.minutes(1))) func aKeyOfManyLayoutsIsOneLine() throws {
    let layouts = (0..<2_000).map { "  layout-\($0 + 1_000): { panes: [conair], key: F6 }\n" }
    let check = try check("layouts:\n" + layouts.joined() + "  x: { panes: [conair], key: r }\n")
    #expect(
      check.findings.map(\.description) == [
        "config.yaml:2001:40: layouts.layout-2999.key: F6 is also the key of layouts.layout-1000, layouts.layout-1001, "
          + "layouts.layout-1002, layouts.layout-1003 and 1995 more; give either another",
        "config.yaml:2002:30: layouts.x.key: r is also the key of edit.refresh by default, pane.refresh by default; give either another",
      ])
  }

  @Test func keysAreToldWithTheirLines() throws {
    let yaml = "keys:\n  tab.sort: F2\n  tab.new: [t, F2]\n  pane.zoom: r\n"
    #expect(
      try findings(yaml) == [
        "config.yaml:3:12: keys.tab.new: F2 is also the key of tab.sort; give either another",
        "config.yaml:4:14: keys.pane.zoom: r is also the key of edit.refresh by default, pane.refresh by default; give either another",
      ])
  }

  @Test func variablesThatDoNotExistAreTold() throws {
    let environment = ["REACTUI_THEMES": "dark", "REACTUI_X": "", "REACTUI_WIKIS": "dewiki", "REACTOR": "1"]
    let told = try findings("", environment: environment)
    #expect(told.count == 2)
    #expect(told.first == "REACTUI_THEMES: there is no such variable; did you mean REACTUI_THEME?")
    #expect(told.last?.hasPrefix("REACTUI_X: there is no such variable; give REACTUI_REFRESH_EVERY, ") == true)
  }

  /// A person can begin with each line of the example.
  @Test func theExampleHasNoFindingsButForFilesThatAreNotThere() throws {
    let lines = SettingsText.example(vocabulary: Features.vocabulary).components(separatedBy: "\n")
    let values = lines.map { line in
      let trimmed = line.drop { $0 == " " }
      guard trimmed.first == "#", let next = trimmed.dropFirst().first, next != " ", !trimmed.contains("-file:") else {
        return line
      }
      return String(line.prefix(line.count - trimmed.count)) + trimmed.dropFirst()
    }
    #expect(values != lines)
    #expect(try findings(values.joined(separator: "\n")) == [])
  }
}
