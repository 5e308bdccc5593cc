import Model
import Text

/// Reads settings: of the file, of the environment, of the command line.
public enum SettingsText {
  /// How many mistakes of a file are told.
  static let maximumMistakes = 50

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - name: what the file is called in front of mistakes.
  /// - Returns: what the file gives, or all that is wrong with it, in the order of its lines.
  public static func decode(
    _ bytes: [UInt8], name: SafeText = "config.yaml", vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    do throws(SettingsMistakes) {
      let text = try SettingsBytes(name: name).text(bytes)
      let (root, mistakes) = try YAMLText(name: name).parse(text)
      var layer = SettingsLayer()
      var reading = Reading()
      if let root, !root.isNothing {
        _ = SettingsTable(vocabulary).fileKeys.read(root, into: &layer, &reading)
      }
      return result(layer, mistakes + reading.mistakes)
    } catch {
      return .failure(error)
    }
  }

  /// See ``decode(_:name:vocabulary:)-(Array<UInt8>,_,_)``.
  public static func decode(
    _ text: String, name: SafeText = "config.yaml", vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    decode(Array(text.utf8), name: name, vocabulary: vocabulary)
  }

  /// Reads the environment's variables. An empty one counts as not set.
  public static func layer(
    environment: [String: String], vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    // Nearly every start has none of them, and the table takes longer to make than a pane.
    guard environment.keys.contains(where: { $0.hasPrefix(SettingsTable.variablePrefix) }) else {
      return .success(SettingsLayer())
    }
    return layer(environment, vocabulary, name: \.variable, place: SettingsPlace.variable)
  }

  /// Reads options of the command line, by their names with their dashes: `["--theme": "dark"]`.
  public static func layer(
    flags: [String: String], vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    if flags.isEmpty { return .success(SettingsLayer()) }
    return layer(flags, vocabulary, name: \.flag, place: SettingsPlace.flag)
  }

  private static func layer(
    _ values: [String: String], _ vocabulary: SettingsVocabulary, name: (Setting) -> String?,
    place: (SafeText) -> SettingsPlace
  ) -> Result<SettingsLayer, SettingsMistakes> {
    var layer = SettingsLayer()
    var reading = Reading(tellsPaths: false)
    for setting in SettingsTable(vocabulary).settings {
      guard let name = name(setting), let value = values[name], !value.isEmpty else { continue }
      let place = place(SafeText(oneLine: name))
      if setting.take(value, place, &layer.settings, &reading) { layer.places[setting.path] = place }
    }
    return result(layer, reading.mistakes)
  }

  private static func result(
    _ layer: SettingsLayer, _ mistakes: [SettingsMistake]
  ) -> Result<SettingsLayer, SettingsMistakes> {
    if mistakes.isEmpty { return .success(layer) }
    var told: Set<SettingsMistake> = []
    var all = mistakes.filter { told.insert($0).inserted }
    all = all.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    if all.count > maximumMistakes {
      all =
        all.prefix(maximumMistakes) + [
          SettingsMistake(place: all[maximumMistakes].place, sentence: "there are more mistakes from here on")
        ]
    }
    return .failure(SettingsMistakes(all))
  }
}

extension SettingsMistake {
  /// For the order of a file's mistakes.
  fileprivate var position: Int {
    if case .file(_, let line, let column) = place { line << 20 + min(column, 1 << 20 - 1) } else { 0 }
  }
}
