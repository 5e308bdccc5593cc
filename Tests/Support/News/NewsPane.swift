import Model
import PaneKit
import Screen
import Signals
import Text

/// The pane of the news: the list, or the open item in its place.
@UI
final class NewsPane: Pane {
  let id = PaneID.news
  let title: SafeText = "News"
  let leastSize = Size(width: 30, height: 6)
  private(set) lazy var commands = makeCommands() + [closing]
  private lazy var itemCommands = makeItemCommands()
  let viewModel: NewsViewModel
  private let state: CurrentValue<NewsState>
  private let matches: Property<[Int: SafeText]>
  /// The open item in the window, and a signal of each scrolling in it.
  private var text = ScrolledText<NewsText>()
  private let (scrolls, scroll) = Signal<Void, Never>.pipe()
  private var size = Size.zero
  private var theme = Theme()

  init(_ viewModel: NewsViewModel, _ matches: Property<RuleMatches>) {
    self.viewModel = viewModel
    self.matches = matches.map(\.news).skipRepeats()
    state = CurrentValue(viewModel.state)
  }

  var changes: Signal<Void, Never> {
    .merge(viewModel.state.signal.map(value: ()), matches.signal.map(value: ()), scrolls)
  }
  var takesText: Bool { state.value.filter.isEditing }
  var ownContext: KeyContext { takesText ? .newsField : .news }
  var hasOpenContent: Bool { state.value.opened != nil }
  var scope: [PaneKit.Command] { hasOpenContent ? itemCommands : commands }
  var keyContext: KeyContext { hasOpenContent ? .newsItem : ownContext }
  var origin: Origin? { state.value.origin }
  var subject: PaneSubject? {
    let state = state
    return PaneSubject(.news, isThere: state.value.subject != nil) { state.value.subject.map(ProgramSubject.init) }
  }

  func start() { viewModel.start() }
  func type(_ text: SafeText) { viewModel.send(.filter(.edit(.insert(text)))) }
  func arrange(size: Size, screen: Size, theme: Theme) { (self.size, self.theme) = (size, theme) }

  // MARK: - Commands

  private func makeCommands() -> [PaneKit.Command] {
    let (viewModel, state) = (viewModel, state)
    let field = FieldCommands { viewModel.send(.filter($0)) }
    let reading = PaneKit.Command(
      .news.open, hint: PaneKit.Command.Hint("read", rank: 2),
      disabled: state.value.list.selected == nil ? "There is no news" : nil
    ) { [weak self] in
      // A text is read from its start each time.
      self?.text = ScrolledText()
      viewModel.send(.open)
    }
    return field.editing
      + ListCommands(
        specs: .list, label: "move", page: { [weak self] in max(1, (self?.size.height ?? 4) - 3) },
        move: { viewModel.send(.move($0)) }
      ).commands
      + [
        reading, field.begin(.news.filter), field.clear(.news.clearFilter, when: { !state.value.list.words.isEmpty }),
        PaneKit.Command(.news.sort, hint: PaneKit.Command.Hint("sort", rank: 3)) { viewModel.send(.sort) },
        .refresh { viewModel.send(.refresh) },
      ]
  }

  private func makeItemCommands() -> [PaneKit.Command] {
    ListCommands(
      specs: CommandSpec.text, label: "scroll", page: { [weak self] in self?.text.page ?? 1 },
      move: { [weak self] in self?.move($0) }
    ).commands + [closing]
  }

  /// Among the commands of the list too, where it is disabled, for the help.
  private var closing: PaneKit.Command {
    PaneKit.Command(.news.close, hint: PaneKit.Command.Hint("back", rank: 1)) { [viewModel] in viewModel.send(.close) }
  }

  // MARK: - The open item

  private func move(_ motion: Motion) {
    layOut()
    text.scroll(.move(motion))
    scroll.send(value: ())
  }

  /// Lays out the open item for the current size. Keys may come before the frame that shows it.
  private func layOut() {
    guard let item = state.value.opened?.item, let place else { return }
    text.show(
      NewsText.Source(item: item, width: place.width, theme: theme), lines: place.height, search: FilterState())
  }

  /// The place of the text; `nil` before there is room for it.
  private var place: Rect? { PaneBorder.place(of: 0..<max(0, size.height - 2), size: size) }

  // MARK: - Drawing

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    if let opened = state.value.opened { draw(opened, context, &canvas) } else { drawList(context, &canvas) }
  }

  private func draw(_ opened: OpenedNews, _ context: PaneContext, _ canvas: inout Canvas) {
    layOut()
    guard let document = text.document, let place else { return }
    let range = document.range(from: text.place, visible: place.height)
    PaneBorder(
      title: "\(title) \(canvas.glyphs.chevron) Item", status: [context.word(for: opened.origin), range], isBusy: false,
      thumb: document.thumb(from: text.place, visible: place.height), thumbLines: 0..<place.height
    ).draw(context, into: &canvas)
    canvas.within(place) { inside in
      document.draw(from: text.place, into: &inside)
      inside.placeCursor(x: 0, y: 0)
    }
  }

  private func drawList(_ context: PaneContext, _ canvas: inout Canvas) {
    let (state, theme) = (state.value, canvas.theme)
    let order: SafeText = state.order == .newest ? "" : "by points"
    let origin = state.origin.map(context.word(for:)) ?? ""
    PaneBorder(title: title, status: [origin, order], isBusy: state.load.isUnderWay).draw(context, into: &canvas)
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
