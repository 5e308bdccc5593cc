import Model
import Text

/// The settings in force, and the source of each.
public struct ResolvedSettings: Sendable, Hashable {
  public let settings: Settings
  /// The places of the values given, by path (`stack-overflow.tabs`, `unit`); all other values are defaults.
  public let origins: [String: SettingsPlace]
  /// The places of the file's keys and list elements, by their own paths (`keys.app.quit`, `rooms[1]`).
  let details: [String: SettingsPlace]

  /// Whether the file gives any value.
  public var hasFile: Bool {
    origins.values.contains { if case .file = $0 { true } else { false } }
  }

  /// Returns the place of a value, by the path of its key or its element; the place of the whole setting if that is unknown.
  ///
  /// - Parameter setting: The path of the setting that contains the value.
  public func place(of path: String, in setting: String) -> SettingsPlace? {
    guard case .file = origins[setting] else { return origins[setting] }
    return details[path] ?? origins[setting]
  }
}

extension Settings {
  /// Merges the layers: each value comes from the command line, else from the environment, else from the file, else it is the
  /// default.
  ///
  /// - Returns: a failure if values of different places contradict each other.
  public static func resolve(
    flags: SettingsLayer = SettingsLayer(), environment: SettingsLayer = SettingsLayer(),
    file: SettingsLayer = SettingsLayer(), vocabulary: SettingsVocabulary
  ) -> Result<ResolvedSettings, SettingsMistakes> {
    let (resolved, mistakes) = join(flags: flags, environment: environment, file: file, vocabulary: vocabulary)
    return mistakes.isEmpty ? .success(resolved) : .failure(SettingsMistakes(mistakes))
  }

  /// Merges the layers, and returns contradictions between values of different places. Values that could not be read are not
  /// mentioned here.
  static func join(
    flags: SettingsLayer, environment: SettingsLayer, file: SettingsLayer, vocabulary: SettingsVocabulary
  ) -> (resolved: ResolvedSettings, mistakes: [SettingsMistake]) {
    var settings = Settings()
    var origins: [String: SettingsPlace] = [:]
    let layers = [flags, environment, file].filter { !$0.places.isEmpty }
    // Without a table if nothing is given, as without a file.
    for setting in layers.isEmpty ? [] : SettingsTable(vocabulary).settings {
      let path = setting.path
      guard let layer = layers.first(where: { $0.places[path] != nil }) else { continue }
      setting.copy(layer.settings, &settings)
      origins[path] = layer.places[path]
    }
    settings.complete(origins, vocabulary)
    let resolved = ResolvedSettings(settings: settings, origins: origins, details: file.details)
    let refused = flags.refused.union(environment.refused).union(file.refused)
    return (resolved, settings.contradictions(resolved, refused, vocabulary))
  }

  /// Sets values that follow from others.
  private mutating func complete(_ origins: [String: SettingsPlace], _ vocabulary: SettingsVocabulary) {
    let panes = layout.panes ?? vocabulary.panes
    if origins["layout.large"] == nil, !panes.contains(layout.large), let first = panes.first {
      layout.large = first
    }
    for feature in vocabulary.features { feature.complete(&self) }
  }

  /// - Parameter refused: The paths of settings that may be given although no value could be read.
  private func contradictions(
    _ resolved: ResolvedSettings, _ refused: Set<String>, _ vocabulary: SettingsVocabulary
  ) -> [SettingsMistake] {
    var mistakes: [SettingsMistake] = []
    func tell(_ path: String, in setting: String? = nil, _ sentence: SafeText) {
      let place = setting.map { resolved.place(of: path, in: $0) } ?? resolved.origins[path]
      let isInFile = if case .file = place { true } else { false }
      mistakes.append(
        SettingsMistake(place: place, sentence: isInFile ? "\(SafeText(oneLine: path)): \(sentence)" : sentence))
    }
    let themes = vocabulary.themes + theme.own.keys.sorted()
    if !themes.contains(theme.name), !refused.contains("themes") {
      tell(
        "theme",
        "\(Quoted.text(theme.name)) \(Wrong.unknown(theme.name, among: themes)); give \(Quoted.choice(themes))")
    }
    for (index, rule) in rules.enumerated() where !refused.contains("commands") {
      guard let name = rule.command else { continue }
      let names = commands.map(\.name.string)
      let path = "rules[\(index)].command"
      if let command = commands.first(where: { $0.name == name }) {
        if !command.kinds.contains(rule.kind) {
          tell(
            path, in: "rules", "\(Quoted.text(name.string)) is not for \(SafeText(oneLine: rule.kind.name))")
        } else if command.needsTerminal {
          tell(path, in: "rules", "\(Quoted.text(name.string)) has the terminal, which a rule must not take")
        }
      } else {
        tell(
          path, in: "rules",
          "\(Quoted.text(name.string)) is no command of commands\(Wrong.meant(name.string, among: names))")
      }
    }
    let panes = layout.panes ?? vocabulary.panes
    if !panes.contains(layout.large), refused.isDisjoint(with: ["layout.panes", "layout.large"]) {
      tell("layout.large", "\(Quoted.text(layout.large)) is not among layout.panes; give \(Quoted.choice(panes))")
    }
    return mistakes
  }
}
