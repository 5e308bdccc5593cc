import Model
import Text

extension ResolvedSettings {
  /// Returns the settings in force in the form of a settings file, with the source of each value. Secrets are masked:
  /// passwords and queries in addresses, and the arguments of programs.
  public func report(vocabulary: SettingsVocabulary) -> [SafeText] {
    SettingsTable(vocabulary).parts.flatMap { part -> [SafeText] in
      switch part {
      case .setting(let setting): lines(of: setting, indentation: "")
      case .section(let name, _, let settings):
        ["\(SafeText(oneLine: name)):"] + settings.flatMap { lines(of: $0, indentation: "  ") }
      }
    }
  }

  private func lines(of setting: Setting, indentation: SafeText) -> [SafeText] {
    let place = origins[setting.path]
    let origin = place?.text ?? "default"
    for key in setting.keys {
      let name = SafeText(oneLine: key.name)
      switch key.written(settings) {
      case .inline(let value):
        return [Self.line("\(indentation)\(name): \(value)", from: origin)]
      case .items(let items) where !items.isEmpty:
        return [Self.line("\(indentation)\(name):", from: origin)] + items.map { "\(indentation)  - \($0)" }
      case .entries(let entries) where !entries.isEmpty:
        return [Self.line("\(indentation)\(name):", from: origin)]
          + entries.map { "\(indentation)  \($0.key): \($0.value)" }
      case .items:
        return [Self.line("\(indentation)\(name): []", from: origin)]
      case .entries:
        return [Self.line("\(indentation)\(name): {}", from: origin)]
      case nil: continue
      }
    }
    let name = SafeText(oneLine: setting.keys[0].name)
    // A variable may contain the secret itself.
    let state: SafeText = place == nil ? "not set" : "hidden"
    return [Self.line("\(indentation)# \(name): \(state)", from: origin)]
  }

  /// Returns a line with a comment after it, aligned in columns as far as possible.
  private static func line(_ text: SafeText, from origin: SafeText) -> SafeText {
    let blanks = String(repeating: " ", count: max(2, 48 - text.string.count))
    return "\(text)\(SafeText(oneLine: blanks))# \(origin)"
  }
}
