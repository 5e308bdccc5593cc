import Model
import Text

extension SettingsText {
  /// Returns a commented file to begin with. All values are commented out, so it changes nothing.
  public static func example(vocabulary: SettingsVocabulary) -> String {
    (header + SettingsTable(vocabulary).parts.flatMap { [""] + example(of: $0) }).joined(separator: "\n") + "\n"
  }

  private static let header = [
    "# Settings of reactui. What is saved here is in force within a second.",
    "#",
    "# Save this as ~/.config/reactui/config.yaml, or where XDG_CONFIG_HOME points, and take the # away from the lines that",
    "# you want to change; a line with # and a space is a comment. What is not given keeps its default.",
    "# `reactui config` shows what is in force, and where each value comes from.",
    "#",
    "# Editors that know YAML complete and check this file with a schema beside it:",
    "#   reactui config schema > ~/.config/reactui/schema.json",
    "# yaml-language-server: $schema=schema.json",
  ]

  private static func example(of part: SettingsTable.Part) -> [String] {
    switch part {
    case .setting(let setting):
      example(of: setting, indentation: 0)
    case .section(let name, let meaning, let settings):
      ["# \(meaning)", "\(name):"]
        + settings.map { example(of: $0, indentation: 2) }.joined(separator: [""])
    }
  }

  private static func example(of setting: Setting, indentation: Int) -> [String] {
    let blanks = String(repeating: " ", count: indentation)
    return setting.keys.enumerated().flatMap { index, key -> [String] in
      var lines = comment(key.meaning.string)
      lines += comment(facts(of: setting, key, isFirst: index == 0))
      if !key.nested.isEmpty {
        let width = key.nested.map(\.name.count).max() ?? 0
        for nested in key.nested {
          let choices = nested.isChoice ? " Give \(nested.expected)." : ""
          let first = "  \(nested.name.padding(to: width))  "
          lines += comment("\(nested.meaning)\(choices)", first: first)
        }
      }
      if let written = key.written(Settings()), !written.isInline {
        lines.append("\(key.name):")
        lines += key.examples.map { "  #\($0)" }
      } else {
        lines += key.examples.map { "#\(key.name): \($0)" }
      }
      return lines.map { blanks + $0 }
    }
  }

  /// Returns the expected value, and where else the setting can be given.
  private static func facts(of setting: Setting, _ key: Key<Settings>, isFirst: Bool) -> String {
    var facts: [String] = []
    if key.nested.isEmpty { facts.append("Give \(key.expected).") }
    if let written = key.written(Settings()), !written.isEmpty { facts.append("Default: \(written.line).") }
    let others = [setting.flag, setting.variable].compactMap { $0 }
    if isFirst, !others.isEmpty { facts.append("Also: \(others.joined(separator: ", ")).") }
    return facts.joined(separator: " ")
  }

  /// Returns a comment in lines of at most 100 columns.
  ///
  /// - Parameter first: The start of the first line; further lines are indented by its width.
  private static func comment(_ text: String, first: String = "") -> [String] {
    var lines: [String] = []
    var line = "# \(first)"
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + word.count >= 100 {
        lines.append(line)
        line = "# " + String(repeating: " ", count: first.count)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return isEmpty ? lines : lines + [line]
  }
}

extension Written {
  var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// Whether this is an empty list or map.
  var isEmpty: Bool {
    switch self {
    case .inline: false
    case .items(let items): items.isEmpty
    case .entries(let entries): entries.isEmpty
    }
  }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
