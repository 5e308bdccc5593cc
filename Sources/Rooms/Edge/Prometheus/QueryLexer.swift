import Clients

/// The words, numbers, texts and signs of an expression of PromQL, without its comments.
///
/// Source: https://prometheus.io/docs/prometheus/latest/querying/basics/
struct QueryLexer {
  enum Token: Hashable, Sendable {
    /// A metric, a function, an operator or another keyword.
    case word(String)
    /// A number; `nil` for a duration.
    case number(Double?)
    /// A text without its quotation marks.
    case text(String)
    case sign(String)
  }

  private var bytes: ArraySlice<UInt8>

  /// Returns the tokens; `nil` if a text or a sign is none of the language's.
  static func tokens(of expression: String) -> [Token]? {
    var lexer = QueryLexer(bytes: Array(expression.utf8)[...])
    var tokens: [Token] = []
    while let first = lexer.skippingBlanks() {
      guard let token = lexer.token(first) else { return nil }
      tokens.append(token)
    }
    return tokens
  }

  /// Returns the next byte that counts.
  private mutating func skippingBlanks() -> UInt8? {
    while let first = bytes.first {
      if first == UInt8(ascii: "#") {
        bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(first) {
        bytes.removeFirst()
      } else {
        return first
      }
    }
    return nil
  }

  private mutating func token(_ first: UInt8) -> Token? {
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return text(first)
    case _ where PromQL.isDigit(first): return number()
    case UInt8(ascii: ".") where bytes.dropFirst().first.map(PromQL.isDigit) ?? false: return number()
    case _ where PromQL.isMetricStart(first): return .word(take(while: PromQL.isMetricPart))
    default:
      for sign in ["==", "!=", ">=", "<=", "=~", "!~"] where bytes.starts(with: sign.utf8) {
        bytes.removeFirst(2)
        return .sign(sign)
      }
      guard "(){}[],+-*/%^<>=@:".utf8.contains(first) else { return nil }
      bytes.removeFirst()
      return .sign(String(decoding: [first], as: UTF8.self))
    }
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let part = bytes.prefix(while: isPart)
    bytes = bytes[part.endIndex...]
    return String(decoding: part, as: UTF8.self)
  }

  private mutating func number() -> Token {
    var text = take { PromQL.isMetricPart($0) && $0 != UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    // `1e-3`
    if let last = text.last, "eE".contains(last), text.dropLast().allSatisfy({ $0.isNumber || $0 == "." }),
      let sign = bytes.first, "+-".utf8.contains(sign)
    {
      bytes.removeFirst()
      text += String(decoding: [sign], as: UTF8.self) + take(while: PromQL.isDigit)
    }
    return .number(NumberText.number(text.replacing("_", with: "")))
  }

  private mutating func text(_ quote: UInt8) -> Token? {
    bytes.removeFirst()
    var text: [UInt8] = []
    var isEscaped = false
    while let byte = bytes.popFirst() {
      if isEscaped {
        isEscaped = false
        text.append(byte)
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "`") {
        isEscaped = true
      } else if byte == quote {
        return .text(String(decoding: text, as: UTF8.self))
      } else {
        text.append(byte)
      }
    }
    return nil
  }
}
