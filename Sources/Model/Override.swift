/// A person's choice instead of a setting. It is valid until the setting changes.
public struct Override<Value: Sendable & Hashable>: Sendable, Hashable {
  public var value: Value
  /// The value of the setting when the choice was made.
  public var setting: Value

  /// - Returns: `nil` if the value is the same as the setting.
  public init?(_ value: Value, of setting: Value) {
    guard value != setting else { return nil }
    self.value = value
    self.setting = setting
  }
}
