import Model
import Text

extension SettingsText {
  /// Returns the line of the file for a wish: `wikipedia: { watch: [{ user: Vand77 }] }`.
  ///
  /// A limit belongs into a room's entry, of which the line is a part.
  public static func line(for wish: SettingWish, vocabulary: SettingsVocabulary) -> SafeText? {
    var settings = Settings()
    let table = SettingsTable(vocabulary)
    switch wish {
    case .watch(let subject):
      settings.wikipedia.watch = [EditWatch(subject)]
      return table.line(of: "wikipedia.watch", in: settings)
    case .keys(let keys, let command):
      settings.keys = [command: keys]
      return table.line(of: "keys", in: settings)
    case .theme(let name):
      settings.theme.name = name
      return table.line(of: "theme", in: settings)
    case .above(let degrees, _): return Form<Double>.temperature.write(degrees).map { "above: \($0.line)" }
    case .below(let degrees, _): return Form<Double>.temperature.write(degrees).map { "below: \($0.line)" }
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
