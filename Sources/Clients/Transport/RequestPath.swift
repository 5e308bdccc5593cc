/// A path below an API's base. What is interpolated is one segment, or a part of one, and is escaped: an id or a tag from
/// outside cannot lead anywhere else.
///
///     let path: RequestPath = "tags/\(tag)/info"     // of c++: tags/c%2B%2B/info
struct RequestPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The path with everything escaped, without slashes around it.
  let escaped: String
  /// The path with `{}` in place of what was interpolated: the name of the method that is called, whatever its arguments.
  let template: String

  init(stringLiteral value: String) {
    escaped = value
    template = value
  }

  init(stringInterpolation: Interpolation) {
    escaped = stringInterpolation.escaped
    template = stringInterpolation.template
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var escaped = ""
    fileprivate var template = ""

    init(literalCapacity: Int, interpolationCount: Int) { escaped.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) {
      escaped += literal
      template += literal
    }

    mutating func appendInterpolation(_ text: String) {
      escaped += PercentEncoding.escaped(text)
      template += "{}"
    }

    mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }
  }
}
