import Foundation

/// What a request asks for by name: in order, a name as often as the service wants it. A `nil` leaves its name out.
///
///     let parameters: Parameters = ["sort": "hot", "page": 2, "tagged": tag]
struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  enum Scalar: Hashable, Sendable {
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

  init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Adds a value, also to those that its name has already.
  mutating func append(_ name: String, _ value: (any ParameterValue)?) {
    if let value { pairs.append(Pair(name: name, value: value.parameterValue)) }
  }

  var isEmpty: Bool { pairs.isEmpty }

  /// `name=value&name=value`.
  func urlEncoded(space: String) -> String {
    pairs.map { pair in
      PercentEncoding.escaped(pair.name, space: space) + "="
        + PercentEncoding.escaped(pair.value.text, space: space)
    }
    .joined(separator: "&")
  }

  /// An object; a name that stands here several times has an array. Numbers and flags stay what they are.
  func json() throws -> Data {
    var object: [String: Any] = [:]
    for (name, values) in Dictionary(grouping: pairs, by: \.name) {
      let values = values.map(\.value.jsonValue)
      object[name] = values.count == 1 ? values[0] : values
    }
    // Not `data(withJSONObject:)` at once: it traps on a number that JSON cannot hold.
    guard JSONSerialization.isValidJSONObject(object) else { throw NotJSON() }
    return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// A number is infinite or none at all.
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

/// What may stand as a value in ``Parameters``.
protocol ParameterValue: Sendable {
  var parameterValue: Parameters.Scalar { get }
}

extension String: ParameterValue {
  var parameterValue: Parameters.Scalar { .text(self) }
}

extension Int: ParameterValue {
  var parameterValue: Parameters.Scalar { .integer(self) }
}

extension Double: ParameterValue {
  var parameterValue: Parameters.Scalar { .number(self) }
}

extension Bool: ParameterValue {
  var parameterValue: Parameters.Scalar { .flag(self) }
}
