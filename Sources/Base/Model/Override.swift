/// A person's choice instead of a setting. It is in force while the setting has the value for which it was made.
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

  /// Returns the value in force under `setting`; `nil` if the choice was made for another one.
  public func value(under setting: Value) -> Value? { setting == self.setting ? value : nil }
}
