import Foundation
import Model
import Text

extension Form where Value == SafeText {
  /// A line of text.
  package static func line(maximum: Int = 60) -> Form {
    .scalar(
      expected: "a text of 1 to \(maximum) characters",
      schema: .object(["type": .text("string"), "minLength": .number(1), "maxLength": .number(Double(maximum))]),
      parse: { text throws(Wrong) in
        let line = SafeText(oneLine: text)
        if line.isEmpty { throw Wrong(predicate: "shows nothing") }
        if line.string.count > maximum { throw Wrong(predicate: "is too long") }
        return line
      },
      write: { Written.word($0.string) })
  }
}

extension Form where Value == String {
  /// A machine-readable word.
  ///
  /// - Parameters:
  ///   - expected: The expected value, after "give".
  ///   - pattern: An ECMA regular expression that right words match.
  package static func word(expected: SafeText, pattern: String, isLowercased: Bool = true) -> Form {
    .scalar(
      expected: expected, schema: .object(["type": .text("string"), "pattern": .text(pattern)]),
      parse: { text throws(Wrong) in
        let word = isLowercased ? text.lowercased() : text
        guard word.range(of: pattern, options: .regularExpression) != nil else {
          throw Wrong(predicate: "cannot be used")
        }
        return word
      },
      write: { Written.word($0) })
  }

  /// A text that is used unchanged.
  package static func text(expected: SafeText, maximum: Int = 1_000) -> Form {
    .scalar(
      expected: expected,
      schema: .object(["type": .text("string"), "minLength": .number(1), "maxLength": .number(Double(maximum))]),
      parse: { text throws(Wrong) in
        if text.count > maximum { throw Wrong(predicate: "is too long") }
        return text
      },
      write: { Written.word($0) })
  }
}

extension Form where Value: Hashable {
  /// One of several words.
  package static func choice(_ words: KeyValuePairs<String, Value>) -> Form { choice(Array(words)) }

  /// One of several words.
  package static func choice(_ words: [(key: String, value: Value)]) -> Form {
    let names = words.map(\.key)
    let expected = Quoted.choice(names)
    return .scalar(
      expected: expected, schema: .object(["type": .text("string"), "enum": .texts(names)]),
      parse: { text throws(Wrong) in
        if let value = words.first(where: { $0.key == text.lowercased() })?.value { return value }
        throw Wrong(predicate: Wrong.unknown(text, among: names))
      },
      write: { value in words.first { $0.value == value }.map { SafeText(oneLine: $0.key) } })
  }
}

extension Wrong {
  /// Returns `is not known, did you mean …?`, if there is a similar word.
  static func unknown(_ word: String, among known: [String]) -> SafeText {
    "is not known\(meant(word, among: known))"
  }

  /// Returns ` (did you mean …?)`, if there is a similar word; otherwise nothing.
  package static func meant(_ word: String, among known: [String]) -> SafeText {
    NearestWord.nearest(to: word, among: known).map { " (did you mean \(SafeText(oneLine: $0))?)" } ?? ""
  }
}

extension Form where Value == Bool {
  package static var flag: Form {
    .scalar(
      expected: "true or false", schema: .object(["type": .text("boolean")]),
      parse: { text throws(Wrong) in
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw Wrong(predicate: "is neither true nor false")
        }
      },
      write: { $0 ? "true" : "false" })
  }
}

extension Form where Value == Int {
  package static func whole(_ range: ClosedRange<Int>, unit: SafeText = "") -> Form {
    .scalar(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)",
      schema: .object([
        "type": .text("integer"), "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]),
      parse: { text throws(Wrong) in
        let number = try Wrong.number(text)
        if number != number.rounded() { throw Wrong(predicate: "is not a whole number") }
        if number < Double(range.lowerBound) { throw Wrong(predicate: "is too small") }
        if number > Double(range.upperBound) { throw Wrong(predicate: "is too large") }
        return Int(number)
      },
      write: { "\($0)" })
  }
}

extension Wrong {
  /// Parses a decimal number; infinities and hexadecimal numbers are refused.
  package static func number(_ text: String) throws(Wrong) -> Double {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }),
      let number = Double(text)
    else { throw Wrong(predicate: "is not a number") }
    if !number.isFinite { throw Wrong(predicate: "is too large") }
    return number
  }
}
