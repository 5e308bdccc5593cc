import Foundation
import Text

/// A JSON value on one line, with the members of objects in the order written.
indirect enum JSONText: Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case list([JSONText])
  case members([(name: String, value: JSONText)])

  /// An object with further members after its own.
  func adding(_ others: KeyValuePairs<String, JSONText>) -> JSONText {
    guard case .members(let members) = self else { return self }
    return .members(members + others.map { ($0.key, $0.value) })
  }

  static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    .members(members.map { ($0.key, $0.value) })
  }

  /// A whole number; `nil` is null.
  static func integer(_ number: Int?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// A temperature, as short as its source wrote it: means and conversions leave an error in the last bits, which would be
  /// written as `31.810000000000002`. A billionth of a degree is finer than any sensor.
  static func celsius(_ celsius: Double) -> JSONText { .number((celsius * 1e9).rounded() / 1e9) }

  /// A text; `nil` is null.
  static func text(_ text: SafeText?) -> JSONText { text.map { .string($0.string) } ?? .null }

  /// A link from outside; `nil` is null.
  static func link(_ link: String?) -> JSONText { .text(link.map { SafeText(oneLine: $0) }) }

  /// `2026-11-22T14:03:20Z`; `nil` is null.
  static func date(_ date: Date?) -> JSONText {
    guard let date else { return .null }
    return .string(ClockTime.utc.full(date).string.replacing(" ", with: "T") + "Z")
  }

  var text: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    // JSON has no representation of NaN and infinity (RFC 8259, §6).
    // Zero has no sign.
    case .number(let number): number.isFinite ? String(number == 0 ? 0 : number) : "null"
    case .string(let text): Self.quoted(text)
    case .list(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .members(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        result += "\\u" + String(scalar.value, padded: 4, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
