import Foundation

/// The queries derived from the expression in the settings.
///
/// Source of the language: https://prometheus.io/docs/prometheus/latest/querying/basics/
struct PromQL: Sendable {
  /// The label that distinguishes the parts of one query. No exporter has it.
  static let partLabel = "reactui_part"

  enum Part: String, Sendable {
    /// Of a step.
    case min, mean, max
    /// The newest sample, and its age in seconds.
    case last, age
    /// The server's time.
    case now
    /// What Home Assistant says that it cannot reach, although it goes on to export its last value.
    case gone
  }

  /// The expression in the settings.
  let expression: String
  /// Whether the expression selects stored series, so that their samples can be counted one by one.
  let isSelector: Bool
  /// What its text says about units.
  let units: QueryUnits

  init(_ expression: String) {
    self.expression = expression.trimmingCharacters(in: .whitespacesAndNewlines)
    isSelector = Self.isSelector(self.expression)
    units = QueryUnits(self.expression)
  }

  /// A query for the newest sample of each series with its age, and the server's time.
  ///
  /// An answer has the time of the evaluation and not that of a sample, which may be five minutes older; so the age is
  /// requested, too.
  var newest: String {
    [
      Self.marked(vector, .last), Self.marked("time() - timestamp(\(vector))", .age),
      Self.marked("vector(time())", .now),
    ].joined(separator: " or ") + (availability.map { " or \(Self.marked("\($0) == 0", .gone))" } ?? "")
  }

  /// The metric in which Home Assistant says whether it can reach what it exports, if the expression has one of its metrics.
  /// Their names may begin with any word, or with none.
  private var availability: String? {
    expression.firstMatch(of: /([a-zA-Z0-9_]*?)(?:sensor|climate|water_heater)_(?:current_)?temperature_celsius/)
      .map { "\($0.1)entity_available" }
  }

  /// Returns a query for the lowest value, mean and highest value of each step, so that spikes are in the answer however long
  /// the step is.
  ///
  /// - Parameters:
  ///   - step: In milliseconds.
  ///   - series: The labels of the selected series, all with the same names; `nil` for all series.
  func steps(of step: Int, only series: [[String: String]]? = nil) -> String {
    let length = Self.duration(step)
    let window = isSelector ? "\(vector)[\(length)]" : "\(vector)[\(length):\(Self.duration(max(1_000, step / 10)))]"
    let all = [
      Self.marked("min_over_time(\(window))", .min), Self.marked("avg_over_time(\(window))", .mean),
      Self.marked("max_over_time(\(window))", .max),
    ].joined(separator: " or ")
    guard let series, let names = series.first?.keys.sorted() else { return all }
    let wanted = series.map { labels in
      names.reduce("vector(1)") { vector, name in
        "label_replace(\(vector),\(Self.quoted(name)),\(Self.quoted(Self.withoutReferences(labels[name] ?? ""))),\"\",\"\")"
      }
    }
    return "(\(all)) and on (\(names.joined(separator: ","))) (\(wanted.joined(separator: " or ")))"
  }

  /// Returns a query for the state of targets: `up` of each of them.
  static func up(of targets: [[String: String]]) -> String {
    targets.map { labels in
      "up{" + labels.sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted($0.value))" }.joined(separator: ",") + "}"
    }.joined(separator: " or ")
  }

  /// The expression in a form that may stand for a vector; a comment at its end ends with the line.
  private var vector: String { isSelector ? expression : "(\(expression)\n)" }

  private static func duration(_ milliseconds: Int) -> String {
    milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }

  private static func marked(_ vector: String, _ part: Part) -> String {
    "label_replace(\(vector),\"\(partLabel)\",\"\(part.rawValue)\",\"\",\"\")"
  }

  /// Returns a text as a string literal of the language, which is one of Go's.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns a text as a replacement, where `$` begins a reference unless it is doubled.
  private static func withoutReferences(_ text: String) -> String { text.replacing("$", with: "$$") }

  /// Returns whether a label's name is valid in the queries of every version.
  static func isPlainName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.first.map(isNameStart) == true && bytes.dropFirst().allSatisfy(isNamePart)
  }
}

// MARK: - Selectors

extension PromQL {
  /// Returns whether a text is a selector: a metric's name, matchers in braces, or both.
  private static func isSelector(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count, index == 0 ? isMetricStart(bytes[0]) : isMetricPart(bytes[index]) { index += 1 }
    // These two are numbers.
    guard !["inf", "nan"].contains(String(decoding: bytes[..<index], as: UTF8.self).lowercased()) else { return false }
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else { return index > 0 }
    guard bytes[index] == UInt8(ascii: "{"), let end = endOfMatchers(bytes[(index + 1)...]) else { return false }
    return end == bytes.endIndex
  }

  /// Returns the position after the closing brace, ignoring quoted texts.
  private static func endOfMatchers(_ bytes: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    var isEscaped = false
    for (index, byte) in zip(bytes.indices, bytes) {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if byte == UInt8(ascii: "\\"), open != UInt8(ascii: "`") { isEscaped = true }
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): quote = byte
        case UInt8(ascii: "}"): return index + 1
        // A second brace or a comment is more than a selector.
        case UInt8(ascii: "{"), UInt8(ascii: "#"): return nil
        default: break
        }
      }
    }
    return nil
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || byte == UInt8(ascii: "_")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isMetricStart(_ byte: UInt8) -> Bool { isNameStart(byte) || byte == UInt8(ascii: ":") }

  static func isMetricPart(_ byte: UInt8) -> Bool { isNamePart(byte) || byte == UInt8(ascii: ":") }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
