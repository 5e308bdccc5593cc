import Model
import Text

/// Reads the settings of the file, the environment and the command line.
public enum SettingsText {
  /// The number of mistakes of a file that are reported.
  static let maximumMistakes = 50

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - name: The file's name, shown before mistakes.
  /// - Returns: the file's layer, or all mistakes in the order of their lines.
  public static func decode(
    _ bytes: [UInt8], name: SafeText = "config.yaml", vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    read(bytes, name: name, vocabulary: vocabulary).result
  }

  /// Reads the text of a file as far as it can be used.
  static func read(_ bytes: [UInt8], name: SafeText, vocabulary: SettingsVocabulary) -> LayerReading {
    do throws(SettingsMistakes) {
      let text = try SettingsBytes(name: name).text(bytes)
      let (root, mistakes) = try YAMLWalk.parse(text, name: name)
      var layer = SettingsLayer()
      var reading = Reading()
      if let root, !root.isNothing {
        let table = SettingsTable(vocabulary)
        _ = table.fileKeys.read(root, into: &layer, &reading)
        // The unreadable parts of the file may have been any setting.
        if !mistakes.isEmpty { layer.refused.formUnion(table.settings.map(\.path)) }
      }
      if !layer.places.isEmpty { layer.details = reading.places }
      return LayerReading(layer, mistakes + reading.mistakes)
    } catch {
      return LayerReading(unreadable: error, vocabulary: vocabulary)
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
    read(environment: environment, vocabulary: vocabulary).result
  }

  /// Reads the environment's variables as far as they can be used.
  static func read(environment: [String: String], vocabulary: SettingsVocabulary) -> LayerReading {
    // Nearly every start has none of them, and creating the table takes longer than creating a pane.
    guard environment.keys.contains(where: { $0.begins(with: SettingsTable.variablePrefix) }) else {
      return LayerReading(SettingsLayer())
    }
    return read(environment, vocabulary, name: \.variable, place: SettingsPlace.variable)
  }

  /// Returns mistakes for unknown variables with the program's prefix.
  public static func unknownVariables(
    in environment: [String: String], vocabulary: SettingsVocabulary
  ) -> [SettingsMistake] {
    let names = environment.keys.filter { $0.begins(with: SettingsTable.variablePrefix) }.sorted()
    if names.isEmpty { return [] }
    let settings = SettingsTable(vocabulary).settings
    // Besides the settings' own there are some for tests: where the kernel tells of the machine, and two servers.
    let known = Set(
      settings.compactMap(\.variable) + ["REACTUI_SYS_ROOT", "REACTUI_MEDIAWIKI_URL", "REACTUI_OPEN_METEO_URL"])
    // The prefix that all have makes no two of them alike.
    func word(_ name: String) -> String { String(name.dropFirst(SettingsTable.variablePrefix.count)) }
    let words = settings.compactMap(\.variable).map(word)
    return names.filter { !known.contains($0) }.map { name in
      let meant = NearestWord.nearest(to: word(name), among: words).map { [$0] } ?? words
      let others = Quoted.choice(meant.map { SettingsTable.variablePrefix + $0 })
      let advice: SafeText = meant.count == 1 ? "did you mean \(others)?" : "give \(others)"
      return SettingsMistake(
        place: .variable(SafeText(oneLine: name)), sentence: "there is no such variable; \(advice)")
    }
  }

  /// Returns a sentence that a word is unknown, with the word that is meant, or the possible ones.
  public static func unknown(_ noun: SafeText, _ word: String, among known: [String]) -> SafeText {
    NearestWord.unknown(noun, word, among: known)
  }

  /// Reads options of the command line, by name with dashes: `["--theme": "dark"]`.
  public static func layer(
    flags: [String: String], vocabulary: SettingsVocabulary
  ) -> Result<SettingsLayer, SettingsMistakes> {
    read(flags: flags, vocabulary: vocabulary).result
  }

  /// Reads options of the command line as far as they can be used.
  static func read(flags: [String: String], vocabulary: SettingsVocabulary) -> LayerReading {
    if flags.isEmpty { return LayerReading(SettingsLayer()) }
    return read(flags, vocabulary, name: \.flag, place: SettingsPlace.flag)
  }

  private static func read(
    _ values: [String: String], _ vocabulary: SettingsVocabulary, name: (Setting) -> String?,
    place: (SafeText) -> SettingsPlace
  ) -> LayerReading {
    var layer = SettingsLayer()
    var reading = Reading(tellsPaths: false)
    for setting in SettingsTable(vocabulary).settings {
      guard let name = name(setting), let value = values[name], !value.isEmpty else { continue }
      let place = place(SafeText(oneLine: name))
      _ = layer.take(setting, at: place, &reading) { setting.take(value, place, &$0, &$1) }
    }
    return LayerReading(layer, reading.mistakes)
  }
}

/// The layer of one place as far as it can be used, and the mistakes in the rest.
struct LayerReading: Sendable {
  var layer: SettingsLayer
  /// In the order of their places, limited to those reported.
  var mistakes: [SettingsMistake] = []

  init(_ layer: SettingsLayer, _ mistakes: [SettingsMistake] = []) {
    self.layer = layer
    self.mistakes = mistakes.told("mistakes")
  }

  /// Creates the reading of an unreadable file, which may give any setting.
  init(unreadable mistakes: SettingsMistakes, vocabulary: SettingsVocabulary) {
    layer = SettingsLayer()
    layer.refused = Set(SettingsTable(vocabulary).settings.map(\.path))
    self.mistakes = mistakes.all
  }

  /// The layer, or the mistakes if there are any.
  var result: Result<SettingsLayer, SettingsMistakes> {
    mistakes.isEmpty ? .success(layer) : .failure(SettingsMistakes(mistakes))
  }
}

extension [SettingsMistake] {
  /// Returns the mistakes in the order of their places, each once, limited to those reported.
  ///
  /// - Parameter noun: The plural noun for what was cut.
  func told(_ noun: SafeText) -> [SettingsMistake] {
    let all = uniqued { $0 }.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    guard all.count > SettingsText.maximumMistakes else { return all }
    return all.prefix(SettingsText.maximumMistakes) + [
      SettingsMistake(place: all[SettingsText.maximumMistakes].place, sentence: "there are more \(noun) from here on")
    ]
  }
}

extension SettingsMistake {
  /// The position for sorting a file's mistakes.
  fileprivate var position: Int {
    if case .file(_, let line, let column) = place { line << 20 + min(column, 1 << 20 - 1) } else { 0 }
  }
}
