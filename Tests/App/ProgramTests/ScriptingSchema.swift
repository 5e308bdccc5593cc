import Foundation
import Testing

/// The part of JSON Schema that `docs/JSON.md` uses.
struct ScriptingSchema {
  struct Unreadable: Error {}

  private let schema: [String: Any]

  /// The schema of a command in `docs/JSON.md`.
  init(of command: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/JSON.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let begin = text.range(of: "```json \(command)\n"),
      let end = text.range(of: "```", range: begin.upperBound..<text.endIndex),
      let schema = try JSONSerialization.jsonObject(with: Data(text[begin.upperBound..<end.lowerBound].utf8))
        as? [String: Any]
    else { throw Unreadable() }
    self.schema = schema
  }

  /// What is wrong with a line; empty where nothing is.
  func mistakes(in line: String) -> [String] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) else { return ["no JSON: \(line)"] }
    let names = schema["required"] as? [String] ?? []
    // The fields of the object itself stand before those of what it holds.
    let places = names.map { line.range(of: "\"\($0)\":")?.lowerBound ?? line.endIndex }
    return (places == places.sorted() ? [] : ["the fields are not in their order: \(line)"])
      + Self.mistakes(in: value, schema, at: "line")
  }

  private static func mistakes(in value: Any, _ schema: [String: Any], at path: String) -> [String] {
    if let values = schema["enum"] as? [String] {
      return values.contains(value as? String ?? "") ? [] : ["\(path): \(value) is none of \(values)"]
    }
    let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
    guard types.contains(where: { isOfType($0, value) }) else { return ["\(path): \(value) is not of \(types)"] }
    if schema["format"] as? String == "date-time", let text = value as? String,
      text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) == nil
    {
      return ["\(path): \(text) is no date"]
    }
    if let items = schema["items"] as? [String: Any], let values = value as? [Any] {
      return values.flatMap { mistakes(in: $0, items, at: path + "[]") }
    }
    guard let properties = schema["properties"] as? [String: [String: Any]], let members = value as? [String: Any]
    else { return [] }
    let required = Set(schema["required"] as? [String] ?? [])
    return required.symmetricDifference(members.keys).map { "\(path).\($0) is missing, or nobody said it" }
      + members.flatMap { name, value in mistakes(in: value, properties[name] ?? [:], at: "\(path).\(name)") }
  }

  private static func isOfType(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": (value as? NSNumber).map { typeCode($0) == "c" } ?? false
    case "integer": (value as? NSNumber).map { typeCode($0) != "c" && Double($0.intValue) == $0.doubleValue } ?? false
    case "number": (value as? NSNumber).map { typeCode($0) != "c" } ?? false
    case "null": value is NSNull
    default: false
    }
  }

  /// The Objective-C type of a number: `c` is a truth value.
  private static func typeCode(_ number: NSNumber) -> String { String(cString: number.objCType) }
}
