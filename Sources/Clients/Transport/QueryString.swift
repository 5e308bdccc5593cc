import Foundation

/// Puts addresses together with everything escaped that is not plain.
///
/// `URLComponents` leaves `+` and `;` as they are, and most servers read the one as a space and the other as a
/// separator: the tag `c++` would become `c  `.
enum QueryString {
  /// `base` with a path below it and a query.
  static func url(_ base: URL, path: String, _ query: [(name: String, value: String)]) -> String {
    var address = base.absoluteString
    if let mark = address.firstIndex(of: "#") { address = String(address[..<mark]) }
    // A query of the base itself, such as a token, stays in front.
    let parts = address.split(separator: "?", maxSplits: 1)
    let root = parts.first.map(String.init) ?? ""
    let fields = parts.dropFirst().map(String.init) + query.map { "\(escaped($0.name))=\(escaped($0.value))" }
    let trimmed = path.isEmpty || !root.hasSuffix("/") ? root : String(root.dropLast())
    return trimmed + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// Escapes all but RFC 3986's unreserved characters.
  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
