/// What a person chose by hand in the place of a setting. It holds as long as the setting says what it said then.
public struct Override<Value: Sendable & Hashable>: Sendable, Hashable {
  public var value: Value
  /// What the setting said when it was chosen.
  public var setting: Value

  /// - Returns: `nil` where the value is the setting's own.
  public init?(_ value: Value, of setting: Value) {
    guard value != setting else { return nil }
    self.value = value
    self.setting = setting
  }
}
