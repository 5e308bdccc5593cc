/// The namespaces that every wiki has, and some that many have, by their English names.
///
/// Source: https://www.mediawiki.org/wiki/Help:Namespaces
public enum WikiNamespace {
  private static let numbers: KeyValuePairs<String, Int> = [
    "article": 0, "talk": 1, "user": 2, "user talk": 3, "project": 4, "project talk": 5, "file": 6, "file talk": 7,
    "mediawiki": 8, "mediawiki talk": 9, "template": 10, "template talk": 11, "help": 12, "help talk": 13,
    "category": 14, "category talk": 15, "portal": 100, "draft": 118, "module": 828,
  ]

  /// The names, in the order of the numbers.
  public static var names: [String] { numbers.map(\.key) }

  /// Returns the number of the namespace with a name or a number; `nil` if there is none.
  public static func number(named text: String) -> Int? {
    if let number = Int(text) { return number }
    let name = text.lowercased().replacing("_", with: " ")
    return numbers.first { $0.key == name }?.value
  }
}
