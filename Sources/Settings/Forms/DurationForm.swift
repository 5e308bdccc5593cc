import Foundation
import Text

extension Form where Value == TimeInterval? {
  /// A duration with its unit, in seconds, or a word for none.
  package static func duration(_ range: ClosedRange<TimeInterval>, or none: String) -> Form {
    let duration = DurationText.Bounds(range)
    return .scalar(
      expected: "\(duration.expected), or \(SafeText(oneLine: none))",
      // YAML reads some words as booleans, among them `off`.
      schema: .object(["anyOf": .list([duration.schema, .object(["enum": .list([.text(none), .flag(false)])])])]),
      parse: { text throws(Wrong) in [none, "false"].contains(text.lowercased()) ? nil : try duration.seconds(text) },
      write: { $0.map(DurationText.text) ?? SafeText(oneLine: none) })
  }
}

extension Form where Value == TimeInterval {
  /// A duration with its unit, in seconds.
  package static func duration(_ range: ClosedRange<TimeInterval>) -> Form {
    let duration = DurationText.Bounds(range)
    return .scalar(
      expected: duration.expected, schema: duration.schema,
      parse: { text throws(Wrong) in try duration.seconds(text) }, write: { DurationText.text($0) })
  }
}

/// Durations as a person writes them.
enum DurationText {
  private static let units: [(names: [String], seconds: Double)] = [
    (["d", "day", "days"], 86_400), (["h", "hour", "hours"], 3_600), (["min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  /// Returns the seconds of `90 s`, `5 min`, `1 h 30 min`.
  static func parse(_ text: String) throws(Wrong) -> Double {
    var rest = text[...]
    var sum = 0.0
    while let first = rest.firstIndex(where: { $0 != " " }) {
      let digits = rest[first...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      if digits.isEmpty { throw Wrong(predicate: "is not a time") }
      let number = try Wrong.number(String(digits))
      let name = rest[digits.endIndex...].drop { $0 == " " }.prefix { $0.isLetter }
      if name.isEmpty { throw Wrong(predicate: "has no unit") }
      guard let unit = units.first(where: { $0.names.contains(name.lowercased()) }) else {
        throw Wrong(predicate: "has an unknown unit")
      }
      sum += number * unit.seconds
      rest = rest[name.endIndex...]
    }
    return sum
  }

  /// Returns the duration in the largest unit that gives a whole number.
  static func text(_ seconds: Double) -> SafeText {
    let unit = units.first { seconds >= $0.seconds && (seconds / $0.seconds).rounded() * $0.seconds == seconds }
    guard let unit, let name = unit.names.first else { return seconds == 0 ? "0 s" : "\(seconds) s" }
    return "\(Int(seconds / unit.seconds)) \(SafeText(oneLine: name))"
  }

  /// The range of durations that are allowed.
  struct Bounds: Sendable {
    let range: ClosedRange<TimeInterval>

    init(_ range: ClosedRange<TimeInterval>) { self.range = range }

    var expected: SafeText {
      let examples = [10.0, 300, 3_600].filter(range.contains).map { text($0).string }
      return "a time from \(text(range.lowerBound)) to \(text(range.upperBound)), such as \(Quoted.choice(examples))"
    }

    var schema: JSONValue {
      .object(["type": .text("string"), "pattern": .text("^([0-9.]+ *(s|sec|second|min|minute|h|hour|d|day)s? *)+$")])
    }

    func seconds(_ text: String) throws(Wrong) -> Double {
      let seconds = try parse(text)
      if seconds < range.lowerBound { throw Wrong(predicate: "is too short") }
      if seconds > range.upperBound { throw Wrong(predicate: "is too long") }
      return seconds
    }
  }
}
