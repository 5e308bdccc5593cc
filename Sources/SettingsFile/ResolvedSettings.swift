import Model
import Text

/// The settings in force, and where each comes from.
public struct ResolvedSettings: Sendable, Hashable {
  public let settings: Settings
  /// Where values were given, by their paths (`stack-overflow.tabs`, `unit`); what is not here is a default.
  public let origins: [String: SettingsPlace]

  /// Whether the file gives any value.
  public var hasFile: Bool {
    origins.values.contains { if case .file = $0 { true } else { false } }
  }
}

extension Settings {
  /// Puts the layers together: each value comes from the command line, else from the environment, else from the file, else
  /// it is the default.
  ///
  /// - Returns: a failure where values of different places contradict each other.
  public static func resolve(
    flags: SettingsLayer = SettingsLayer(), environment: SettingsLayer = SettingsLayer(),
    file: SettingsLayer = SettingsLayer(), vocabulary: SettingsVocabulary
  ) -> Result<ResolvedSettings, SettingsMistakes> {
    var settings = Settings()
    var origins: [String: SettingsPlace] = [:]
    let layers = [flags, environment, file].filter { !$0.places.isEmpty }
    // Without a table where nothing is given, as for those who have no file.
    for setting in layers.isEmpty ? [] : SettingsTable(vocabulary).settings {
      let path = setting.path
      guard let layer = layers.first(where: { $0.places[path] != nil }) else { continue }
      setting.copy(layer.settings, &settings)
      origins[path] = layer.places[path]
    }
    settings.complete(origins, vocabulary)
    let mistakes = settings.contradictions(origins, vocabulary)
    return mistakes.isEmpty
      ? .success(ResolvedSettings(settings: settings, origins: origins)) : .failure(SettingsMistakes(mistakes))
  }

  /// Fills in what follows from other values.
  private mutating func complete(_ origins: [String: SettingsPlace], _ vocabulary: SettingsVocabulary) {
    let panes = layout.panes ?? vocabulary.panes
    if origins["layout.large"] == nil, !panes.contains(layout.large), let first = panes.first {
      layout.large = first
    }
    guard let token = conAir.token else { return }
    for index in rooms.indices where rooms[index].secret == nil {
      if case .conAir = rooms[index].source { rooms[index].secret = token }
    }
  }

  private func contradictions(
    _ origins: [String: SettingsPlace], _ vocabulary: SettingsVocabulary
  ) -> [SettingsMistake] {
    var mistakes: [SettingsMistake] = []
    func tell(_ path: String, _ sentence: SafeText) {
      let place = origins[path]
      let isInFile = if case .file = place { true } else { false }
      mistakes.append(
        SettingsMistake(place: place, sentence: isInFile ? "\(SafeText(oneLine: path)): \(sentence)" : sentence))
    }
    let themes = vocabulary.themes + theme.own.keys.sorted()
    if !themes.contains(theme.name) {
      tell(
        "theme",
        "\(Quoted.text(theme.name)) \(Wrong.unknown(theme.name, among: themes)); give \(Quoted.choice(themes))")
    }
    let panes = layout.panes ?? vocabulary.panes
    if !panes.contains(layout.large) {
      tell("layout.large", "\(Quoted.text(layout.large)) is not among layout.panes; give \(Quoted.choice(panes))")
    }
    return mistakes
  }
}
