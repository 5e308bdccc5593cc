import Model
import Text

extension SettingsText {
  /// Returns the line of the file for a wish: `wikipedia: { watch: [{ user: Vand77 }] }`.
  ///
  /// A limit belongs into a room's entry, of which the line is a part.
  public static func line(for wish: SettingWish, vocabulary: SettingsVocabulary) -> SafeText? {
    switch wish.line {
    case .setting(let path, let change):
      var settings = Settings()
      change(&settings)
      return SettingsTable(vocabulary).line(of: path, in: settings)
    case .number(let key, let number):
      return SafeText(oneLine: "\(key): \(JSONValue.number(number).text())")
    }
  }
}

extension SettingsTable {
  /// Returns a setting's value on one line, in its section.
  fileprivate func line(of path: String, in settings: Settings) -> SafeText? {
    for setting in self.settings {
      guard let key = setting.keys.first, setting.keyPath(key.name) == path, let written = key.written(settings) else {
        continue
      }
      let own: SafeText = "\(SafeText(oneLine: key.name)): \(written.line)"
      return setting.section.map { "\(SafeText(oneLine: $0)): { \(own) }" } ?? own
    }
    return nil
  }
}
