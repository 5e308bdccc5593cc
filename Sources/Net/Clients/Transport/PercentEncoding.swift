/// Escapes text for its place in a request.
///
/// `URLComponents` does not escape `+` and `;`, and most servers read the former as a space and the latter as a separator:
/// the tag `c++` would become `c  `.
package enum PercentEncoding {
  /// Escapes all but the unreserved characters of RFC 3986, section 2.3.
  ///
  /// - Parameter space: The escaped form of a space: `+` in a form (https://url.spec.whatwg.org/#urlencoded-serializing).
  package static func escaped(_ text: String, space: String = "%20") -> String {
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

  /// Returns the bytes that an escaped text stands for. A `%` without two hexadecimal digits stands for itself, as in curl.
  static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigitValue,
        let low = rest.dropFirst().first?.hexDigitValue
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  /// The value of a hexadecimal digit in ASCII; `nil` for another byte.
  fileprivate var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
