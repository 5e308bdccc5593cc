import Model
import Signals

/// A setting that a person may replace by hand, and what they chose in its place.
///
/// ```
/// setting:  A ─────────────── B ────▶
/// choices:      C                      by hand
/// value:    A   C             B        what the person said last, wherever they said it
/// ```
struct OverriddenSetting<Value: Sendable & Hashable>: Sendable, Hashable {
  private(set) var setting: Value
  private(set) var override: Override<Value>?
  private var isChosen = false

  enum Step: Sendable {
    case setting(Value)
    case choice(Value)
    /// What was chosen when the program ran before.
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

  /// The setting as it changes, is replaced, and was replaced before.
  static func property(
    _ setting: Property<Value>, choices: Signal<Value, Never>, recalls: Signal<Override<Value>?, Never>
  ) -> Property<OverriddenSetting> {
    let first = OverriddenSetting(setting.value)
    return Property(
      initial: first,
      then: SignalProducer<Step, Never>.merge(
        setting.producer.map { .setting($0) }, SignalProducer(choices).map { .choice($0) },
        SignalProducer(recalls).map { Step.recall($0) }
      )
      .scan(into: first) { $0.take($1) })
  }
}
