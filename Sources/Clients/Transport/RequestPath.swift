/// A path below an API's base. Interpolated values are segments, or parts of one, and are escaped: an id or a tag from
/// outside cannot change the path.
///
///     let path: RequestPath = "tags/\(tag)/info"     // of c++: tags/c%2B%2B/info
struct RequestPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The escaped path, without slashes around it.
  let escaped: String
  /// The path with `{}` instead of interpolated values: the name of the method, whatever its arguments.
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
