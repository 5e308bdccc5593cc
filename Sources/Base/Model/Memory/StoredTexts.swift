import Foundation

/// A list of texts as a single value of the state: an array of JSON.
package enum StoredTexts {
  package static func text(of texts: [String]) -> String {
    // Only texts, which can always be encoded.
    (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// Returns the texts; none of a damaged list.
  package static func texts(_ value: String?) -> [String] {
    value.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
  }
}
