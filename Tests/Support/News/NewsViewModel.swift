import Foundation
import Model
import PaneKit
import Signals
import Text

/// What is shown of the news.
struct NewsState: Sendable {
  /// `nil` in the list.
  fileprivate(set) var opened: OpenedNews?
  fileprivate(set) var list = FilteredList<NewsItem>(orElse: .first)
  fileprivate(set) var filter = FilterState()
  fileprivate(set) var order = NewsOrder.newest
  fileprivate(set) var load = LoadState.idle
  fileprivate(set) var failure: ServiceFailure?
  /// Where the list comes from; `nil` before there is an answer.
  fileprivate(set) var origin: Origin?

  /// The open item, else the selected one.
  var subject: NewsItem? { opened?.item ?? list.selected }
}

/// An open item as it was when it was opened, and where it came from, whatever is loaded since.
struct OpenedNews: Sendable {
  var item: NewsItem
  var origin: Origin
}

/// The news as a pure value.
struct NewsModel: Sendable {
  enum Step: Sendable {
    case action(NewsViewModel.Action)
    /// The words of the filter follow its text.
    case applyFilter
    case loaded(NewsAnswer?, LoadState, ServiceFailure?)
    case leastPoints(Int)
    case recall(NewsMemory)
  }

  private(set) var state = NewsState()
  private var field = FilterField()
  private var order = Remembered<NewsOrder, NewsOrder>(.newest)
  private var items: [NewsItem] = []
  private var leastPoints: Int

  init(leastPoints: Int) { self.leastPoints = leastPoints }

  mutating func reduce(_ step: Step) -> [NewsChange] {
    var changes: [NewsChange] = []
    switch step {
    case .action(.filter(let action)): reduce(FilterField.Change(action))
    case .applyFilter: reduce(.applyText)
    case .action(.move(let motion)): state.list.move(motion)
    case .action(.refresh): break
    case .action(.sort):
      order.reduce(order.value == .newest ? .points : .newest)
      state.list.deselect()
      changes = [.order(order.value)]
    case .action(.open): state.opened = state.list.selected.map { OpenedNews(item: $0, origin: state.origin ?? .live) }
    case .action(.close): state.opened = nil
    case .loaded(let answer, let load, let failure):
      if let answer { (items, state.origin) = (answer.items, answer.origin) }
      (state.load, state.failure) = (load, failure)
    case .leastPoints(let points): leastPoints = points
    case .recall(let memory): order.recall(memory.order)
    }
    let shown = items.filter { $0.points >= leastPoints }
    state.order = order.value
    state.list.replace(with: order.value == .newest ? shown : shown.sorted { $0.points > $1.points })
    state.filter = field.state(state.list.words)
    return changes
  }

  private mutating func reduce(_ change: FilterField.Change) {
    if let words = field.reduce(change) { state.list.filter(by: words) }
  }
}

/// The news: a list that is loaded once and when a person refreshes, filtered and sorted, and the open item.
final class NewsViewModel: Sendable {
  enum Action: Sendable, Hashable {
    case refresh, sort
    /// Opens the selected item.
    case open
    case close
    case move(Motion)
    case filter(FieldAction)
  }

  let state: Property<NewsState>
  /// What rules look at. Made-up items meet none.
  let items: Property<[NewsItem]>
  private let actions: Input<Action>
  private let memory: Memory
  /// Retained, because its state does not retain it.
  private let load: Load<Bool, NewsAnswer>
  private let isStarted = MutableProperty(false)
  private let (lifetime, token) = Lifetime.make()

  init(
    _ service: any NewsService, leastPoints: Property<Int>, memory: Memory, scheduler: any DateScheduler
  ) {
    actions = Input(on: scheduler)
    self.memory = memory
    let load = Load<Bool, NewsAnswer>(
      asks: actions.signal.filter { $0 == .refresh }.map(value: true), repeating: .once(true),
      while: isStarted.and(memory.isReady), on: scheduler
    ) { _, _ in service.items() }
    self.load = load
    items = load.state.map { state in state.value.map { $0.origin == .live ? $0.items : [] } ?? [] }
    let first = NewsModel(leastPoints: leastPoints.value)
    let steps = Signal.merge(
      actions.signal.map(NewsModel.Step.action),
      actions.signal.compactMap { if case .filter(let action) = $0 { action } else { nil } }
        .pacedEdits(on: scheduler).map(value: .applyFilter),
      load.state.signal.map { .loaded($0.value, $0.progress, $0.trouble) },
      leastPoints.signal.skipRepeats().map { .leastPoints($0) },
      memory.recalls.map { .recall($0[NewsMemory.self]) }
    )
    .scanMap(into: first) { model, step in
      let changes = model.reduce(step)
      return (state: model.state, changes: changes)
    }
    state = Property(initial: first.state, then: steps.map(\.state))
    lifetime += steps.map(\.changes).flatten().observeValues { memory.keep($0) }
  }

  func send(_ action: Action) { actions.send(action) }

  /// Reads what is remembered, and loads the items.
  func start() {
    isStarted.value = true
    memory.start()
  }
}
