import Model
import Text

extension SettingsText {
  /// Returns the reference of all keys in Markdown: docs/SETTINGS.md, which a test compares with it.
  static func reference(vocabulary: SettingsVocabulary) -> String {
    (preamble + SettingsTable(vocabulary).parts.flatMap(reference(of:))).joined(separator: "\n") + "\n"
  }

  private static let preamble = [
    "# Settings",
    "",
    "`$XDG_CONFIG_HOME/reactui/config.yaml`, by default `~/.config/reactui/config.yaml`, is yours: the program reads it and never",
    "writes it. What is saved there is in force within a second. A value comes from the command line, else from the",
    "environment, else from the file, else it is the default; an empty variable counts as not set, and so does a key without",
    "a value. `reactui config` checks all of it and prints what is in force and where each value comes from, `reactui config",
    "example` prints a commented file to begin with, `reactui config schema` a JSON Schema for editors.",
    "",
    "The file is YAML of at most \(SettingsBytes.maximumCount >> 20) MB, one document in UTF-8, without anchors, aliases and the",
    "merge key `<<`. A mistake in it is told with its line and column; at the start all mistakes end the program with exit",
    "code 78 (a wrong option of the command line: 64), and while it runs the settings that held stay in force until the file",
    "is mended. `reactui config` also tells, with exit code 78, what ends no start: a file of secrets that is missing or open",
    "to others, a key that leads to two commands which can be done at the same time, a site that the cache of all sites does",
    "not have, and a `REACTUI_` variable that does not exist.",
    "",
    "What was valid once stays valid, or is told with what takes its place. A key is on this page when it has its effect.",
    "What is configured is never answered by the demonstration.",
    "",
    "This page is made from the program's table of keys (`Sources/Settings/Table`).",
  ]

  private static func reference(of part: SettingsTable.Part) -> [String] {
    switch part {
    case .setting(let setting):
      ["", "## \(setting.keys[0].name)", ""] + reference(of: [setting])
    case .section(let name, let meaning, let settings):
      ["", "## \(name)", "", meaning.string, ""] + reference(of: settings)
    }
  }

  private static func reference(of settings: [Setting]) -> [String] {
    var lines = ["| key | meaning | value | default | also |", "| --- | --- | --- | --- | --- |"]
    var details: [String] = []
    for setting in settings {
      for (index, key) in setting.keys.enumerated() {
        let written = key.written(Settings())
        let others = index == 0 ? [setting.flag, setting.variable].compactMap { $0 } : []
        lines.append(
          row([
            "`\(key.name)`", key.meaning.string, key.nested.isEmpty ? key.expected.string : "a list of maps, see below",
            written.map { $0.isEmpty ? "" : code($0.line.string) } ?? "", others.map(code).joined(separator: ", "),
          ]))
        details += nested(in: key)
      }
    }
    return lines + details
  }

  private static func nested(in key: Key<Settings>) -> [String] {
    if key.nested.isEmpty { return [] }
    return [
      "", "Each element of `\(key.name)`:", "", "| key | meaning | value | example |", "| --- | --- | --- | --- |",
    ]
      + key.nested.map {
        row(["`\($0.name)`", $0.meaning.string, $0.expected.string, code($0.example.string)])
      }
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }.joined(separator: " | ")) |"
  }

  private static func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }
}
