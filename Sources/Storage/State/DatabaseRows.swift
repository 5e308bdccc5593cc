import Foundation
import GRDB
import Model

/// The rows of a database, for the parts of the state, which know tables and columns but not the library.
struct DatabaseRows: StateRows {
  let database: Database

  init(_ database: Database) { self.database = database }

  @discardableResult
  func execute(_ sql: String, _ arguments: [(any StateValueConvertible)?]) throws -> Int {
    try database.execute(sql: sql, arguments: StatementArguments(arguments.map(\.databaseValue)))
    return database.changesCount
  }

  func rows(_ sql: String, _ arguments: [(any StateValueConvertible)?]) throws -> [StateRow] {
    let rows = try Row.fetchCursor(
      database, sql: sql, arguments: StatementArguments(arguments.map(\.databaseValue)))
    var found: [StateRow] = []
    while let row = try rows.next() { found.append(StateRow(row.databaseValues.map(StateValue.init))) }
    return found
  }
}

extension (any StateValueConvertible)? {
  fileprivate var databaseValue: DatabaseValue {
    switch self?.stateValue ?? .null {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }
}

extension StateValue {
  fileprivate init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .null: .null
      case .int64(let number): .integer(number)
      case .double(let number): .real(number)
      case .string(let text): .text(text)
      case .blob(let data): .bytes([UInt8](data))
      }
  }
}
