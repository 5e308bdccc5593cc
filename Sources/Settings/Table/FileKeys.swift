import Model
import Text

extension SettingsTable {
  /// The keys of the file, which set values in a layer and record their places.
  var fileKeys: Keys<SettingsLayer> {
    Keys(
      all: parts.flatMap { part in
        switch part {
        case .setting(let setting): setting.keys.map { Key(of: setting, $0) }
        case .section(let name, let meaning, let settings): [Key(section: name, meaning, settings)]
        }
      })
  }
}

extension Key<SettingsLayer> {
  /// Creates the key of a setting.
  fileprivate init(of setting: Setting, _ key: Key<Settings>) {
    name = key.name
    meaning = key.meaning
    expected = key.expected
    schema = key.schema.orNull
    examples = key.examples
    nested = key.nested
    group = key.group
    needs = key.needs
    take = { node, layer, reading in
      layer.take(setting, at: node.place, &reading) { settings, reading in key.take(node, &settings, &reading) }
    }
    written = { key.written($0.settings) }
  }

  /// Creates the key of a section.
  fileprivate init(section name: String, _ meaning: SafeText, _ settings: [Setting]) {
    let keys = Keys(all: settings.flatMap { setting in setting.keys.map { Key(of: setting, $0) } })
    self.name = name
    self.meaning = meaning
    expected = "a map of \(Quoted.choice(keys.names))"
    schema = keys.schema.with(["description": .text(meaning.string)]).orNull
    examples = []
    nested = keys.descriptions
    group = nil
    needs = []
    take = { node, layer, reading in keys.read(node, into: &layer, &reading) != nil }
    written = { keys.written($0) }
  }
}
