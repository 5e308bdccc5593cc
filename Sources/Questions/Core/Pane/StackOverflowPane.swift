import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

extension PaneID {
  public static let stackOverflow: PaneID = "stack-overflow"
}

/// The Stack Overflow pane: tabs of questions, each with its list, a filter and an open question.
///
/// The pane has the state that depends on the screen: the scroll positions of the tabs' lists and of open texts.
@UI
final class StackOverflowPane: Pane {
  let id = PaneID.stackOverflow
  let title: SafeText = "Stack Overflow"
  let shortTitle: SafeText = "SO"
  let leastSize = Size(width: 62, height: 28)
  let ampleWidth: Int? = SideBySide.leastWidth
  private(set) lazy var commands = makeCommands()
  private(set) lazy var commonCommands = makeCommonCommands()

  let viewModel: StackOverflowViewModel
  let state: CurrentValue<StackOverflowState>
  /// The current ``text``.
  let presented: CurrentValue<QuestionScroll>
  private let address: Property<SafeText?>
  /// The names of the rules that hold for questions.
  private let rules: Property<[QuestionKey: SafeText]>
  let text: Property<QuestionScroll>
  private let (textInputs, textInput) = Signal<QuestionScroll.Input, Never>.pipe()
  private(set) var screenWidth = 80
  /// With the size of the whole pane.
  private var window = TextWindow(size: Size(width: 80, height: 22), theme: Theme())
  /// By tab.
  private var scrolls: [QuestionTab.ID: ListScroll] = [:]
  private let kept = KeptQuestionList()
  /// The picture that clicks refer to.
  private var picture: (view: StackOverflowView, size: Size, isFocused: Bool)?

  init(
    _ viewModel: StackOverflowViewModel, matches: Property<RuleMatches>, address: Property<SafeText?>
  ) {
    self.viewModel = viewModel
    rules = matches.map(\.questions).skipRepeats()
    self.address = address
    state = CurrentValue(viewModel.state)
    let first = QuestionScroll(viewModel.state.value, window: window)
    text = Property(
      initial: first,
      then: viewModel.state.signal.map(QuestionScroll.Input.state).merge(with: textInputs)
        .scan(into: first) { $0.reduce($1) })
    presented = CurrentValue(text)
  }

  var link: Property<URL?>? { viewModel.link }

  var marked: [MarkedItem] { viewModel.state.value.markedItems }

  var subject: PaneSubject? {
    let state = state
    return PaneSubject(.questions, isThere: state.hasQuestion) {
      let state = state.value
      return state.question.map { question in
        let detail = state.text.flatMap { $0.question.identity == question.identity ? $0.detail : nil }
        return ProgramSubject(question, detail: detail)
      }
    }
  }

  let (layers, layerInput) = Signal<LayerRequest, Never>.pipe()
  let (requests, request) = Signal<ProgramRequest, Never>.pipe()
  let (focusRequests, focusRequest) = Signal<Void, Never>.pipe()
  /// The text changes with each state, and when it is scrolled.
  var changes: Signal<Void, Never> { .merge(text.signal.map(value: ()), rules.signal.map(value: ())) }

  /// The keys of the part that has the focus, the list or the open text.
  var borderKeys: BorderKeys {
    let state = viewModel.state.value
    guard state.reading != nil else {
      return BorderKeys([
        // Kept questions have an order of their own.
        .value(state.list.feed.orders.isEmpty ? "" : state.list.order.name, .tabs.sort),
        .action(.tabs.new, "new tab"), .action(.questions.filter, "filter"),
      ])
    }
    return BorderKeys(
      [
        .action(.questions.comments, "comments"), .action(.questions.parts, "links"),
        .action(.search.edit, "search"),
      ], from: StackOverflowPlaces(size, screenWidth: screenWidth, isBelow: state.isBelow).text.x - 1)
  }

  /// Its tabs.
  var paletteEntries: [PaletteEntry] {
    let state = viewModel.state.value
    return zip(state.tabIDs, state.tabs).enumerated().map { [viewModel] index, tab in
      let (id, name) = tab
      let show = CommandSpec.tabs.show
      let command = show.indices.contains(index) ? show[index].id : nil
      return PaletteEntry("tab:\(id)", name, kind: "tab", words: "show tab \(index + 1)", command: command) {
        if let index = viewModel.state.value.tabIDs.firstIndex(of: id) { viewModel.send(.selectTab(index)) }
      }
    }
  }

  var isSpinning: Bool {
    let state = viewModel.state.value
    if let reading = state.reading { return reading.isLoading }
    return state.preview?.isLoading == true || state.list.load.isUnderWay || state.list.isLoadingMore
  }

  func start() { viewModel.start() }

  var takesText: Bool { state.value.takesText }

  var ownContext: KeyContext {
    guard let reading = state.value.reading else { return state.value.list.filter.isEditing ? .listField : .list }
    return reading.search.isEditing ? .textField : reading.search.isShown ? .searchedText : .text
  }

  func type(_ text: SafeText) { viewModel.send(.inTab(.field(.edit(.insert(text))))) }

  func arrange(size: Size, screen: Size, theme: Theme) {
    let window = TextWindow(size: size, theme: theme)
    guard window != self.window || screen.width != screenWidth else { return }
    let former = room
    (self.window, screenWidth) = (window, screen.width)
    textInput.send(value: .window(window, screenWidth: screenWidth))
    if room != former { viewModel.send(.previewFits(room)) }
  }

  private var size: Size { window.size }

  /// Where there is room for a question besides its list.
  var room: StackOverflowViewModel.PreviewPlace? { StackOverflowPlaces.room(size, screenWidth: screenWidth) }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let state = viewModel.state.value
    let text = text.value
    var view = StackOverflowView(
      state: state, scroll: scrolls[state.tabID] ?? ListScroll(), document: text.document, place: text.place,
      column: text.column, search: text.search, screenWidth: screenWidth, kept: kept, rules: rules.value)
    view.adapt(size: canvas.size)
    scrolls[state.tabID] = view.scroll
    if scrolls.count > state.tabs.count {
      let tabs = Set(state.tabIDs)
      scrolls = scrolls.filter { tabs.contains($0.key) }
    }
    picture = (view, canvas.size, context.isFocused)
    view.draw(context, into: &canvas)
  }

  private var isReading: Bool { viewModel.state.value.reading != nil }

  /// A click on the selected row opens it, unless it had to focus the pane first; a double click opens any row. A click on
  /// the list beside an open question gives the list the keys.
  func point(_ event: MouseEvent) -> Bool {
    guard let (view, size, isFocused) = picture, let target = view.target(of: event, size: size) else { return false }
    switch target {
    case .scroll(let lines): scroll(.lines(lines))
    case .text: viewModel.send(.inTab(.open))
    case .search: viewModel.send(.inTab(.field(.begin)))
    case .tab(let tab): viewModel.send(.selectTab(tab))
    case .move(let rows):
      // The list beside an open question is scrolled together with it.
      if isReading {
        viewModel.send(.inTab(.stepQuestion(rows)))
      } else {
        viewModel.send(.inTab(.move(.lines(rows))))
      }
    case .filter:
      if isReading { viewModel.send(.inTab(.close)) }
      viewModel.send(.inTab(.field(.begin)))
    case .question(let id):
      if isReading { viewModel.send(.inTab(.close)) }
      viewModel.send(.inTab(.select(id)))
      if event.isDouble { viewModel.send(.inTab(.open)) }
    case .selectedQuestion where isReading: viewModel.send(.inTab(.close))
    case .selectedQuestion: if isFocused || event.isDouble { viewModel.send(.inTab(.open)) }
    }
    return true
  }

  var hasTrouble: Bool {
    let state = viewModel.state.value
    return (state.reading?.trouble ?? state.list.trouble ?? state.preview?.trouble) != nil
  }
  var origin: Origin? { viewModel.state.value.origin }
  var hasStandIn: Bool { origin == .demo && address.value != nil }
  var hasAnswered: Bool {
    let list = viewModel.state.value.list
    return list.loadedAt != nil && !list.isFromThePast
  }
  var rememberedPlaces: Int { text.value.rememberedPlaces }
  var unread: Int { viewModel.state.value.news.reduce(0, +) }

  func summary(_ theme: Theme) -> Span? { hasTrouble ? .trouble(theme) : nil }

  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] {
    let state = viewModel.state.value
    var lines = [DiagnosticLine.source(state.origin, at: address.value)]
    lines += DiagnosticLine.load(
      state.list.load, answeredAt: state.list.loadedAt, isFromThePast: state.list.isFromThePast,
      failures: state.list.troubles, context)
    if let reading = state.text {
      lines.append(
        DiagnosticLine(state.reading == nil ? "selected question" : "open question", "\(reading.question.id)"))
      lines += Self.diagnostics(of: reading, context)
    }
    let more: SafeText = state.list.hasMore ? "; the service has more" : ""
    lines.append(DiagnosticLine("questions held", "\(state.list.total)\(more)"))
    if let clock = viewModel.clock { lines.append(DiagnosticLine("the server's clock", clock.words)) }
    if let trouble = viewModel.keyTrouble { lines.append(DiagnosticLine("key", "none: \(trouble)")) }
    if let left = state.quota.remaining {
      let all: SafeText = state.quota.max.map { " of \($0)" } ?? ""
      lines.append(DiagnosticLine("requests left", "\(left)\(all) today"))
    }
    return lines
  }

  private static func diagnostics(of reading: ReadingState, _ context: PaneContext) -> [DiagnosticLine] {
    let clock = context.clock
    var lines = DiagnosticLine.load(
      reading.load, answeredAt: reading.loadedAt, isFromThePast: reading.isFromThePast,
      failures: [reading.trouble].compactMap { $0 }, context)
    if let error = reading.detail?.answersTrouble {
      lines.append(DiagnosticLine("answers", "failed: \(error.sentence(clock: clock))"))
    }
    if reading.comments.isLoading { return lines + [DiagnosticLine("comments", "in progress")] }
    let comments = [reading.comments.content.ofQuestion, reading.comments.content.ofAnswers]
    let errors = comments.compactMap(\.trouble).uniqued { $0 }
    lines += errors.map { DiagnosticLine("comments", "failed: \($0.sentence(clock: clock))") }
    if errors.isEmpty, let date = comments.compactMap({ $0.isFromThePast ? nil : $0.known?.fetched }).min() {
      lines.append(DiagnosticLine("comments", "answered at \(clock.seconds(date))"))
    }
    return lines
  }

  // MARK: - Places

  /// Scrolls the open text.
  func scroll(_ motion: Motion) { textInput.send(value: .scroll(.move(motion))) }

  /// Scrolls the open text's code sideways.
  func scroll(byColumns columns: Int) { textInput.send(value: .scroll(.sideways(columns))) }

  /// Goes to the next or the previous answer.
  func goToAnswer(_ step: Int) { textInput.send(value: .answer(step)) }

  /// Goes to the next or the previous match of the search.
  func goToMatch(_ step: Int) { textInput.send(value: .scroll(.match(step))) }

  /// The rows of a page in the list: the visible ones minus one.
  var page: Int {
    let view = StackOverflowView(state: viewModel.state.value, scroll: ListScroll(), screenWidth: screenWidth)
    return max(1, view.visibleRows(size: size) - 1)
  }
}

extension CurrentValue<StackOverflowState> {
  /// Whether a question is open or selected.
  var hasQuestion: Bool { value.reading != nil || value.list.selectedRow != nil }
}

extension StackOverflowViewModel {
  /// Creates the pane.
  ///
  /// - Parameters:
  ///   - matches: What the rules of the settings hold for.
  ///   - address: The address of the service for the overlay "diagnostics", without a password; `nil` if none is asked.
  @UI package func makePane(
    matches: Property<RuleMatches> = Property(value: RuleMatches()),
    address: Property<SafeText?> = Property(value: nil)
  ) -> any Pane {
    StackOverflowPane(self, matches: matches, address: address)
  }
}
