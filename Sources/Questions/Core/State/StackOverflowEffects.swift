import PaneKit
import Signals
import Text

/// Carries out the effects of the Stack Overflow pane's model: in the selected tab, in the marks, in the memory, and outside.
struct StackOverflowEffects: Sendable {
  let memory: Memory
  let status: ServiceStatus
  /// The selected tab.
  let tab: Property<QuestionTabViewModel>
  let marking: QuestionMarking
  let report: Signal<StackOverflowModel.Step, Never>.Observer
  let notice: Signal<SafeText, Never>.Observer
  let refresh: Signal<Void, Never>.Observer
  let refreshOfDemo: Signal<Void, Never>.Observer
  let searchEnd: Signal<Void, Never>.Observer

  /// The selected tabs, one after the other.
  private let visits = Signal<QuestionTabViewModel?, Never>.pipe()

  /// Tells a tab when another one is selected.
  func leaveTabs() -> (any Disposable)? {
    visits.output.skipRepeats { $0 === $1 }.combinePrevious(nil).observeValues { former, _ in former?.leave() }
  }

  func carryOut(_ effect: StackOverflowModel.Effect) {
    switch effect {
    case .keep(let change): memory.keep(change)
    case .announceRefresh:
      if status.provenance.value == .demonstration { refreshOfDemo.send(value: ()) }
      refresh.send(value: ())
    case .endSearch: searchEnd.send(value: ())
    case .showTab(let order, let isOnScreen):
      visits.input.send(value: tab.value)
      tab.value.select(order: order, isOnScreen: isOnScreen)
    case .refreshTab: tab.value.refresh()
    case .inTab(let action): tab.value.send(action)
    case .markUnread: if let question = tab.value.state.value.question { marking.send(.markUnread(question.key)) }
    case .goToUnread(let step): report.send(value: .goToUnread(step, from: tab.value.state.value.list.selectedRow))
    case .toggleAllRead(let rows, let tab): marking.send(.toggleRead(rows.all, in: tab))
    case .tell(let sentence): notice.send(value: sentence)
    case .toggleKept:
      let state = tab.value.state.value
      if let question = state.question { marking.send(.toggleKept(question, isOpen: state.reading != nil)) }
    }
  }
}
