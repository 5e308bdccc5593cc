import Foundation
import Model

// Choices in the Wikipedia pane, as single values of the state.

/// `{"chosen":["dewiki"],"setting":["enwiki"]}`
private struct OverrideNames: Codable {
  var chosen: [String]
  var setting: [String]

  init(_ chosen: [String], of setting: [String]) { (self.chosen, self.setting) = (chosen, setting) }

  init?(_ text: String) {
    guard let names = try? JSONDecoder().decode(OverrideNames.self, from: Data(text.utf8)) else { return nil }
    self = names
  }

  var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Override<WikiSelection> {
  /// The wikis in the stored form.
  var text: String? { OverrideNames(value.names, of: setting.names).text }

  /// - Returns: `nil` for a text without names of wikis.
  init?(text: String) {
    guard let names = OverrideNames(text),
      [names.chosen, names.setting].allSatisfy({ $0.count <= WikiSelection.limit }),
      (names.chosen + names.setting).allSatisfy({ WikiDomain.isName($0) })
    else { return nil }
    self.init(WikiSelection(names.chosen), of: WikiSelection(names.setting))
  }
}

extension Override<ShownEdits> {
  /// The words for the edits in the stored form.
  var text: String? { OverrideNames(value.words.map(\.name), of: setting.words.map(\.name)).text }

  /// - Returns: `nil` for a text with unknown words.
  init?(text: String) {
    guard let names = OverrideNames(text) else { return nil }
    let (chosen, setting) = (names.chosen.map(ShownEdits.Word.init), names.setting.map(ShownEdits.Word.init))
    guard !(chosen + setting).contains(nil) else { return nil }
    self.init(ShownEdits(chosen.compactMap(\.self)), of: ShownEdits(setting.compactMap(\.self)))
  }
}
