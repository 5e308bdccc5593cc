import Foundation
import Model
import Signals

/// What the pane finds again of the run before: which tab was shown, how tabs were changed, the orders that a person chose, whether
/// lists are dense, and what was read and is kept. It keeps orders and density itself; the tabs' graph and
/// ``QuestionMarking`` keep the others.
///
/// ```
/// start ──▶ store ──▶ recalls ──┬──▶ the tabs, then the marks
/// choose(_:for:) ───────────────┼──▶ orders ──┐
/// toggleDense ──────────────────┴──▶ isDense ─┴──▶ store
/// ```
/// What a person does counts for more than what is remembered, also when that is read afterwards.
final class PaneMemory: Sendable {
  /// What the store has of the run before, sent once, for the tabs. They take it first: a tab that is left for the
  /// remembered one must not be asked for in its remembered order.
  let tabRecalls: Signal<RememberedState, Never>
  /// The same, for everything else.
  let recalls: Signal<RememberedState, Never>
  /// Sends once, when the first request may go: what is remembered may be of another list than the one that is asked for
  /// without it. To be started when everything else follows ``recalls``.
  let ready: SignalProducer<Void, Never>
  /// The orders in force that a person chose.
  let orders: Property<[QuestionTab.ID: QuestionOrder]>
  /// Lists have one line a row.
  let isDense: Property<Bool>

  private let chooseOrder: Signal<ChosenOrder, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// Seconds for which the first request waits for what is remembered.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - store: Without one nothing is remembered.
  ///   - starts: Sends when the store may be read.
  init(
    in store: (any StateStore)?, toggleDense: Signal<Void, Never>, starts: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) {
    let (choices, chooseOrder) = Signal<ChosenOrder, Never>.pipe()
    self.chooseOrder = chooseOrder
    let (tabRecalls, recallTabs) = Signal<RememberedState, Never>.pipe()
    let (recalls, recall) = Signal<RememberedState, Never>.pipe()
    (self.tabRecalls, self.recalls) = (tabRecalls, recalls)
    orders = ChosenOrder.property(choices, recalls: recalls.map(\.orders))
    let isDense = DenseState.property(toggleDense, recalls: recalls.map(\.isDense))
    self.isDense = isDense

    let timeout = starts.flatMap(.latest) { _ in
      store == nil
        ? SignalProducer(value: ())
        : SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler).map(value: ())
    }
    ready = SignalProducer.merge(SignalProducer(recalls).map(value: ()), SignalProducer(timeout)).take(first: 1)

    guard let store else { return }
    lifetime += starts.flatMap(.latest) { _ in store.remembered.observe(on: scheduler) }.observeValues {
      recallTabs.send(value: $0)
      recall.send(value: $0)
    }
    lifetime += choices.observeValues {
      store.keep(.order($0.tab, $0.order == $0.tab.knownOrder ? nil : $0.order))
    }
    lifetime += toggleDense.observeValues { store.keep(.isDense(isDense.value)) }
  }

  /// Puts a tab's list in an order.
  func choose(_ order: QuestionOrder, for tab: QuestionTab.ID) {
    chooseOrder.send(value: ChosenOrder(tab: tab, order: order))
  }
}
