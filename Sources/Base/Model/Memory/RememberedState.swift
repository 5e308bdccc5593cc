import Text

/// A part of the state that is restored at the next start: what a pane remembers, or the dashboard.
public protocol RememberedPart: TypedValue {
  /// Reads the part. Content that this version does not understand is left out.
  ///
  /// - Parameter values: The single values by their names.
  init(_ rows: any StateRows, values: [String: String]) throws
  /// The tables of the part, in the order in which they are told.
  static var tables: [StateTable] { get }
  /// What else a person is told of what is stored.
  static func notes(on rows: any StateRows) throws -> [SafeText]
}

extension RememberedPart {
  public static func notes(on rows: any StateRows) throws -> [SafeText] { [] }
}

/// A table of the state, with what one of its rows and several are called. What tables of the same name hold is counted together.
public struct StateTable: Sendable, Hashable {
  /// The table's name in the schema.
  public var name: String
  public var one: SafeText
  public var several: SafeText

  public init(_ name: String, _ one: SafeText, _ several: SafeText) {
    (self.name, self.one, self.several) = (name, one, several)
  }
}

/// The state of the program that is restored at the next start, in parts.
public struct RememberedState: Sendable, Hashable {
  private var parts = TypedValues()

  public init() {}

  /// Reads the parts from what is stored.
  public init(_ rows: any StateRows, parts: [any RememberedPart.Type]) throws {
    var values: [String: String] = [:]
    for row in try rows.rows("SELECT name, value FROM value") {
      if let name = row.text(0), let value = row.text(1) { values[name] = value }
    }
    for part in parts { try read(part, rows, values) }
  }

  private mutating func read<Part: RememberedPart>(
    _ type: Part.Type, _ rows: any StateRows, _ values: [String: String]
  ) throws {
    self[type] = try Part(rows, values: values)
  }

  /// What one part remembers.
  public subscript<Part: RememberedPart>(_ type: Part.Type) -> Part {
    get { parts[type] }
    set { parts[type] = newValue }
  }

  /// Whether nothing is remembered.
  public var isEmpty: Bool { parts.isEmpty }
}
