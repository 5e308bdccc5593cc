import Model

/// A setting that a person can override, with the person's choice.
///
/// ```
/// setting:  A ─────────────── B ─────── A ────▶
/// choices:      C
/// value:    A   C             B         C        a choice is for the setting for which it was made
/// ```
///
/// The value depends on the setting and the latest choice alone, not on the settings in between: a restart changes nothing.
package struct OverriddenSetting<Value: Sendable & Hashable>: Sendable, Hashable {
  private(set) var setting: Value
  package private(set) var override: Override<Value>?
  private var isChosen = false

  package enum Step: Sendable {
    case setting(Value)
    case choice(Value)
    /// The choice of an earlier run.
    case recall(Override<Value>?)
  }

  package init(_ setting: Value) { self.setting = setting }

  /// The value in force.
  package var value: Value { override?.value(under: setting) ?? setting }

  package mutating func reduce(_ step: Step) {
    switch step {
    case .setting(let setting): self.setting = setting
    case .choice(let value): (override, isChosen) = (Override(value, of: setting), true)
    case .recall(let former): if !isChosen { override = former }
    }
  }
}
