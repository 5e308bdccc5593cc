import Model
import Signals

/// An order that a person chose for a tab.
struct ChosenOrder: Sendable {
  var tab: QuestionTab.ID
  var order: QuestionOrder

  /// The orders in force. What a person chooses now counts for more than what is remembered.
  static func property(
    _ choices: Signal<ChosenOrder, Never>, recalls: Signal<[QuestionTab.ID: QuestionOrder], Never>
  ) -> Property<[QuestionTab.ID: QuestionOrder]> {
    Property(
      initial: [:],
      then: Signal<Step, Never>.merge(recalls.map { .remembered($0) }, choices.map { .chosen($0) })
        .scan(into: [:]) { $1.change(&$0) })
  }

  private enum Step: Sendable {
    case remembered([QuestionTab.ID: QuestionOrder])
    case chosen(ChosenOrder)

    func change(_ orders: inout [QuestionTab.ID: QuestionOrder]) {
      switch self {
      case .remembered(let remembered): orders.merge(remembered) { chosen, _ in chosen }
      case .chosen(let choice): orders[choice.tab] = choice.order
      }
    }
  }
}

/// Whether lists have one line a row: what a person does counts for more than what is remembered.
struct DenseState: Sendable {
  private var isDense = false
  private var isChosen = false

  static func property(_ toggles: Signal<Void, Never>, recalls: Signal<Bool, Never>) -> Property<Bool> {
    Property(
      initial: false,
      then: Signal<Step, Never>.merge(recalls.map { .remembered($0) }, toggles.map { .toggle })
        .scan(into: DenseState()) { $0.take($1) }.map(\.isDense))
  }

  private enum Step: Sendable {
    case remembered(Bool)
    case toggle
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .remembered(let remembered): if !isChosen { isDense = remembered }
    case .toggle: (isDense, isChosen) = (!isDense, true)
    }
  }
}
