import GRDB

extension Row {
  /// Returns the value of a column; `nil` if it has another type. A converting subscript would trap, and a damaged or foreign
  /// file may contain any type.
  package func checked<Value: DatabaseValueConvertible>(_ column: Int, as type: Value.Type = Value.self) -> Value? {
    let value: DatabaseValue = self[column]
    return Value.fromDatabaseValue(value)
  }
}
