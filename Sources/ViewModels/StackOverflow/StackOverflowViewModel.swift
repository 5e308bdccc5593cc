import Foundation
import Model
import Signals
import Text

/// The Stack Overflow pane: tabs of questions, each with a list, a filter and a place to read.
///
/// A tab is loaded when it is first shown, and goes on loading when another one is; each keeps its own selection, filter
/// and open question. When the service's origin changes, all that came from the other one goes (see
/// ``QuestionTabModel/change(to:at:)``), and a tab is loaded anew when it is shown.
public final class StackOverflowViewModel: Sendable {
  public let state: Property<StackOverflowState>
  /// Where keys go: ``InputContext/questionList``, ``InputContext/filter`` or ``InputContext/question``. Read, it is never
  /// behind the commands that were performed, whichever thread still delivers their changes: the next key depends on it.
  public let context: Property<InputContext>

  /// The page of the question that is open or selected.
  public let link: Property<URL?>

  public let refresh: Input<Void>
  /// Moves the selection in the list.
  public let moves: Input<Motion>
  public let selections: Input<Question.ID>
  /// Opens the selected question.
  public let open: Input<Void>
  /// Closes the open question.
  public let close: Input<Void>
  /// Shows a tab, counted from 0.
  public let tabSelections: Input<Int>
  public let nextTab: Input<Void>
  public let previousTab: Input<Void>
  /// Lets the filter's field take the keys.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  /// Keeps the filter and goes to the list.
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>

  /// Sends when a person refreshes questions while they are the demonstration's, before anything is asked for: the
  /// moment to try the live service again.
  public let refreshesOfDemo: Signal<Void, Never>
  private let refreshOfDemo: Signal<Void, Never>.Observer

  /// Told by the pane: questions that fit on the screen.
  public let visibleRows = MutableProperty(10)
  /// Told by the pane: how the open question is laid out.
  public let readingLayout = MutableProperty(ReadingLayout(question: nil, lines: 0, visibleLines: 0, answerLines: []))

  private let service: any QuestionService
  private let tabs: [QuestionTabViewModel]
  private let selectedTab: MutableProperty<Int>
  private let token: Lifetime.Token

  /// - Parameters:
  ///   - tabs: the standard ones when empty.
  ///   - selectedTab: the tab that is shown first, counted from 0.
  public init(
    tabs: [QuestionTab] = QuestionTab.standard, selectedTab: Int = 0, service: any QuestionService,
    scheduler: any DateScheduler
  ) {
    let tabs = tabs.isEmpty ? QuestionTab.standard : tabs
    let names = tabs.map(\.name)
    let (lifetime, token) = Lifetime.make()
    let lowQuota = MutableProperty<Int?>(nil)
    let viewModels = tabs.map { tab in
      QuestionTabViewModel(tab: tab, service: service, scheduler: scheduler) { remaining, max in
        if let remaining { lowQuota.value = Self.low(remaining, of: max) }
      }
    }
    (refreshesOfDemo, refreshOfDemo) = Signal.pipe()
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
    let selection = MutableProperty(min(max(0, selectedTab), tabs.count - 1))

    self.service = service
    self.token = token
    self.tabs = viewModels
    self.selectedTab = selection
    context = Property(
      reading: { [contexts = viewModels.map(\.context), weak selection] in selection.map { contexts[$0.value].value } },
      following: selection.producer.flatMap(.latest) { viewModels[$0].context.producer }.skipRepeats())
    link = Property(
      reading: { [weak selection] in selection.flatMap { viewModels[$0.value].link } },
      following: selection.producer.flatMap(.latest) { index in
        viewModels[index].state.producer.map { _ in viewModels[index].link }
      }.skipRepeats())
    // The number of a tab and its content come out of one stream, so they always belong together.
    let shown = selection.producer.flatMap(.latest) { index in
      viewModels[index].state.producer.map { (index: index, tab: $0) }
    }
    state = Property(
      following: shown.combineLatest(with: lowQuota.producer.skipRepeats())
        .map { shown, lowQuota in
          StackOverflowState(
            tabs: names, selectedTab: shown.index, list: shown.tab.list, reading: shown.tab.reading,
            origin: shown.tab.origin, lowQuota: lowQuota)
        })

    service.origin.producer
      .skipRepeats()
      .take(during: lifetime)
      .startWithValues { _ in lowQuota.value = nil }
    readingLayout.producer
      .skipRepeats()
      .take(during: lifetime)
      .startWithValues { viewModels[selection.value].keepScroll(in: $0) }

    take(refresh) { .refresh }
    take(moves) { .move($0) }
    take(selections) { .selectQuestion($0) }
    take(open) { .open }
    take(close) { .back }
    take(tabSelections) { .selectTab($0) }
    take(nextTab) { .nextTab }
    take(previousTab) { .previousTab }
    take(editFilter) { .editFilter }
    take(edits) { .edit($0) }
    take(acceptFilter) { .acceptFilter }
    take(clearFilter) { .clearFilter }
  }

  private func take<Value>(_ input: Input<Value>, _ command: @escaping @Sendable (Value) -> Command) {
    input.signal.observeValues { [weak self] in self?.perform(command($0)) }
  }

  /// Loads the first tab.
  public func start() { tabs[selectedTab.value].show() }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .selectTab(let index): select(index)
    case .nextTab: select((selectedTab.value + 1) % tabs.count)
    case .previousTab: select((selectedTab.value + tabs.count - 1) % tabs.count)
    case .refresh: refreshShownTab()
    default:
      let screen = QuestionTabModel.Screen(visibleRows: visibleRows.value, reading: readingLayout.value)
      tabs[selectedTab.value].perform(command, on: screen)
    }
  }

  private func refreshShownTab() {
    let tab = tabs[selectedTab.value]
    if service.origin.value == .demo {
      // What is on its way elsewhere is the demonstration's: nobody there has asked to try the live service.
      for other in tabs where other !== tab { other.cancel() }
      refreshOfDemo.send(value: ())
    }
    let screen = QuestionTabModel.Screen(visibleRows: visibleRows.value, reading: readingLayout.value)
    tab.perform(.refresh, on: screen)
  }

  private func select(_ index: Int) {
    let previous = selectedTab.value
    guard tabs.indices.contains(index), index != previous else { return }
    tabs[previous].hide()
    selectedTab.value = index
    tabs[index].show()
  }

  /// What is left, once that is less than a tenth of the day's; a day without a key has 300.
  private static func low(_ remaining: Int, of max: Int?) -> Int? {
    remaining < (max ?? 300) / 10 ? remaining : nil
  }
}
