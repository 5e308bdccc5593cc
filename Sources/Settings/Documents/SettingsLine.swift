import Model
import Text

/// A key of the settings with a line that sets it, to be copied into the file.
public struct SettingsLine: Sendable, Hashable {
  /// `layout.share`
  public var name: SafeText
  /// `layout: { share: 60 }`
  public var line: SafeText
  public var meaning: SafeText
}

extension SettingsText {
  /// Returns all keys, each with its first example on one line.
  public static func lines(vocabulary: SettingsVocabulary) -> [SettingsLine] {
    SettingsTable(vocabulary).settings.flatMap { setting in
      setting.keys.compactMap { key in
        key.examples.first.map { example in
          let value = flow(example, isInline: key.written(Settings())?.isInline ?? true)
          let own: SafeText = "\(SafeText(oneLine: key.name)): \(value)"
          return SettingsLine(
            name: SafeText(oneLine: setting.keyPath(key.name)),
            line: setting.section.map { "\(SafeText(oneLine: $0)): { \(own) }" } ?? own, meaning: key.meaning)
        }
      }
    }
  }

  /// Returns an example as a value on one line: a line of a list, or of a map, in its brackets.
  private static func flow(_ example: SafeText, isInline: Bool) -> SafeText {
    if isInline { return example }
    let text = example.string
    return text.begins(with: "- ") ? "[\(SafeText(oneLine: String(text.dropFirst(2))))]" : "{ \(example) }"
  }
}
