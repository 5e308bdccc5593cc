import Signals

/// Something that a person turns on and off: what a person does counts for more than what is remembered.
struct Toggle: Sendable {
  private var isOn = false
  private var isChosen = false

  static func property(_ toggles: Signal<Void, Never>, recalls: Signal<Bool, Never>) -> Property<Bool> {
    Property(
      initial: false,
      then: Signal<Step, Never>.merge(recalls.map { .remembered($0) }, toggles.map { .toggle })
        .scan(into: Toggle()) { $0.take($1) }.map(\.isOn))
  }

  private enum Step: Sendable {
    case remembered(Bool)
    case toggle
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .remembered(let remembered): if !isChosen { isOn = remembered }
    case .toggle: (isOn, isChosen) = (!isOn, true)
    }
  }
}
