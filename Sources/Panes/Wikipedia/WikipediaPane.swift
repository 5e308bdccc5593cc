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

/// The Wikipedia pane: the edit rate, its chart, and the latest events, and the open edit, which has the keys: beside the list
/// if there is room, else in its place.
@UI
final class WikipediaPane: Pane {
  let id = PaneID.wikipedia
  let title: SafeText = "Wikipedia"
  let shortTitle: SafeText = "Wiki"
  let leastSize = Size(width: 48, height: 9)
  let ampleWidth: Int? = StackOverflowPlaces.leastWidth
  private(set) lazy var commands = makeCommands()
  var scope: [Command] { edit.isOpen ? edit.commands : commands }
  var hasOpenContent: Bool { edit.isOpen }

  let viewModel: WikipediaViewModel
  private let address: Property<SafeText?>
  /// The names of the rules that hold for edits.
  private let rules: Property<[EditAnnotation.Key: SafeText]>
  private let chart: ChartTile
  private let edit: EditPart
  let (layers, layerInput) = Signal<LayerRequest, Never>.pipe()
  let (ownRequests, request) = Signal<ProgramRequest, Never>.pipe()
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
  private let canDivide = MutableProperty(false)

  init(
    _ viewModel: WikipediaViewModel, rules: Property<[EditAnnotation.Key: SafeText]> = Property(value: [:]),
    address: Property<SafeText?> = Property(value: nil)
  ) {
    self.viewModel = viewModel
    self.rules = rules
    self.address = address
    chart = ChartTile(mode: viewModel.state.map(ChartTile.Mode.init).skipRepeats()) {
      viewModel.state.value.chart
    } perform: {
      viewModel.send(.gesture($0))
    }
    let (contributions, contribution) = Signal<Void, Never>.pipe()
    edit = EditPart(viewModel, rules: rules, request: request, layers: layerInput, contributions: contribution)
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
      return state.selectedRow.map {
        let opened = OpenedEdit(state.recent[$0], from: state.origin)
        return ProgramSubject(opened.event.event, link: opened.link)
      }
    }
  }

  var changes: Signal<Void, Never> {
    .merge(viewModel.state.signal.map(value: ()), edit.changes, rules.signal.map(value: ()))
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
    if layout.list.isEmpty == canDivide.value { canDivide.value = !layout.list.isEmpty }
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
        state: viewModel.state.value, scroll: scroll, picture: chart.picture, rules: rules.value)
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
    lines += chart.diagnostics
    lines.append(DiagnosticLine("events held", "\(state.total)"))
    if state.oddTimeCount > 0 {
      let odd = SafeText(state.oddTimeCount, "event", "events")
      lines.append(DiagnosticLine("odd times", "\(odd) from the future, counted as they arrived"))
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
      let pointed = state.pointed
      hasEdit = pointed?.hasRevision ?? false
      hasRead = hasSelection && pointed.map(state.hasRead) ?? false
      hasUser = hasEdit && pointed?.event.edit?.user != nil
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
    // Without a connection a line of blank places would be a hole.
    let mayCome = viewModel.state.map(\.mayReceive).skipRepeats()
    let list = ListCommands(
      specs: CommandSpec.list, label: "move", hasRows: mode.map(\.hasRows), isEnabled: mode.map(\.hasRows),
      keepsPlace: mayCome,
      hasEnds: mode.map { $0.hasRows && !$0.isFiltering && !$0.hasCursor },
      page: { [weak self] in self?.page ?? 1 }, move: { viewModel.send(.move($0)) })
    let field = FieldCommands(isEditing: mode.map(\.isFiltering)) { viewModel.send(.filter($0)) }
    let isList = mode.map { !$0.isFiltering }
    let goTo = chart.goTo(layers: layerInput)
    let mayFollow = isList.and(mayCome).skipRepeats()
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
        hint: Command.Hint(
          "show", rank: 2, keepingPlace: mode.map { !$0.hasNewcomer && !$0.isFiltering }.and(mayCome).skipRepeats()),
        isEnabled: mode.map { $0.hasEdit && !$0.hasNewcomer && !$0.isFiltering },
        whenDisabled: "This event has no text to show"
      ) { viewModel.send(.open) },
      Command(
        .wikipedia.contributions, hint: Command.Hint("user's edits", rank: 10, keepingPlace: mayFollow),
        isEnabled: mode.map { $0.hasUser && !$0.isFiltering }
      ) { [weak self] in self?.offerContributions() },
      Command(.wikipedia.unread, isEnabled: mode.map { $0.hasRead && !$0.isFiltering }) {
        viewModel.send(.markUnread)
      },
    ]
      + Command.watching(
        viewModel, isEnabled: mode.map { $0.hasSelection && !$0.isFiltering }, whenDisabled: "Select an edit first") + [
        Command(.wikipedia.watched, isEnabled: mode.map { !$0.isFiltering }) { [weak self] in self?.offerWatched() },
        Command(
          .wikipedia.sort, hint: Command.Hint("sort", rank: 5, keepingPlace: mayFollow),
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
        Command(.wikipedia.largerList, isEnabled: canDivide.and(isList).skipRepeats()) { [weak self] in
          self?.enlargeList(by: 1)
        },
        Command(.wikipedia.largerChart, isEnabled: canDivide.and(isList).skipRepeats()) { [weak self] in
          self?.enlargeList(by: -1)
        },
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

  /// The number of lines in a page step: one less than the visible lines.
  private var page: Int {
    let size = places.list?.size ?? size
    return max(1, WikipediaView(state: viewModel.state.value, scroll: scroll).visibleRows(size: size) - 1)
  }
}

extension ChartTile.Mode {
  fileprivate init(_ state: WikipediaState) {
    self.init(
      hasChart: state.chart.hasValues, mayHaveChart: state.chart.hasValues || state.mayReceive,
      hasCursor: state.chart.cursor != nil,
      isFollowing: state.isFollowing,
      isPaused: state.isPaused)
  }
}

extension WikipediaState {
  /// Whether events may come without a person, or another attempt.
  fileprivate var mayReceive: Bool { if case .waiting = connection { false } else { true } }
}
