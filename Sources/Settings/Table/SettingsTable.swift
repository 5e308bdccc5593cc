import Foundation
import Model
import Screen
import Text

/// The table of all settings: the form of each, its meaning, and where else it can be given.
///
/// Decoding, the commented example, the JSON Schema, the reference and the report are derived from it.
package struct SettingsTable: Sendable {
  /// An entry at the top of the file, in the order of documentation.
  package enum Part: Sendable {
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

  init(_ vocabulary: SettingsVocabulary) {
    parts =
      vocabulary.features.flatMap(\.parts) + [
        .setting(
          Setting(
            "keys", \.keys, .keys(vocabulary),
            "Keys in place of a command's own; with an empty list it has none.",
            examples: ["pane.refresh: [r, F5]", "app.quit: Q"])),
        .setting(
          Setting(
            "commands", \.commands, .ownCommands(vocabulary.subjects),
            "Commands of your own: programs that are told what is selected.",
            examples: vocabulary.subjects.exampleCommands)),
        .setting(
          Setting(
            "rules", \.rules, .rules(vocabulary.subjects),
            "What happens by itself, once for each \(vocabulary.subjects.occasions). A rule acts at most five times a minute.",
            examples: vocabulary.subjects.exampleRules)),
        .setting(
          Setting(
            "theme", \.theme.name, .theme(vocabulary),
            "The colours of the screen. What is chosen in the palette holds until this key changes.",
            examples: ["dark"], variable: "REACTUI_THEME", flag: "--theme")),
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
        .setting(
          Setting(
            "accessible", \.theme.isAccessible, Form<Bool>.flag,
            "Whether the cursor is shown outside fields too, for screen readers and magnifiers.",
            examples: ["true"], variable: "REACTUI_ACCESSIBLE")),
        .setting(
          Setting(
            "notify", \.notify.kinds, Form<[NotifySettings.Kind]>.notified.optional,
            "What the desktop notifies of: alarms, watched edits, rules, new answers to what you read or keep.",
            examples: ["[alarms, answers]"])),
        .setting(
          Setting(
            "notify-by", \.notify.way, Form<String>.notificationWay.optional,
            "The sequence for notifications of a terminal that is not known to have one.", examples: ["osc-9"])),
        .section("layout", "Which panes are on the screen, and how they share it.", Self.layout(vocabulary)),
        .setting(
          Setting(
            "layouts", \.layouts, .layouts(vocabulary),
            "Other layouts by name, which the palette shows as layout: NAME; each has the keys of layout, and key.",
            examples: ["evening: { panes: [wikipedia, conair], large: wikipedia, share: 66 }"])),
      ]
  }

  private static func layout(_ vocabulary: SettingsVocabulary) -> [Setting] {
    let keys = LayoutKeys(vocabulary)
    return [
      Setting("panes", in: "layout", \.layout.panes, keys.panes, LayoutKeys.panesMeaning, examples: keys.panesExamples),
      Setting("large", in: "layout", \.layout.large, keys.large, LayoutKeys.largeMeaning, examples: ["stack-overflow"]),
      Setting("share", in: "layout", \.layout.share, LayoutKeys.share, LayoutKeys.shareMeaning, examples: ["56"]),
    ]
  }
}

extension Form where Value == [NotifySettings.Kind] {
  fileprivate static var notified: Form {
    let kinds = NotifySettings.Kind.allCases
    return list(
      of: Form<NotifySettings.Kind>.choice(kinds.map { (key: $0.rawValue, value: $0) }), count: 1...kinds.count,
      noun: "a kind of event")
  }
}

extension Form where Value == String {
  fileprivate static var notificationWay: Form {
    choice(NotificationWay.allCases.map { (key: $0.rawValue, value: $0.rawValue) })
  }
}

extension SettingsNode {
  /// A list in a variable: words separated by commas.
  package static func commaSeparated(_ text: String, at place: SettingsPlace) -> SettingsNode {
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return SettingsNode(place: place, content: .list(words.map { .text($0, at: place) }))
  }
}
