import Foundation

/// The tables of the state, as what reads and writes them sees them: statements of SQLite, without the library that runs them.
///
/// Each part of the program has its own tables and knows their columns. The names in a statement are the program's own; what
/// comes from outside is always an argument.
public protocol StateRows {
  /// Runs a statement that returns no rows.
  ///
  /// - Parameter arguments: What stands for each `?`, or for `?1`, `?2`.
  /// - Returns: The number of rows that it has changed.
  @discardableResult
  func execute(_ sql: String, _ arguments: [(any StateValueConvertible)?]) throws -> Int
  /// Runs a query.
  func rows(_ sql: String, _ arguments: [(any StateValueConvertible)?]) throws -> [StateRow]
}

/// What a column holds.
public enum StateValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

/// What can be an argument of a statement.
public protocol StateValueConvertible {
  var stateValue: StateValue { get }
}

extension String: StateValueConvertible { public var stateValue: StateValue { .text(self) } }
extension Int: StateValueConvertible { public var stateValue: StateValue { .integer(Int64(self)) } }
extension Int64: StateValueConvertible { public var stateValue: StateValue { .integer(self) } }
extension Double: StateValueConvertible { public var stateValue: StateValue { .real(self) } }
extension [UInt8]: StateValueConvertible { public var stateValue: StateValue { .bytes(self) } }

/// A row of a query. A value of another type than asked for is `nil`, since a damaged or foreign file may contain any.
public struct StateRow: Sendable, Hashable {
  private let values: [StateValue]

  public init(_ values: [StateValue]) { self.values = values }

  public func text(_ column: Int) -> String? { if case .text(let text) = values[column] { text } else { nil } }
  public func bytes(_ column: Int) -> [UInt8]? { if case .bytes(let bytes) = values[column] { bytes } else { nil } }
  public func integer(_ column: Int) -> Int? {
    if case .integer(let number) = values[column] { Int(exactly: number) } else { nil }
  }
  /// A date as all are stored where nothing else is said: milliseconds since 1970-01-01 00:00 UTC.
  public func date(_ column: Int) -> Date? {
    if case .integer(let number) = values[column] { Date(milliseconds: number) } else { nil }
  }
  public func real(_ column: Int) -> Double? {
    switch values[column] {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .bytes: nil
    }
  }
}

extension StateRows {
  @discardableResult
  public func execute(_ sql: String) throws -> Int { try execute(sql, []) }
  public func rows(_ sql: String) throws -> [StateRow] { try rows(sql, []) }

  /// Stores a single value under a name.
  ///
  /// - Parameter text: `nil` where there is none any more.
  public func set(_ name: String, to text: String?) throws {
    guard let text else {
      try execute("DELETE FROM value WHERE name = ?", [name])
      return
    }
    try execute(
      "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", [name, text])
  }

  /// Deletes all rows but the newest ones; rows of the same time stay together.
  ///
  /// - Parameters:
  ///   - count: The number of rows to keep, at least one.
  ///   - table: A name in the schema, never text from outside, as is `column`, which holds the time.
  public func keepNewest(_ count: Int, of table: String, by column: String) throws {
    try execute(
      """
      DELETE FROM \(table) WHERE \(column) < (SELECT \(column) FROM \(table) ORDER BY \(column) DESC LIMIT 1 OFFSET ?)
      """, [count - 1])
  }
}
