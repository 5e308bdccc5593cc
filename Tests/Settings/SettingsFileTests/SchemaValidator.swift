import Foundation

@testable import SettingsFile

/// A value of JSON.
indirect enum JSON: Decodable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case map([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .map(try container.decode([String: JSON].self))
    }
  }

  init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  /// What an editor makes of YAML, by the core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
  init(yaml: String) throws {
    self.init(try YAMLWalk.parse(yaml, name: "test").root ?? SettingsNode.text("", at: .wholeFile(name: "test")))
  }

  private init(_ node: SettingsNode) {
    switch node.content {
    case .nothing, .unreadable: self = .null
    case .scalar(let text, isPlain: false): self = .text(text)
    case .scalar(let text, isPlain: true):
      self =
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .flag(true)
        case "false", "False", "FALSE": .flag(false)
        default:
          text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) == nil
            ? .text(text) : Double(text).map(JSON.number) ?? .text(text)
        }
    case .list(let nodes): self = .list(nodes.map(JSON.init))
    case .map(let entries):
      self = .map(
        Dictionary(
          entries.compactMap { entry -> (String, JSON)? in
            guard case .scalar(let name, _) = entry.key.content else { return nil }
            return (name, JSON(entry.value))
          }, uniquingKeysWith: { first, _ in first }))
    }
  }
}

/// Validates values by a JSON Schema (https://json-schema.org/draft/2020-12/json-schema-validation), as far as the schema of
/// the settings uses its vocabulary. A keyword that it does not know is an error: what is not checked must not pass as valid.
struct SchemaValidator {
  struct Unsupported: Error, Hashable {
    var keyword: String
  }

  let schema: JSON

  /// What is wrong with a value, each with its place as a JSON Pointer; empty where it is valid.
  func faults(in value: JSON) throws -> [String] { try Self.faults(in: value, by: schema, at: "") }

  private static func faults(in value: JSON, by schema: JSON, at place: String) throws -> [String] {
    switch schema {
    case .flag(let isValid): return isValid ? [] : ["\(place): nothing may stand here"]
    case .map(let keywords):
      return try keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
        try faults(in: value, by: keyword, argument, at: place, keywords)
      }
    default: throw Unsupported(keyword: "a schema that is neither an object nor a boolean")
    }
  }

  private static func isValid(_ value: JSON, by schema: JSON, at place: String) throws -> Bool {
    try faults(in: value, by: schema, at: place).isEmpty
  }

  private static func faults(
    in value: JSON, by keyword: String, _ argument: JSON, at place: String, _ siblings: [String: JSON]
  ) throws -> [String] {
    func fault(unless isValid: Bool) -> [String] { isValid ? [] : ["\(place): \(keyword)"] }
    switch (keyword, argument) {
    // Annotations; so is `format`, unless somebody asks for more.
    case ("$schema", .text), ("title", .text), ("description", .text), ("examples", .list), ("format", .text): return []
    case ("type", .text(let type)): return fault(unless: isOfType(value, type))
    case ("type", .list(let types)):
      return fault(unless: types.contains { if case .text(let type) = $0 { isOfType(value, type) } else { false } })
    case ("enum", .list(let values)): return fault(unless: values.contains(value))
    case ("allOf", .list(let schemas)): return try schemas.flatMap { try faults(in: value, by: $0, at: place) }
    case ("anyOf", .list(let schemas)):
      return fault(unless: try schemas.contains { try isValid(value, by: $0, at: place) })
    case ("oneOf", .list(let schemas)):
      return fault(unless: try schemas.filter { try isValid(value, by: $0, at: place) }.count == 1)
    case ("not", _): return fault(unless: try !isValid(value, by: argument, at: place))
    case ("pattern", .text(let pattern)):
      guard case .text(let text) = value else { return [] }
      return fault(unless: text.range(of: pattern, options: .regularExpression) != nil)
    case ("minLength", .number(let limit)):
      if case .text(let text) = value { return fault(unless: Double(text.unicodeScalars.count) >= limit) }
    case ("maxLength", .number(let limit)):
      if case .text(let text) = value { return fault(unless: Double(text.unicodeScalars.count) <= limit) }
    case ("minimum", .number(let limit)):
      if case .number(let number) = value { return fault(unless: number >= limit) }
    case ("maximum", .number(let limit)):
      if case .number(let number) = value { return fault(unless: number <= limit) }
    case ("minItems", .number(let limit)):
      if case .list(let items) = value { return fault(unless: Double(items.count) >= limit) }
    case ("maxItems", .number(let limit)):
      if case .list(let items) = value { return fault(unless: Double(items.count) <= limit) }
    case ("uniqueItems", .flag(let isWanted)):
      if case .list(let items) = value { return fault(unless: !isWanted || Set(items).count == items.count) }
    case ("items", _):
      guard case .list(let items) = value else { return [] }
      return try items.enumerated().flatMap { try faults(in: $1, by: argument, at: "\(place)/\($0)") }
    default: return try faultsOfMap(value, by: keyword, argument, at: place, siblings)
    }
    return []
  }

  /// The keywords for objects.
  private static func faultsOfMap(
    _ value: JSON, by keyword: String, _ argument: JSON, at place: String, _ siblings: [String: JSON]
  ) throws -> [String] {
    let members: [String: JSON] = if case .map(let members) = value { members } else { [:] }
    switch (keyword, argument) {
    case ("properties", .map(let schemas)):
      return try members.sorted { $0.key < $1.key }.flatMap { name, member in
        try schemas[name].map { try faults(in: member, by: $0, at: "\(place)/\(name)") } ?? []
      }
    case ("additionalProperties", _):
      let known: [String: JSON] = if case .map(let known) = siblings["properties"] { known } else { [:] }
      return try members.sorted { $0.key < $1.key }.filter { known[$0.key] == nil }.flatMap { name, member in
        try faults(in: member, by: argument, at: "\(place)/\(name)")
      }
    case ("propertyNames", _):
      return try members.keys.sorted().flatMap { try faults(in: .text($0), by: argument, at: "\(place)/\($0)") }
    case ("required", .list(let names)):
      guard case .map = value else { return [] }
      return names.contains { if case .text(let name) = $0 { members[name] == nil } else { true } }
        ? ["\(place): required"] : []
    case ("dependentSchemas", .map(let schemas)):
      return try schemas.sorted { $0.key < $1.key }.filter { members[$0.key] != nil }
        .flatMap { try faults(in: value, by: $1, at: place) }
    default: throw Unsupported(keyword: keyword)
    }
  }

  private static func isOfType(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .flag), ("number", .number), ("string", .text), ("array", .list),
      ("object", .map):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
