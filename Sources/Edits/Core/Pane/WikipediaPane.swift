import Charting
import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

extension PaneID {
  public static let wikipedia: PaneID = "wikipedia"
}

/// The Wikipedia pane: the edit rate, its chart, and the latest events, and the open edit, which has the keys: beside the list
/// if there is room, else in its place.
@UI
final class WikipediaPane: Pane {
  let id = PaneID.wikipedia
  let title: SafeText = "Wikipedia"
  let shortTitle: SafeText = "Wiki"
  let leastSize = Size(width: 48, height: 10)
  let ampleWidth: Int? = SideBySide.leastWidth
  private(set) lazy var commands = makeCommands()
  var ownContext: KeyContext { state.value.filter.isEditing ? .wikipediaField : .wikipedia }
  var scope: [Command] { edit.isOpen ? edit.commands : commands }
  var keyContext: KeyContext { edit.isOpen ? edit.takesText ? .editField : .edit : ownContext }
  var hasOpenContent: Bool { edit.isOpen }

  let viewModel: WikipediaViewModel
  private let state: CurrentValue<WikipediaState>
  private let address: Property<SafeText?>
  /// The names of the rules that hold for edits.
  private let rules: Property<[EditAnnotation.Key: SafeText]>
  private let chart: ChartTile
  private let edit: OpenEditPane
  private let chartSpan: PaneSpan
  let (layers, layerInput) = Signal<LayerRequest, Never>.pipe()
  let (requests, request) = Signal<ProgramRequest, Never>.pipe()
  private var scroll = ListScroll()
  /// The pane's size on the screen, and the screen's width.
  private var size = Size(width: 80, height: 22)
  private var screenWidth = 80
  /// What was drawn last, for clicks: the list if it was drawn.
  private var shown: (view: WikipediaView?, places: EditPlaces)?
  /// Whether the mouse was pressed on the division between chart and list, which then goes with it.
  private var isDividing = false
  /// Whether there is room for the selected edit beside the list.
  private var previewFits = false
  /// Whether there are chart and list for the division to be moved.
  private var canDivide = false

  init(
    _ viewModel: WikipediaViewModel, matches: Property<RuleMatches>, address: Property<SafeText?>
  ) {
    self.viewModel = viewModel
    rules = matches.map(\.edits).skipRepeats()
    self.address = address
    let state = CurrentValue(viewModel.state)
    self.state = state
    chart = ChartTile {
      ChartTile.Standing(state.value)
    } chart: {
      viewModel.state.value.chart
    } perform: {
      viewModel.send(.gesture($0))
    }
    chartSpan = PaneSpan {
      state.value.chart.viewport.time.span
    } isFollowing: {
      state.value.isFollowing && !state.value.isPaused
    } spans: {
      viewModel.spans
    } show: {
      viewModel.send(.showSpan($0))
    }
    let (contributions, contribution) = Signal<Void, Never>.pipe()
    edit = OpenEditPane(viewModel, rules: rules, request: request, layers: layerInput, contributions: contribution)
    contributions.observeValues { [weak self] in UI.assumeIsolated { self?.offerContributions() } }
    viewModel.returns.observeValues { [weak self] chosen in UI.assumeIsolated { self?.offerAgain(chosen) } }
  }

  var span: PaneSpan? { chartSpan }
  var link: Property<URL?>? { viewModel.link }

  var marked: [MarkedItem] { viewModel.markedItems }

  /// The open edit, else the selected one.
  var subject: PaneSubject? {
    let (state, edit) = (state, viewModel.edit)
    return PaneSubject(.edits, isThere: edit.value != nil || state.value.selection != nil) {
      if let edit = edit.value {
        let diff: EditDiff? = if case .diff(let diff)? = edit.answer { diff } else { nil }
        return ProgramSubject(edit.opened.event.event, link: edit.opened.link, diff: diff)
      }
      let state = state.value
      return state.selectedRow.map {
        let opened = OpenedEdit(state.recent[$0], from: state.origin)
        return ProgramSubject(opened.event.event, link: opened.link)
      }
    }
  }

  var changes: Signal<Void, Never> {
    .merge(
      viewModel.state.signal.map(value: ()), viewModel.ticker.signal.map(value: ()), edit.changes,
      rules.signal.map(value: ()))
  }
  var isSpinning: Bool { viewModel.state.value.connection == .connecting || edit.isSpinning }

  func start() { viewModel.start() }

  private var places: EditPlaces { places(of: size) }

  /// The places of the list and the open edit, or of the selected one beside it.
  private func places(of size: Size) -> EditPlaces {
    let isBeside = viewModel.state.value.showsBeside && EditPlaces.areBeside(size, screenWidth: screenWidth)
    return EditPlaces(size, screenWidth: screenWidth, isOpen: edit.isOpen || isBeside)
  }

  var borderKeys: BorderKeys {
    if edit.isOpen, let place = places.edit {
      return BorderKeys(
        [.action(.search.edit, "search"), .action(.wikipedia.contributions, "user's edits")], from: place.x)
    }
    let state = viewModel.state.value
    return BorderKeys([
      .action(.wikipedia.filter, "filter"), .value(state.followsWikis ? state.wikis.label : "", .wikipedia.chooseWikis),
      .value(state.order.name, .wikipedia.sort),
      // Last, because the first minutes of a chart grow.
      .value(ChartSpan(state.chart).length, .charts.shorterSpan, .charts.longerSpan),
    ])
  }

  var takesText: Bool { edit.isOpen ? edit.takesText : viewModel.state.value.filter.isEditing }
  func type(_ text: SafeText) {
    if edit.isOpen { edit.type(text) } else { viewModel.send(.filter(.edit(.insert(text)))) }
  }

  func arrange(size: Size, screen: Size, theme: Theme) {
    (self.size, screenWidth) = (size, screen.width)
    let layout = WikipediaView.Layout(height: PaneBorder.inside(size).height, hasTrouble: false)
    canDivide = !layout.list.isEmpty
    // Also before an edit is open, so that it is laid out once.
    let place = EditPlaces(size, screenWidth: screen.width, isOpen: true).edit
    if let place { edit.arrange(size: place.size, theme: theme) }
    let fits = EditPlaces.areBeside(size, screenWidth: screen.width)
    if fits != previewFits {
      previewFits = fits
      viewModel.send(.previewFits(fits))
    }
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let places = places(of: canvas.size)
    shown = (nil, places)
    if let place = places.list {
      var view = WikipediaView(
        state: viewModel.state.value, scroll: scroll, ticker: viewModel.ticker.value, picture: chart.picture,
        rules: rules.value)
      view.adapt(size: place.size)
      scroll = view.scroll
      shown?.view = view
      var list = context
      // The keys are the edit's.
      list.isFocused = context.isFocused && !edit.isOpen
      canvas.within(place) { view.draw(list, into: &$0) }
    }
    guard let place = places.edit else { return }
    let cursor = canvas.cursor
    canvas.cursor = nil
    var text = context
    text.isFocused = context.isFocused && edit.isOpen
    canvas.within(place) { edit.draw(text, into: &$0) }
    if !edit.isOpen { canvas.cursor = cursor }
  }

  func point(_ event: MouseEvent) -> Bool {
    guard let shown else { return false }
    if let place = shown.places.edit, place.contains(event.location) {
      guard event.action == .click, !edit.isOpen else { return edit.point(event) }
      // As a click on a question beside its list does.
      viewModel.send(.open)
      return true
    }
    guard let view = shown.view, let place = shown.places.list else { return false }
    let isBeside = edit.isOpen
    if event.action == .drag, isDividing {
      if let share = view.share(dividingAt: event.location.y, size: place.size) { viewModel.send(.setListShare(share)) }
      return true
    }
    if event.action == .click { isDividing = view.target(of: event, size: place.size) == .divider }
    // The keys of the chart are those of the list.
    if !isBeside, let isMeant = chart.point(event) { return isMeant }
    guard let target = view.target(of: event, size: place.size) else { return false }
    switch target {
    // The list beside an open edit is scrolled together with it.
    case .move(.lines(let rows)) where isBeside: viewModel.send(.step(rows))
    case .move(let motion): viewModel.send(.move(motion))
    case .event(let id):
      viewModel.send(.select(id))
      if event.isDouble || isBeside { viewModel.send(.open) }
    case .filter: if !isBeside { viewModel.send(.filter(.begin)) }
    case .divider: break
    case .sort(let order): viewModel.send(.sort(order))
    }
    return true
  }

  /// Makes the list higher by a number of lines, and the chart lower.
  private func enlargeList(by lines: Int) {
    guard let size = places.list?.size else { return }
    let layout = WikipediaView(state: viewModel.state.value, scroll: scroll).layout(PaneBorder.inside(size))
    if let share = layout.share(list: layout.listHeight + lines) { viewModel.send(.setListShare(share)) }
  }

  var hasTrouble: Bool { viewModel.state.value.trouble != nil }
  var origin: Origin? { viewModel.state.value.origin }
  var hasStandIn: Bool { origin == .demo && address.value != nil }
  var hasAnswered: Bool {
    if case .connected = viewModel.state.value.connection { true } else { false }
  }

  var unread: Int { viewModel.state.value.watchedCount }

  func summary(_ theme: Theme) -> Span? {
    if hasTrouble { return .trouble(theme) }
    return viewModel.state.value.rate.map { Span("\(SafeText($0, decimals: 1))/s", theme.plain) }
  }

  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] {
    let state = viewModel.state.value
    var lines = [DiagnosticLine.source(state.origin, at: address.value)]
    lines += connectionLines(state, context)
    if let edit = viewModel.presentedEdit.value {
      let label: SafeText = edit.opened.isPreview ? "edit beside the list" : "open edit"
      lines.append(DiagnosticLine(label, edit.opened.event.event.title))
      lines += DiagnosticLine.load(edit.load, failures: [edit.trouble].compactMap { $0 }, context)
    }
    lines += chart.diagnostics
    lines.append(DiagnosticLine("events held", "\(state.total)"))
    if state.ignoredCount > 0 {
      lines.append(DiagnosticLine("ignored", SafeText(state.ignoredCount, "page or user", "pages and users")))
    }
    if state.oddTimeCount > 0 {
      let odd = SafeText(state.oddTimeCount, "event", "events")
      lines.append(DiagnosticLine("odd times", "\(odd) from the future, counted as they arrived"))
    }
    return lines
  }

  private func connectionLines(_ state: WikipediaState, _ context: PaneContext) -> [DiagnosticLine] {
    let (clock, requests) = (context.clock, state.requests)
    var lines: [DiagnosticLine]
    switch (state.connection, requests.failure) {
    case (.connecting, let failure?):
      lines = DiagnosticLine.failed("connection", after: "connecting, the one before ", failure, context)
    case (.connecting, nil): lines = [DiagnosticLine("connection", "connecting")]
    case (.connected(let source), _):
      let since = requests.connectedAt.map { "since \(clock.seconds($0)) " as SafeText } ?? ""
      lines = [DiagnosticLine("connection", "open \(since)with events of \(source.label)")]
    case (.waiting(let failure), _):
      lines = DiagnosticLine.failed("connection", after: "none, ", failure, context)
    }
    if let date = requests.historyAt {
      lines.append(DiagnosticLine("past events", "answered at \(clock.seconds(date))"))
    }
    if let missing = state.missing {
      lines.append(DiagnosticLine("trouble", missing.error.sentence(clock: clock)))
      lines.append(DiagnosticLine("since", clock.seconds(missing.since)))
    }
    return lines
  }
}

// MARK: - Commands

extension WikipediaPane {
  private func makeCommands() -> [Command] {
    let (viewModel, state) = (viewModel, state)
    let noRows = { @UI @Sendable () -> SafeText? in state.value.recent.isEmpty ? "There are no edits" : nil }
    let list = ListCommands(
      specs: CommandSpec.list, label: "move", disabled: noRows, leavesEnds: { state.value.chart.cursor != nil },
      page: { [weak self] in self?.page ?? 1 }, move: { viewModel.send(.move($0)) })
    let field = FieldCommands { viewModel.send(.filter($0)) }
    let goTo = chart.goTo(layers: layerInput)
    let chart = chart.commands
    let spans = SpanCommands(
      chartSpan, shorter: { viewModel.send(.shortenSpan) }, longer: { viewModel.send(.lengthenSpan) },
      compare: { viewModel.send(.toggleBackdrop) }, canCompare: { state.value.canCompare },
      disabled: chart.withoutChart)
    let noSelection = { @UI @Sendable () -> SafeText? in
      state.value.selection == nil ? "Select an edit first" : nil
    }
    let noEditors = { @UI @Sendable () -> SafeText? in
      state.value.hasLinesApart || state.value.hasEditors ? nil : "No edits with a known editor yet"
    }
    let newcomer = { @UI @Sendable [weak self] in self?.newcomer }
    let moving = Command.wikiPages(viewModel, request: request, disabled: noSelection) + chart.moving
    let noDivision = { @UI @Sendable [weak self] () -> SafeText? in
      self?.canDivide == true ? nil : "There is no room for the list here"
    }
    return list.commands + field.editing + [
      Command(
        .wikipedia.newcomer, hint: Command.Hint("the user's edits", rank: 1),
        disabled: newcomer() == nil ? "" : nil
      ) { [weak self] in self?.offerNewcomersEdits() },
      Command(
        .wikipedia.open, hint: Command.Hint("show", rank: 2),
        disabled: newcomer() != nil
          ? "" : state.value.pointed?.hasRevision == true ? nil : "This event has no text to show"
      ) { viewModel.send(.open) },
      Command(
        .wikipedia.contributions, hint: Command.Hint("user's edits", rank: 10),
        disabled: state.value.pointed?.hasRevision == true && state.value.pointed?.event.edit?.user != nil
          ? nil : "No user is known here"
      ) { [weak self] in self?.offerContributions() },
      Command(
        .wikipedia.unread,
        disabled: !state.value.picks.isEmpty
          ? nil : noSelection() ?? (state.value.pointed.map(state.value.hasRead) == true ? nil : "The edit is unread")
      ) { viewModel.send(.markUnread) },
    ]
      + Command.picking(viewModel, disabled: noSelection) + Command.watching(viewModel, disabled: noSelection) + [
        Command(.wikipedia.watched) { [weak self] in self?.offerWatched() },
        .ignoring(viewModel, layers: layerInput, disabled: noSelection),
        Command(.wikipedia.ignored) { [layerInput] in layerInput.send(value: LayerRequest(viewModel.ignoredList)) },
        Command(.wikipedia.sort, hint: Command.Hint("sort", rank: 5), disabled: noRows()) { [weak self] in
          self?.offerOrders()
        },
        Command(
          .wikipedia.chooseWikis, disabled: state.value.followsWikis ? nil : "This server sends one wiki only"
        ) { [weak self] in self?.offerWikis() },
        Command(.wikipedia.hotPages, disabled: state.value.chart.cursor == nil ? noEditors() : "") {
          [weak self] in self?.offerHotPages()
        },
        Command(.wikipedia.chooseEdits, hint: Command.Hint("which edits", rank: 9)) { [weak self] in
          self?.offerShown()
        },
        Command(.wikipedia.apart, disabled: noEditors()) { viewModel.send(.toggleLines) },
      ] + moving + chart.viewing + [goTo] + spans.all + [
        field.begin(.wikipedia.filter), field.clear(.wikipedia.clearFilter) { state.value.filter.isShown },
        chart.cursorEnd,
        Command(.wikipedia.largerList, disabled: noDivision()) { [weak self] in self?.enlargeList(by: 1) },
        Command(.wikipedia.largerChart, disabled: noDivision()) { [weak self] in self?.enlargeList(by: -1) },
        Command(
          .wikipedia.newest, hint: Command.Hint("newest", rank: 4, when: { state.value.selection != nil })
        ) { viewModel.send(.followNewest) },
        .refresh { viewModel.send(.refresh) },
        .writingRates(of: viewModel, disabled: chart.withoutChart, layers: layerInput, request: request),
      ] + edit.ownCommands
  }

  /// Lists the latest edits of the user who made the open or selected edit.
  private func offerContributions() {
    if let contributions = viewModel.contributions() { offer(contributions) }
  }

  /// Lists the latest edits of the user whose sign-up is at the chart's cursor.
  private func offerNewcomersEdits() {
    if let contributions = newcomer.flatMap(viewModel.contributions) { offer(contributions) }
  }

  /// The sign-up at the chart's cursor whose user's edits can be requested.
  private var newcomer: SignUp? {
    guard state.value.chart.cursor != nil, !state.value.signUps.isEmpty, let plot = chart.plot(of: state.value.chart)
    else { return nil }
    return state.value.signUps(atCursorOf: plot)?.latest.flatMap { $0.wiki == nil ? nil : $0 }
  }

  /// The number of lines in a page step: one less than the visible lines.
  private var page: Int {
    let size = places.list?.size ?? size
    return max(1, WikipediaView(state: viewModel.state.value, scroll: scroll).visibleRows(size: size) - 1)
  }
}

extension ChartTile.Standing {
  fileprivate init(_ state: WikipediaState) {
    self.init(
      hasChart: state.chart.hasValues, hasCursor: state.chart.cursor != nil, isFollowing: state.isFollowing,
      isPaused: state.isPaused)
  }
}

extension WikipediaViewModel {
  /// Creates the pane.
  ///
  /// - Parameters:
  ///   - matches: What the rules of the settings hold for.
  ///   - address: The address of the service for the overlay "diagnostics", without a password; `nil` if none is asked.
  @UI package func makePane(
    matches: Property<RuleMatches> = Property(value: RuleMatches()),
    address: Property<SafeText?> = Property(value: nil)
  ) -> any Pane {
    WikipediaPane(self, matches: matches, address: address)
  }
}
