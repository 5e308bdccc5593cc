import Model
import Text

/// What the text of a query says about the units of its series, although most functions take the names of metrics away.
///
/// ```
/// the metrics in the text ──▶ their units ──┐
/// what the query computes ──────────────────┴──▶ the unit of a series
/// ```
struct QueryUnits: Sendable {
  /// A series is one of these.
  private let values: [QueryValue]
  /// Whether the names of metrics stay although values are computed, as VictoriaMetrics may be asked to.
  let keepsNames: Bool

  init(_ expression: String) {
    let tokens = QueryLexer.tokens(of: expression) ?? []
    var parser = QueryParser(tokens: tokens)
    // Of what cannot be read, the words still tell whether there may be another unit.
    values = parser.whole() ?? [.unclear(of: [QueryValue.Metric(name: expression, labels: [:])])]
    keepsNames = tokens.contains(.word("keep_metric_names"))
  }

  /// The most metrics whose help is worth a request.
  private static let limit = 4

  /// The metrics of which the text says no unit, so that their help may.
  var unknownMetrics: [String] {
    let metrics = values.flatMap(\.metrics).filter {
      PromQL.isPlainName($0.name) && TemperatureMetric.unit(of: $0.name, labels: $0.labels) == .none
    }
    return Array(metrics.map(\.name).uniqued { $0 }.prefix(Self.limit))
  }

  /// What is known about the unit of a series without a name.
  ///
  /// - Parameter families: The metadata of metrics, as far as they are known.
  func unit(labels: [String: String], _ families: [String: PrometheusText.Family] = [:]) -> StatedUnit {
    // `or vector(0)` stands for a series that is missing.
    let temperatures = values.filter(\.hasTemperatures)
    let units = (temperatures.isEmpty ? values : temperatures).map { $0.unit(labels: labels, families) }
    guard let first = units.first else { return .none }
    return units.allSatisfy { $0 == first } ? first : .other("the parts of the query have different units")
  }
}

/// Reads an expression of PromQL as far as it matters for units.
///
/// Source: https://prometheus.io/docs/prometheus/latest/querying/operators/
private struct QueryParser {
  typealias Token = QueryLexer.Token

  let tokens: [Token]
  private var index = 0
  private var depth = 0

  private static let greatestDepth = 100
  /// More alternatives are not told apart.
  private static let mostValues = 16
  private static let grouping: Set = ["by", "without"]
  private static let matching: Set = ["on", "ignoring", "group_left", "group_right"]
  private static let precedence = [
    "or": 1, "default": 1, "and": 2, "unless": 2, "if": 2, "ifnot": 2, "==": 3, "!=": 3, ">": 3, "<": 3, ">=": 3,
    "<=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5, "atan2": 5,
  ]

  init(tokens: [Token]) { self.tokens = tokens }

  /// Returns the values of the whole expression; `nil` if it cannot be read.
  mutating func whole() -> [QueryValue]? {
    let values = expression(from: 1)
    return index == tokens.count ? values : nil
  }

  private var next: Token? { index < tokens.count ? tokens[index] : nil }

  private mutating func skip(_ token: Token) -> Bool {
    guard next == token else { return false }
    index += 1
    return true
  }

  private mutating func skip(anyOf words: Set<String>) -> Bool {
    guard case .word(let word) = next, words.contains(word.lowercased()) else { return false }
    index += 1
    return true
  }

  private mutating func expression(from least: Int) -> [QueryValue]? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.greatestDepth, var left = signed() else { return nil }
    while let sign = operation, let precedence = Self.precedence[sign], precedence >= least {
      index += 1
      let isTruth = skip(anyOf: ["bool"])
      while skip(anyOf: Self.matching) { if next == .sign("("), !skipList("(", ")") { return nil } }
      guard let right = expression(from: precedence + 1) else { return nil }
      switch precedence {
      case 1: left += right
      case 2: break
      default:
        left = left.flatMap { left in
          right.map { right in
            precedence == 3
              ? .compared(left, right, isTruth: isTruth) : QueryValue.combined(left, sign, right)
          }
        }
      }
      if left.count > Self.mostValues { left = [.unclear(of: left.flatMap(\.metrics))] }
    }
    return left
  }

  private var operation: String? {
    switch next {
    case .sign(let sign): sign
    case .word(let word): word.lowercased()
    default: nil
    }
  }

  private mutating func signed() -> [QueryValue]? {
    var isNegative = false
    while next == .sign("+") || next == .sign("-") {
      if next == .sign("-") { isNegative.toggle() }
      index += 1
    }
    guard let base = operand() else { return nil }
    guard skip(.sign("^")) else { return isNegative ? base.map { -$0 } : base }
    // A power is one of the highest precedence, and of no unit.
    guard let power = expression(from: 6) else { return nil }
    return [.unclear(of: (base + power).flatMap(\.metrics))]
  }

  private mutating func operand() -> [QueryValue]? {
    guard let token = next else { return nil }
    var values: [QueryValue]?
    switch token {
    case .number(let number):
      index += 1
      values = [.number(number)]
    case .text:
      index += 1
      values = [.unclear()]
    case .sign("("):
      index += 1
      values = expression(from: 1)
      guard skip(.sign(")")) else { return nil }
    case .sign("{"): values = selector(named: nil)
    case .word(let word):
      index += 1
      values = named(word)
    case .sign: return nil
    }
    return skipModifiers() ? values : nil
  }

  private mutating func named(_ word: String) -> [QueryValue]? {
    if ["inf", "nan"].contains(word.lowercased()) { return [.number(nil)] }
    if skip(anyOf: Self.grouping), !skipList("(", ")") { return nil }
    guard skip(.sign("(")) else { return selector(named: word) }
    var arguments: [[QueryValue]] = []
    while !skip(.sign(")")) {
      guard let argument = expression(from: 1) else { return nil }
      arguments.append(argument)
      if !skip(.sign(",")), next != .sign(")") { return nil }
    }
    if skip(anyOf: Self.grouping), !skipList("(", ")") { return nil }
    return QueryValue.call(word, arguments)
  }

  /// `name{label="value",…}`, of which either part may be missing. Matchers other than an equals sign say nothing of a label.
  private mutating func selector(named name: String?) -> [QueryValue]? {
    var (names, labels) = (name.map { [$0] } ?? [], [String: String]())
    if skip(.sign("{")) {
      while !skip(.sign("}")) {
        guard let matcher = next else { return nil }
        index += 1
        switch (matcher, next) {
        case (.word(let label), .sign(let sign)), (.text(let label), .sign(let sign)):
          guard ["=", "!=", "=~", "!~"].contains(sign) else {
            // A name in quotation marks.
            names.append(label)
            break
          }
          index += 1
          guard case .text(let value) = next else { return nil }
          index += 1
          if label == "__name__", ["=", "=~"].contains(sign) {
            names += sign == "=" || value.contains("(") ? [value] : value.split(separator: "|").map(String.init)
          } else if sign == "=" {
            labels[label] = value
          }
        default: return nil
        }
        if !skip(.sign(",")), next != .sign("}") { return nil }
      }
    }
    return (names.isEmpty ? [""] : names).map { QueryValue(of: QueryValue.Metric(name: $0, labels: labels)) }
  }

  /// Skips ranges, offsets and times. They change no unit.
  private mutating func skipModifiers() -> Bool {
    while true {
      if next == .sign("[") {
        guard skipList("[", "]") else { return false }
      } else if skip(anyOf: ["offset"]) || skip(.sign("@")) {
        _ = skip(.sign("-")) || skip(.sign("+"))
        index += 1
        if next == .sign("("), !skipList("(", ")") { return false }
      } else if !skip(anyOf: ["keep_metric_names"]) {
        return true
      }
    }
  }

  /// Skips everything between two signs that are not nested.
  private mutating func skipList(_ open: String, _ close: String) -> Bool {
    guard skip(.sign(open)) else { return false }
    while let token = next {
      index += 1
      if token == .sign(close) { return true }
    }
    return false
  }
}
