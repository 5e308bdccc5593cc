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
/// What a person does counts for more than what is remembered, even if that is read later
/// (``Signals/Property/init(initial:remembered:changes:apply:)``).
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

  private typealias ChosenOrder = (tab: QuestionTab.ID, order: QuestionOrder)

  private let chooseOrder: Signal<ChosenOrder, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// Seconds for which the first request waits for what is remembered.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - store: `nil` where nothing is remembered.
  ///   - starts: Sends when the store may be read.
  init(
    in store: (any StateStore)?, toggleDense: Signal<Void, Never>, starts: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) {
    let (choices, chooseOrder) = Signal<ChosenOrder, Never>.pipe()
    let (densities, chooseDensity) = Signal<Bool, Never>.pipe()
    self.chooseOrder = chooseOrder
    let (tabRecalls, recallTabs) = Signal<RememberedState, Never>.pipe()
    let (recalls, recall) = Signal<RememberedState, Never>.pipe()
    (self.tabRecalls, self.recalls) = (tabRecalls, recalls)
    orders = Property(initial: [:], remembered: recalls.map(\.orders), changes: choices) { $0[$1.tab] = $1.order }
    let isDense = Property(initial: false, remembered: recalls.map(\.isDense), changes: densities) { $0 = $1 }
    self.isDense = isDense

    let timeout = starts.flatMap(.latest) { _ in
      SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler)
    }
    ready = SignalProducer.merge(SignalProducer(recalls).map(value: ()), SignalProducer(timeout).map(value: ()))
      .take(first: 1)

    // What a toggle comes to depends on what is shown: see Feedback in the documentation of Signals.
    lifetime += toggleDense.observeValues { chooseDensity.send(value: !isDense.value) }
    if let store {
      lifetime += choices.observeValues { tab, order in store.keep(.order(tab, order == tab.knownOrder ? nil : order)) }
      lifetime += densities.observeValues { store.keep(.isDense($0)) }
    }
    // Last, since a store may answer at once.
    let remembered = store?.remembered.observe(on: scheduler) ?? SignalProducer(value: RememberedState())
    lifetime += starts.flatMap(.latest) { _ in remembered }.observeValues {
      recallTabs.send(value: $0)
      recall.send(value: $0)
    }
  }

  /// Puts a tab's list in an order.
  func choose(_ order: QuestionOrder, for tab: QuestionTab.ID) {
    chooseOrder.send(value: (tab, order))
  }
}
