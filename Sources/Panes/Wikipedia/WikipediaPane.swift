import Charting
import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

extension PaneID {
  public static let wikipedia: PaneID = "wikipedia"
}

/// The Wikipedia pane: the edit rate, its chart, and the latest events.
@UI
final class WikipediaPane: Pane {
  let id = PaneID.wikipedia
  let title: SafeText = "Wikipedia"
  let shortTitle: SafeText = "Wiki"
  let leastSize = Size(width: 48, height: 9)
  private(set) lazy var commands = makeCommands()

  private let viewModel: WikipediaViewModel
  private let address: Property<SafeText?>
  private let chart: ChartTile
  private let edit: EditLayer
  let openLayers: Property<[any Layer]>
  let (layers, layerInput) = Signal<LayerRequest, Never>.pipe()
  private let (ownRequests, request) = Signal<ProgramRequest, Never>.pipe()
  private var scroll = ListScroll()
  /// The pane's size on the screen.
  private var size = Size(width: 80, height: 22)
  /// What was drawn last, for clicks outside the chart.
  private var shown: (view: WikipediaView, size: Size)?

  init(_ viewModel: WikipediaViewModel, address: Property<SafeText?> = Property(value: nil)) {
    self.viewModel = viewModel
    self.address = address
    chart = ChartTile(mode: viewModel.state.map(ChartTile.Mode.init).skipRepeats()) {
      viewModel.state.value.chart
    } perform: {
      viewModel.send(.gesture($0))
    }
    let (contributions, contribution) = Signal<Void, Never>.pipe()
    let edit = EditLayer(viewModel, request: request, contributions: contribution)
    self.edit = edit
    openLayers = viewModel.edit.map { $0 != nil }.skipRepeats().map { isOpen in isOpen ? [edit] : [] }
    contributions.observeValues { [weak self] in UI.assumeIsolated { self?.offerContributions() } }
    viewModel.returns.observeValues { [weak self] chosen in UI.assumeIsolated { self?.offerAgain(chosen) } }
  }

  /// The requests of the open edit, and the bell for watched edits.
  var requests: Signal<ProgramRequest, Never> { .merge(ownRequests, viewModel.bells.map(value: .ring)) }

  var link: Property<URL?>? { viewModel.link }

  /// The open edit, else the selected one.
  var subject: PaneSubject? {
    let (state, edit) = (viewModel.state, viewModel.edit)
    let isThere = state.combineLatest(with: edit).map { state, edit in
      edit.map { !$0.opened.search.isEditing } ?? (state.selection != nil && !state.filter.isEditing)
    }
    return PaneSubject(.edits, isThere: isThere.skipRepeats()) {
      if let edit = edit.value {
        let diff: EditDiff? = if case .diff(let diff)? = edit.answer { diff } else { nil }
        return ProgramSubject(edit.opened.event.event, link: edit.opened.link, diff: diff)
      }
      let state = state.value
      return state.selection.flatMap { state.recent.row(of: $0) }.map {
        let opened = OpenedEdit(state.recent[$0], from: state.origin)
        return ProgramSubject(opened.event.event, link: opened.link)
      }
    }
  }

  var changes: Signal<Void, Never> { viewModel.state.signal.map(value: ()) }
  var isSpinning: Bool { viewModel.state.value.connection == .connecting }

  func start() { viewModel.start() }

  var borderKeys: BorderKeys {
    let state = viewModel.state.value
    return BorderKeys([
      .action(.wikipedia.filter, "filter"), .value(state.followsWikis ? state.wikis.label : "", .wikipedia.chooseWikis),
      // Last, because the first minutes of a chart grow.
      .value(ChartSpan(state.chart).length, .charts.shorterSpan, .charts.longerSpan),
    ])
  }

  /// The best known wikis, if there is a choice.
  var paletteEntries: [PaletteEntry] {
    guard viewModel.state.value.followsWikis else { return [] }
    return Wiki.known.map { [viewModel] wiki in
      let (name, native) = (SafeText(oneLine: wiki.name), wiki.nativeLanguage ?? "")
      return PaletteEntry("wiki:\(wiki.name)", wiki.language, kind: name, words: "\(native) Wikipedia") {
        viewModel.send(.chooseWikis(WikiSelection([wiki.name])))
      }
    }
  }

  /// To watch the page and the user of the open or selected edit.
  var settingWishes: [SettingWish] {
    let state = viewModel.state.value
    let selected = state.selection.flatMap { id in state.recent.row(of: id) }.map { state.recent[$0] }
    guard let event = (viewModel.edit.value?.opened.event ?? selected)?.event else { return [] }
    return [.watch(.title(event.title.string))] + (event.edit?.user.map { [.watch(.user($0.string))] } ?? [])
  }

  var takesText: Bool { viewModel.state.value.filter.isEditing }
  func type(_ text: SafeText) { viewModel.send(.filter(.edit(.insert(text)))) }

  func arrange(size: Size, screen: Size, theme: Theme) { self.size = size }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    var view = WikipediaView(state: viewModel.state.value, scroll: scroll, picture: chart.picture)
    view.adapt(size: canvas.size)
    scroll = view.scroll
    shown = (view, canvas.size)
    view.draw(context, into: &canvas)
  }

  func point(_ event: MouseEvent) -> Bool {
    if let isMeant = chart.point(event) { return isMeant }
    guard let shown, let target = shown.view.target(of: event, size: shown.size) else { return false }
    switch target {
    case .move(let motion): viewModel.send(.move(motion))
    case .event(let id):
      viewModel.send(.select(id))
      if event.isDouble { viewModel.send(.open) }
    case .filter: viewModel.send(.filter(.begin))
    case .sort(let order): viewModel.send(.sort(order))
    }
    return true
  }

  var hasTrouble: Bool { viewModel.state.value.trouble != nil }
  var origin: Origin? { viewModel.state.value.origin }
  var hasStandIn: Bool { origin == .demo && address.value != nil }
  var hasAnswered: Bool {
    if case .connected = viewModel.state.value.connection { true } else { false }
  }

  func summary(_ theme: Theme) -> Span? {
    if hasTrouble { return .trouble(theme) }
    return viewModel.state.value.rate.map { Span("\(SafeText($0, decimals: 1))/s", theme.plain) }
  }

  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] {
    let state = viewModel.state.value
    var lines = [DiagnosticLine.source(state.origin, at: address.value)]
    switch state.connection {
    case .connecting: lines.append(DiagnosticLine("connection", "connecting"))
    case .connected(let source): lines.append(DiagnosticLine("connection", "open, with events of \(source.label)"))
    case .waiting: lines.append(DiagnosticLine("connection", "none"))
    }
    lines += DiagnosticLine.trouble(state.trouble, context)
    lines.append(DiagnosticLine("events held", "\(state.total)"))
    if state.oddTimeCount > 0 {
      lines.append(DiagnosticLine("odd times", "\(state.oddTimeCount) events from the future, counted as they arrived"))
    }
    return lines
  }
}

// MARK: - Commands

extension WikipediaPane {
  /// What keys can do now, in one value: commands are only updated when it changes.
  private struct Mode: Sendable, Equatable {
    var hasRows: Bool
    var hasSelection: Bool
    /// Whether the selected event, or any event if none is selected, is an edit whose text can be requested.
    var hasEdit: Bool
    /// Whether the selected event was opened before.
    var hasRead: Bool
    /// Whether the author of the selected edit, or of the first listed one if none is selected, is known.
    var hasUser: Bool
    /// Whether the chart's cursor is at a sign-up whose user is known.
    var hasNewcomer: Bool
    /// Whether the server sends events of the requested wikis.
    var followsWikis: Bool
    /// Whether the feed has reported who made an edit, or the chart has a line for each kind of editor.
    var hasEditors: Bool
    /// Whether the filter takes text.
    var isFiltering: Bool
    /// Whether there is a filter, with its field closed.
    var isFiltered: Bool
    /// Whether there is a chart on the screen.
    var hasChart: Bool
    /// Whether the chart's cursor uses the keys for start and end.
    var hasCursor: Bool

    init(_ state: WikipediaState, hasNewcomer: Bool) {
      self.hasNewcomer = hasNewcomer
      hasRows = !state.recent.isEmpty
      hasSelection = state.selection != nil
      // There are thousands of rows.
      let selected = state.selection.flatMap { id in state.recent.row(of: id) }.map { state.recent[$0] }
      let pointed = state.selection == nil ? state.recent.first { $0.revision != nil } : selected
      hasEdit = pointed?.revision != nil
      hasRead = selected.map(state.hasRead) ?? false
      hasUser = pointed?.revision != nil && pointed?.event.edit?.user != nil
      followsWikis = state.followsWikis
      hasEditors = state.hasLinesApart || state.hasEditors
      isFiltering = state.filter.isEditing
      isFiltered = !isFiltering && state.filter.isShown
      hasChart = state.chart.hasValues
      hasCursor = state.chart.cursor != nil
    }
  }

  private func makeCommands() -> [Command] {
    let viewModel = viewModel
    // The column under the cursor is known to the picture only, which belongs to the interface.
    let mode = viewModel.state.map { [weak self] state in
      Mode(state, hasNewcomer: UI.assumeIsolated { self?.newcomer(in: state) } != nil)
    }
    .skipRepeats()
    let list = ListCommands(
      specs: CommandSpec.list, label: "move", hasRows: mode.map(\.hasRows), isEnabled: mode.map(\.hasRows),
      keepsPlace: Command.always,
      hasEnds: mode.map { $0.hasRows && !$0.isFiltering && !$0.hasCursor },
      page: { [weak self] in self?.page ?? 1 }, move: { viewModel.send(.move($0)) })
    let field = FieldCommands(isEditing: mode.map(\.isFiltering)) { viewModel.send(.filter($0)) }
    let isList = mode.map { !$0.isFiltering }
    let goTo = chart.goTo(layers: layerInput)
    let chart = chart.commands
    let spans = SpanCommands(
      shorter: { viewModel.send(.shortenSpan) }, longer: { viewModel.send(.lengthenSpan) },
      isEnabled: mode.map { $0.hasChart && !$0.isFiltering })
    return list.commands + field.editing + [
      Command(
        .wikipedia.newcomer, hint: Command.Hint("the user's edits", rank: 1),
        isEnabled: mode.map { $0.hasNewcomer && !$0.isFiltering }
      ) { [weak self] in self?.offerNewcomersEdits() },
      Command(
        .wikipedia.open,
        hint: Command.Hint("show", rank: 2, keepingPlace: mode.map { !$0.hasNewcomer && !$0.isFiltering }),
        isEnabled: mode.map { $0.hasEdit && !$0.hasNewcomer && !$0.isFiltering },
        whenDisabled: "This event has no text to show"
      ) { viewModel.send(.open) },
      Command(
        .wikipedia.contributions, hint: Command.Hint("user's edits", rank: 10, keepingPlace: isList),
        isEnabled: mode.map { $0.hasUser && !$0.isFiltering }
      ) { [weak self] in self?.offerContributions() },
      Command(.wikipedia.unread, isEnabled: mode.map { $0.hasRead && !$0.isFiltering }) {
        viewModel.send(.markUnread)
      },
      Command(
        .wikipedia.watchPage, isEnabled: mode.map { $0.hasSelection && !$0.isFiltering },
        whenDisabled: "Select an edit first"
      ) { viewModel.send(.watchPage()) },
      Command(
        .wikipedia.watchUser, isEnabled: mode.map { $0.hasSelection && !$0.isFiltering },
        whenDisabled: "Select an edit first"
      ) { viewModel.send(.watchUser()) },
      Command(.wikipedia.watched, isEnabled: mode.map { !$0.isFiltering }) { [weak self] in self?.offerWatched() },
      Command(
        .wikipedia.sort, hint: Command.Hint("sort", rank: 5, keepingPlace: isList),
        isEnabled: mode.map { $0.hasRows && !$0.isFiltering }
      ) { [weak self] in self?.offerOrders() },
      Command(
        .wikipedia.chooseWikis, isEnabled: mode.map { $0.followsWikis && !$0.isFiltering },
        whenDisabled: "This server sends one wiki only"
      ) { [weak self] in self?.offerWikis() },
      Command(
        .wikipedia.hotPages, isEnabled: mode.map { $0.hasEditors && !$0.isFiltering && !$0.hasCursor },
        whenDisabled: "No edits with a known editor yet"
      ) { [weak self] in self?.offerHotPages() },
      Command(
        .wikipedia.chooseEdits, hint: Command.Hint("which edits", rank: 9), isEnabled: mode.map { !$0.isFiltering }
      ) { [weak self] in self?.offerShown() },
      Command(
        .wikipedia.apart, isEnabled: mode.map { $0.hasEditors && !$0.isFiltering },
        whenDisabled: "No edits with a known editor yet"
      ) { viewModel.send(.toggleLines) },
    ] + chart.moving + chart.viewing + [goTo] + spans.all + [
      field.begin(.wikipedia.filter, isEnabled: mode.map { !$0.isFiltering }),
      field.clear(.wikipedia.clearFilter, isEnabled: mode.map(\.isFiltered)),
      chart.cursorEnd,
      Command(
        .wikipedia.newest, hint: Command.Hint("newest", rank: 4, when: mode.map(\.hasSelection))
      ) { viewModel.send(.followNewest) },
      .refresh { viewModel.send(.refresh) },
      .writingRates(of: viewModel, layers: layerInput, request: request),
    ] + edit.ownCommands
  }

  /// Lists the latest edits of the user who made the open or selected edit.
  private func offerContributions() {
    if let contributions = viewModel.contributions() { offer(contributions) }
  }

  /// Lists the latest edits of the user whose sign-up is at the chart's cursor.
  private func offerNewcomersEdits() {
    if let contributions = newcomer(in: viewModel.state.value).flatMap(viewModel.contributions) { offer(contributions) }
  }

  /// The sign-up at the chart's cursor whose user's edits can be requested.
  private func newcomer(in state: WikipediaState) -> SignUp? {
    guard state.chart.cursor != nil, !state.signUps.isEmpty, let plot = chart.plot(of: state.chart) else { return nil }
    return state.signUps(atCursorOf: plot)?.latest.flatMap { $0.wiki == nil ? nil : $0 }
  }

  /// Lists the edits again among which one was chosen that was closed.
  private func offerAgain(_ chosen: ChosenEdit) {
    switch chosen.list {
    case .contributions:
      if let again = viewModel.contributions(again: chosen) { offer(again, selecting: chosen.event.id) }
    case .hotPages: offerHotPages(selecting: chosen.event)
    }
  }

  private func offer(_ contributions: ContributionsViewModel, selecting id: RecentEvent.ID? = nil) {
    let list = ContributionList(contributions: contributions, selected: id) { [viewModel] id in
      if let edit = contributions.edit(id) { viewModel.send(.openContribution(edit)) }
    } watch: { [viewModel] kind, event in
      viewModel.send(kind == .page ? .watchPage(of: event) : .watchUser(of: event))
    }
    layerInput.send(
      value: LayerRequest(openedBy: .wikipedia.contributions) {
        ChoiceOverlay(list.list($0.context), closingKeys: $0.openingKeys, close: $0.close)
      })
  }

  /// Lets a person choose the order of the list.
  private func offerOrders() {
    let current = viewModel.state.value.order
    let hasRisks = viewModel.state.value.hasRisks || current == .risk
    let choices = EventOrder.allCases.filter { $0 != .risk || hasRisks }.map { order in
      Choice(id: order.rawValue, title: order.name, detail: order.detail, isCurrent: order == current)
    }
    layerInput.send(
      value: LayerRequest(
        ChoiceList("Sort", choices, openedBy: .wikipedia.sort) { [viewModel] choice in
          if let order = EventOrder(rawValue: choice.id) { viewModel.send(.sort(order)) }
        }))
  }

  /// Lets a person choose the wikis whose events are shown.
  private func offerWikis() {
    let list = WikiList(current: viewModel.wikis.value, directory: viewModel.wikiDirectory()) { [viewModel] in
      viewModel.send(.chooseWikis($0))
    }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lists the pages with the most editors, to show the latest edit of one.
  private func offerHotPages(selecting event: RecentEvent? = nil) {
    let list = HotPageList(
      pages: viewModel.hotPages, hasWikis: viewModel.wikis.value.isSeveral, selected: event
    ) { [viewModel] page in
      viewModel.send(.openHotPage(page.id))
    } request: { [request] in
      request.send(value: $0)
    }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lists what is watched, to stop watching a page or a user.
  private func offerWatched() {
    let list = WatchList(watched: viewModel.watched) { [viewModel] in viewModel.send(.unwatch($0)) }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lets a person leave out a part of the edits, or show it again.
  private func offerShown() {
    let shown = viewModel.state.value.edits
    let choices = ShownEdits.Word.allCases.map { word in
      Choice(id: word.name, title: word.title, detail: word.detail, isCurrent: shown.has(word))
    }
    layerInput.send(
      value: LayerRequest(
        ChoiceList("Edits that are shown", choices, verb: "show or leave out", openedBy: .wikipedia.chooseEdits) {
          [viewModel] choice in
          guard let word = ShownEdits.Word(name: choice.id) else { return }
          var edits = viewModel.state.value.edits
          edits.toggle(word)
          viewModel.send(.chooseEdits(edits))
        }))
  }

  /// The number of lines in a page step: one less than the visible lines.
  private var page: Int {
    max(1, WikipediaView(state: viewModel.state.value, scroll: scroll).visibleRows(size: size) - 1)
  }
}

extension ChartTile.Mode {
  fileprivate init(_ state: WikipediaState) {
    self.init(
      hasChart: state.chart.hasValues, mayHaveChart: true, hasCursor: state.chart.cursor != nil,
      isFollowing: state.isFollowing,
      isPaused: state.isPaused)
  }
}

extension EventOrder {
  fileprivate var name: SafeText {
    switch self {
    case .time: "time"
    case .size: "size"
    case .risk: "risk"
    }
  }

  fileprivate var detail: SafeText {
    switch self {
    case .time: "the newest first"
    case .size: "the largest change first"
    case .risk: "most likely to be reverted first (estimate)"
    }
  }
}
