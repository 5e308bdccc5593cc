import Foundation
import Model
import Signals
import Text

/// The Stack Overflow pane: tabs of questions, each with a list, a filter and a place to read.
///
/// ```
/// tab commands ──▶ selected tab ──┬──▶ state, link
/// all others ──▶ the selected ──▶ tabs ──┬──┘
///                                  ▲     │ who answered
///                                  └─────┴──▶ origin, quota
/// ```
/// A tab is loaded when it is first shown, and goes on loading when another one is; each keeps its own selection, filter
/// and open question. When an answer comes from elsewhere than the one before it, all tabs forget what they hold from
/// there, and are loaded again when they are shown.
public final class StackOverflowViewModel: Sendable {
  public let state: Property<StackOverflowState>
  /// The page of the question that is open or selected.
  public let link: Property<URL?>

  public let refresh: Input<Void>
  /// Moves the selection in the list.
  public let moves: Input<Motion>
  public let selections: Input<Question.ID>
  /// Opens the selected question.
  public let open: Input<Void>
  /// Closes the open question; in the list, clears the filter.
  public let close: Input<Void>
  /// Shows a tab, counted from 0.
  public let tabSelections: Input<Int>
  public let nextTab: Input<Void>
  public let previousTab: Input<Void>
  /// Lets the list's filter, or the open question's search, take the keys.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  /// Keeps the filter and goes to the list.
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>

  /// Sends when a person refreshes questions while they are the demonstration's, before anything is asked for: the
  /// moment to try the live service again.
  public let refreshesOfDemo: Signal<Void, Never>

  private let tabs: [QuestionTabViewModel]
  private let isStarted = MutableProperty(false)
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - tabs: The standard ones when empty.
  ///   - selectedTab: The tab that is shown first, counted from 0.
  public init(
    tabs: [QuestionTab] = QuestionTab.standard, selectedTab: Int = 0, service: any QuestionService,
    scheduler: any DateScheduler
  ) {
    refresh = Input(on: scheduler)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    open = Input(on: scheduler)
    close = Input(on: scheduler)
    tabSelections = Input(on: scheduler)
    nextTab = Input(on: scheduler)
    previousTab = Input(on: scheduler)
    editFilter = Input(on: scheduler)
    edits = Input(on: scheduler)
    acceptFilter = Input(on: scheduler)
    clearFilter = Input(on: scheduler)
    let commands = QuestionTabCommands(
      refresh: refresh.signal, moves: moves.signal, selections: selections.signal, open: open.signal,
      close: close.signal, editFilter: editFilter.signal, edits: edits.signal, acceptFilter: acceptFilter.signal,
      clearFilter: clearFilter.signal)

    // Which tab is selected.
    let tabs = tabs.isEmpty ? QuestionTab.standard : tabs
    let first = min(max(0, selectedTab), tabs.count - 1)
    let selected = Property(
      initial: first,
      then: Signal<TabStep, Never>.merge(
        tabSelections.signal.filter(tabs.indices.contains).map { .to($0) },
        nextTab.signal.map { .by(1) },
        previousTab.signal.map { .by(-1) }
      )
      .scan(first) { $1.target(from: $0, of: tabs.count) }
    )
    .skipRepeats()

    // Where data comes from: the latest answer says it. A refresh of the demonstration's may try the live service, which
    // nobody has asked the other tabs to do.
    let answered = MutableProperty(service.origin)
    let origin = answered.skipRepeats()
    let refreshesOfDemo = refresh.signal.filter { origin.value == .demo }
    self.refreshesOfDemo = refreshesOfDemo

    let isStarted = isStarted
    let viewModels = tabs.enumerated().map { index, tab in
      let isSelected = selected.map { $0 == index }
      return QuestionTabViewModel(
        tab, service: service, commands: commands.filtered(by: isSelected), while: isSelected.and(isStarted),
        origin: origin, cancelled: refreshesOfDemo.filter { !isSelected.value }, on: scheduler)
    }
    self.tabs = viewModels
    let sources = Signal.merge(viewModels.map(\.sources))
    let unknown = AnswerSource(origin: service.origin, quota: Quota())
    let quota = Property(initial: Quota(), then: sources.scan(into: unknown) { $0.take($1) }.map(\.quota)).skipRepeats()

    // The number of a tab and its content come out of one stream, so they always belong together.
    let names = tabs.map(\.name)
    let shown = selected.producer.flatMap(.latest) { index in
      viewModels[index].state.producer.map { (index: index, tab: $0) }
    }
    state = Property(
      following: SignalProducer.combineLatest(shown, origin, quota)
        .map { shown, origin, quota in
          StackOverflowState(
            tabs: names, selectedTab: shown.index, list: shown.tab.list, reading: shown.tab.reading,
            origin: shown.tab.origin ?? origin, quota: quota)
        }
        .skipRepeats())
    link = state.map(\.link).skipRepeats()

    lifetime += sources.map(\.origin).observeValues { answered.value = $0 }
  }

  /// Loads the selected tab.
  public func start() { isStarted.value = true }
}

/// A step from tab to tab.
private enum TabStep: Sendable {
  case to(Int)
  case by(Int)

  /// The last tab is followed by the first.
  func target(from index: Int, of count: Int) -> Int {
    switch self {
    case .to(let target): target
    case .by(let distance): (index + distance + count) % count
    }
  }
}

extension StackOverflowState {
  /// The page of the question that is open or selected, by the newest that is known of it.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
