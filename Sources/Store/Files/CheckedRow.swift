import GRDB

extension Row {
  /// The value of a column, `nil` where it is of another type. A subscript that converts would trap, and a damaged or foreign
  /// file may hold anything anywhere.
  func checked<Value: DatabaseValueConvertible>(_ column: Int, as type: Value.Type = Value.self) -> Value? {
    let value: DatabaseValue = self[column]
    return Value.fromDatabaseValue(value)
  }
}
