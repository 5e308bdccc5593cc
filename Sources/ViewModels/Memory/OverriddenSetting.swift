import Model

/// A setting that a person can override, with the person's choice.
///
/// ```
/// setting:  A ─────────────── B ────▶
/// choices:      C
/// value:    A   C             B        the latest change, whether of the setting or by choice
/// ```
struct OverriddenSetting<Value: Sendable & Hashable>: Sendable, Hashable {
  private(set) var setting: Value
  private(set) var override: Override<Value>?
  private var isChosen = false

  enum Step: Sendable {
    case setting(Value)
    case choice(Value)
    /// The choice of an earlier run.
    case recall(Override<Value>?)
  }

  init(_ setting: Value) { self.setting = setting }

  /// The value in force.
  var value: Value { override?.value ?? setting }

  mutating func take(_ step: Step) {
    switch step {
    case .setting(let setting):
      if setting != self.setting { override = nil }
      self.setting = setting
    case .choice(let value): (override, isChosen) = (Override(value, of: setting), true)
    case .recall(let former): if !isChosen, former?.setting == setting { override = former }
    }
  }
}
