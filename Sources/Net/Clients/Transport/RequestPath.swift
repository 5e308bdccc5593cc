/// A path below an API's base. Interpolated values are segments, or parts of one, and are escaped: an id or a tag from
/// outside cannot change the path.
///
///     let path: RequestPath = "tags/\(tag)/info"     // of c++: tags/c%2B%2B/info
package struct RequestPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The escaped path, without slashes around it.
  let escaped: String
  /// The path with `{}` instead of interpolated values: the name of the method, whatever its arguments.
  let template: String

  package init(stringLiteral value: String) {
    escaped = value
    template = value
  }

  package init(stringInterpolation: Interpolation) {
    escaped = stringInterpolation.escaped
    template = stringInterpolation.template
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var escaped = ""
    fileprivate var template = ""

    package init(literalCapacity: Int, interpolationCount: Int) { escaped.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) {
      escaped += literal
      template += literal
    }

    package mutating func appendInterpolation(_ text: String) {
      escaped += PercentEncoding.escaped(text)
      template += "{}"
    }

    package mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }
  }
}
