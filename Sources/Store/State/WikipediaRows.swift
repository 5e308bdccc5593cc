import Foundation
import Model

// What was chosen of Wikipedia, as single values of the state.

extension Override<WikiSelection> {
  /// `{"chosen":["dewiki"],"setting":["enwiki"]}`
  private struct Names: Codable {
    var chosen: [String]
    var setting: [String]
  }

  /// The wikis as they are kept.
  var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(Names(chosen: value.names, setting: setting.names)))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// - Returns: `nil` for a text that names no wikis.
  init?(text: String) {
    guard let names = try? JSONDecoder().decode(Names.self, from: Data(text.utf8)),
      [names.chosen, names.setting].allSatisfy({ $0.count <= WikiSelection.limit }),
      (names.chosen + names.setting).allSatisfy({ WikiDomain.isName($0) })
    else { return nil }
    self.init(WikiSelection(names.chosen), of: WikiSelection(names.setting))
  }
}
