import Text

/// A JSON value that keeps the order of members in objects.
package indirect enum JSONValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([JSONValue])
  case object([Member])

  package struct Member: Sendable, Hashable {
    var name: String
    var value: JSONValue
  }

  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.text)) }

  /// Returns the object with additional members.
  func with(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    with(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// Returns the object with additional members.
  func with(_ members: [Member]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  /// The value of a member.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
  }

  /// The schema for a list or a map that may also be empty, as a key is if its lines are commented out.
  var orNull: JSONValue {
    guard case .object(let members) = self, let type = self["type"], [.text("object"), .text("array")].contains(type)
    else {
      return self
    }
    return .object(members.map { $0.name == "type" ? Member(name: "type", value: .list([type, .text("null")])) : $0 })
  }

  /// Returns the text, indented for reading.
  package func text(indentation: Int = 0) -> String {
    let blanks = String(repeating: " ", count: indentation + 2)
    let end = "\n" + String(repeating: " ", count: indentation)
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return number == number.rounded() ? String(Int(number)) : String(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let values):
      let isShort = values.allSatisfy { if case .object = $0 { false } else { true } }
      if isShort { return "[" + values.map { $0.text() }.joined(separator: ", ") + "]" }
      return "[\n" + values.map { blanks + $0.text(indentation: indentation + 2) }.joined(separator: ",\n") + end + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { blanks + Self.quoted($0.name) + ": " + $0.value.text(indentation: indentation + 2) }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    }
  }

  /// Returns a text in double quotes, valid in JSON and YAML.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        result += "\\u" + String(scalar.value, padded: 4, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
