import Foundation

/// The parameters of a request: ordered, and a name may be repeated. A `nil` omits its name.
///
///     let parameters: Parameters = ["sort": "hot", "page": 2, "tagged": tag]
package struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  package enum Scalar: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
  }

  private(set) var pairs: [Pair] = []

  struct Pair: Hashable, Sendable {
    var name: String
    var value: Scalar
  }

  package init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Appends a value, in addition to others of its name.
  package mutating func append(_ name: String, _ value: (any ParameterValue)?) {
    if let value { pairs.append(Pair(name: name, value: value.parameterValue)) }
  }

  var isEmpty: Bool { pairs.isEmpty }

  /// `name=value&name=value`.
  package func urlEncoded(space: String) -> String {
    pairs.map { pair in
      PercentEncoding.escaped(pair.name, space: space) + "="
        + PercentEncoding.escaped(pair.value.text, space: space)
    }
    .joined(separator: "&")
  }

  /// Returns an object; a repeated name has an array. Numbers and booleans keep their types.
  func json() throws -> Data {
    var object: [String: Any] = [:]
    for (name, values) in Dictionary(grouping: pairs, by: \.name) {
      let values = values.map(\.value.jsonValue)
      object[name] = values.count == 1 ? values[0] : values
    }
    // Checked first, because `data(withJSONObject:)` traps on a number that JSON cannot represent.
    guard JSONSerialization.isValidJSONObject(object) else { throw NotJSON() }
    return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// A number is infinite or NaN.
  struct NotJSON: Error {}
}

extension Parameters.Scalar {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .flag(let flag): flag ? "true" : "false"
    }
  }

  fileprivate var jsonValue: Any {
    switch self {
    case .text(let text): text
    case .integer(let integer): integer
    case .number(let number): number
    case .flag(let flag): flag
    }
  }
}

/// A value in ``Parameters``.
package protocol ParameterValue: Sendable {
  var parameterValue: Parameters.Scalar { get }
}

extension String: ParameterValue {
  package var parameterValue: Parameters.Scalar { .text(self) }
}

extension Int: ParameterValue {
  package var parameterValue: Parameters.Scalar { .integer(self) }
}

extension Double: ParameterValue {
  package var parameterValue: Parameters.Scalar { .number(self) }
}

extension Bool: ParameterValue {
  package var parameterValue: Parameters.Scalar { .flag(self) }
}
