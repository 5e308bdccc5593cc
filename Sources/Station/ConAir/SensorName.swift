import Foundation

/// The name that a sensor gives when it posts a reading.
///
/// All readings without a name belong to one sensor, whose name is empty.
struct SensorName: Hashable, Sendable {
  /// The most Unicode scalars in a name.
  static let longest = 100
  static let none = SensorName(literal: "")
  static let invented = SensorName(literal: "invented")

  /// With composed accents (NFC), so that equal names are equal however a program spells them.
  let text: String

  /// The mistake in an invalid name, as the end of a sentence.
  struct Fault: Error {
    let predicate: String
  }

  init(_ text: String) throws(Fault) {
    let composed = text.precomposedStringWithCanonicalMapping
    guard composed.unicodeScalars.count <= Self.longest else {
      throw Fault(predicate: "is longer than \(Self.longest) characters")
    }
    guard !composed.unicodeScalars.contains(where: Self.isControl) else {
      throw Fault(predicate: "holds a control character")
    }
    self.text = composed
  }

  private init(literal text: StaticString) { self.text = text.description }

  /// Names are listed on terminals, one per line.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The query item of a request for this sensor's readings: `sensor=S%C3%BCd`.
  var parameter: String {
    // Source: RFC 3986 §2.3, "unreserved". All other characters have a meaning in some part of a URL or of a shell's line.
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return "sensor=" + (text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
  }
}
