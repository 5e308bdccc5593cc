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

  /// Escapes all but the unreserved characters of RFC 3986, section 2.3.
  ///
  /// - Parameter space: what stands for a space.
  static func escaped(_ text: String, space: String = "%20") -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      case UInt8(ascii: " "):
        bytes += space.utf8
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
