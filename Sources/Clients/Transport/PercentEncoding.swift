/// Escapes text for its place in a request.
///
/// `URLComponents` does not escape `+` and `;`, and most servers read the former as a space and the latter as a separator:
/// the tag `c++` would become `c  `.
enum PercentEncoding {
  /// Escapes all but the unreserved characters of RFC 3986, section 2.3.
  ///
  /// - Parameter space: The escaped form of a space: `+` in a form (https://url.spec.whatwg.org/#urlencoded-serializing).
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
