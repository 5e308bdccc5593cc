import Foundation

// Choices that a person made instead of a setting, as single values of the state.

/// `{"chosen":["dewiki"],"setting":["enwiki"]}`
package struct StoredOverride<Value: Codable>: Codable {
  package var chosen: Value
  package var setting: Value

  package init(_ chosen: Value, of setting: Value) { (self.chosen, self.setting) = (chosen, setting) }

  package init?(_ text: String) {
    guard let stored = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = stored
  }

  package var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Override<Int?> {
  /// The percentages in the stored form; `null` where the settings have none.
  var text: String? { StoredOverride(value, of: setting).text }

  /// - Returns: `nil` for a text without percentages.
  init?(text: String) {
    guard let shares = StoredOverride<Int?>(text), shares.chosen != nil,
      [shares.chosen, shares.setting].compactMap(\.self).allSatisfy((1...99).contains)
    else { return nil }
    self.init(shares.chosen, of: shares.setting)
  }
}

extension Override<String> {
  /// The names in the stored form.
  var text: String? { StoredOverride(value, of: setting).text }

  /// - Returns: `nil` for a text without two names.
  init?(text: String) {
    guard let names = StoredOverride<String>(text) else { return nil }
    self.init(names.chosen, of: names.setting)
  }
}
