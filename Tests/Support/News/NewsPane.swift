import Model
import PaneKit
import Screen
import Signals
import Text

extension PaneID {
  public static let news: PaneID = "news"
}

extension KeyContext {
  static let news = KeyContext([.pane, .rows])
  /// The filter takes text.
  static let newsField = KeyContext([.pane, .rows, .field])
}

extension PaneKit.Command.Category {
  fileprivate static let news = PaneKit.Command.Category("News", order: 4)
}

extension CommandSpec {
  fileprivate static let sort = CommandSpec(
    "news.sort", "sort the news", in: .news, keys: ["s"], at: [.news])
  fileprivate static let filter = CommandSpec.beginning("news.filter", "filter news", at: [.news])
  fileprivate static let clearFilter = CommandSpec.clearing("news.clear-filter", "clear filter", at: [.news])
}

extension PaneDescription {
  public static let news = PaneDescription(
    .news, "News",
    contexts: [ContextDescription(.news, "in the news", subject: .news), ContextDescription(.newsField)],
    specs: [.sort, .filter, .clearFilter])
}

/// The pane of the news.
@UI
final class NewsPane: Pane {
  let id = PaneID.news
  let title: SafeText = "News"
  let leastSize = Size(width: 30, height: 6)
  private(set) lazy var commands = makeCommands()
  private let viewModel: NewsViewModel
  private let state: CurrentValue<NewsState>
  private let matches: Property<[Int: SafeText]>
  private var size = Size.zero

  init(_ viewModel: NewsViewModel, _ matches: Property<RuleMatches>) {
    self.viewModel = viewModel
    self.matches = matches.map(\.news).skipRepeats()
    state = CurrentValue(viewModel.state)
  }

  var changes: Signal<Void, Never> {
    .merge(viewModel.state.signal.map(value: ()), matches.signal.map(value: ()))
  }
  var takesText: Bool { state.value.filter.isEditing }
  var ownContext: KeyContext { takesText ? .newsField : .news }
  var subject: PaneSubject? {
    let state = state
    return PaneSubject(.news, isThere: state.value.list.selected != nil) {
      state.value.list.selected.map(ProgramSubject.init)
    }
  }

  func start() { viewModel.start() }
  func type(_ text: SafeText) { viewModel.send(.filter(.edit(.insert(text)))) }
  func arrange(size: Size, screen: Size, theme: Theme) { self.size = size }

  private func makeCommands() -> [PaneKit.Command] {
    let (viewModel, state) = (viewModel, state)
    let field = FieldCommands { viewModel.send(.filter($0)) }
    return field.editing
      + ListCommands(
        specs: .list, label: "move", page: { [weak self] in max(1, (self?.size.height ?? 4) - 3) },
        move: { viewModel.send(.move($0)) }
      ).commands
      + [
        field.begin(.filter), field.clear(.clearFilter, when: { !state.value.list.words.isEmpty }),
        PaneKit.Command(.sort, hint: PaneKit.Command.Hint("sort", rank: 3)) { viewModel.send(.sort) },
        .refresh { viewModel.send(.refresh) },
      ]
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let (state, theme) = (state.value, canvas.theme)
    let order: SafeText = state.order == .newest ? "" : "by points"
    PaneBorder(title: title, status: [order], isBusy: state.load.isUnderWay).draw(context, into: &canvas)
    canvas.within(PaneBorder.inside(canvas.size)) { inside in
      FieldLine(label: "Filter", field: state.filter, note: "\(state.list.rows.count)").draw(into: &inside)
      if let failure = state.failure {
        inside.draw(failure.error.sentence, theme.alarm, x: 1, y: 1, maxWidth: inside.width - 2)
      }
      for (row, item) in state.list.rows.prefix(max(0, inside.height - 1)).enumerated() where state.failure == nil {
        let style = row == state.list.selectedRow ? theme.strong : theme.plain
        let mark = matches.value[item.id].map { "  \($0)" as SafeText } ?? ""
        inside.draw("\(item.points)  \(item.title)\(mark)", style, x: 1, y: row + 1, maxWidth: inside.width - 2)
      }
    }
  }
}
