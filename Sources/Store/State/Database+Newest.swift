import GRDB

extension Database {
  /// Deletes all rows but the newest ones; rows of the same time stay together.
  ///
  /// - Parameters:
  ///   - count: The number of rows to keep, at least one.
  ///   - table: A name in the schema, never text from outside, as is `column`, which holds the time.
  func keepNewest(_ count: Int, of table: String, by column: String) throws {
    try execute(
      sql: """
        DELETE FROM \(table) WHERE \(column) < (SELECT \(column) FROM \(table) ORDER BY \(column) DESC LIMIT 1 OFFSET ?)
        """,
      arguments: [count - 1])
  }
}
