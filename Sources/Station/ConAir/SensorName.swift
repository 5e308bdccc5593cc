import Foundation

/// What a sensor calls itself when it posts a reading.
///
/// A sensor that gives no name has the empty one: all readings without a name are one sensor's.
struct SensorName: Hashable, Sendable {
  /// Unicode scalars that a name has at most.
  static let longest = 100
  static let none = SensorName(literal: "")
  static let invented = SensorName(literal: "invented")

  /// With accents composed (NFC), so that a name is the same however a program spells it.
  let text: String

  /// What is wrong with a text that is no sensor's name, as the end of a sentence.
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

  /// Names are listed a line each on terminals.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// What a request adds to its query in order to get this sensor's readings: `sensor=S%C3%BCd`.
  var parameter: String {
    // Source: RFC 3986 §2.3, "unreserved". All else has a meaning in some part of a URL or of a shell's line.
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return "sensor=" + (text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
  }
}
