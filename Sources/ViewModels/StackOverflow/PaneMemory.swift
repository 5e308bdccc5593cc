import Foundation
import Model
import Signals

/// The remembered state of the pane: the selected tab, the changes to tabs, the chosen orders, the density of lists, and the
/// read and kept questions. It stores orders and density itself; the tabs' graph and ``QuestionMarking`` store the others.
///
/// ```
/// start ──▶ store ──▶ recalls ──┬──▶ the tabs, then the marks
/// choose(_:for:) ───────────────┼──▶ orders ──┐
/// toggleDense ──────────────────┴──▶ isDense ─┴──▶ store
/// ```
/// What a person does counts for more than what is remembered, even if that is read later
/// (``Signals/Property/init(initial:remembered:changes:apply:)``).
final class PaneMemory: Sendable {
  /// Sends the remembered state once, for the tabs. They take it first: a tab that is replaced by the remembered one must not
  /// be requested in its remembered order.
  let tabRecalls: Signal<RememberedState, Never>
  /// Sends the same for everything else.
  let recalls: Signal<RememberedState, Never>
  /// Sends once, when the first request may be made: the remembered state may select another list than the one requested
  /// without it. Must be started after all observers of ``recalls``.
  let ready: SignalProducer<Void, Never>
  /// The orders that a person chose.
  let orders: Property<[QuestionTab.ID: QuestionOrder]>
  /// Whether each row of a list has only one line.
  let isDense: Property<Bool>

  private typealias ChosenOrder = (tab: QuestionTab.ID, order: QuestionOrder)

  private let chooseOrder: Signal<ChosenOrder, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// The seconds for which the first request waits for the remembered state.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - store: `nil` if nothing is remembered.
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

    // A toggle depends on the current value: see Feedback in the documentation of Signals.
    lifetime += toggleDense.observeValues { chooseDensity.send(value: !isDense.value) }
    if let store {
      lifetime += choices.observeValues { tab, order in store.keep(.order(tab, order == tab.knownOrder ? nil : order)) }
      lifetime += densities.observeValues { store.keep(.isDense($0)) }
    }
    // Last, because a store may answer synchronously.
    let remembered = store?.remembered.observe(on: scheduler) ?? SignalProducer(value: RememberedState())
    lifetime += starts.flatMap(.latest) { _ in remembered }.observeValues {
      recallTabs.send(value: $0)
      recall.send(value: $0)
    }
  }

  /// Sets the order of a tab's list.
  func choose(_ order: QuestionOrder, for tab: QuestionTab.ID) {
    chooseOrder.send(value: (tab, order))
  }
}
