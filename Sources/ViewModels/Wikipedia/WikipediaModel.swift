import Charting
import Foundation
import Model
import Text

/// The content of the Wikipedia pane as a state machine: chart, rate, ticker and list freeze together and move together, so
/// they come out of one step.
struct WikipediaModel: Sendable {
  enum Input: Sendable {
    /// Data of the feed, and the current time.
    case batch(WikipediaBatch, at: Date)
    case filter(FilterField.Change)
    case move(Motion)
    case select(RecentEvent.ID)
    case followNewest
    case gesture(ChartGesture)
    /// Opens the selected edit, or the newest one.
    case open
    /// Opens the next edit below the open one, or, if negative, the one above.
    case step(Int)
    /// Opens an edit of another list.
    case openChosen(ChosenEdit)
    case close
    case search(FilterField.Change)
    case order(EventOrder)
    /// Marks the open edit, else the selected one, as unread.
    case unread
    /// Changes the wikis whose events are requested.
    case wikis(WikiSelection)
    /// Changes the condition that the settings demand of the events in the list.
    case condition(EditCondition?)
    /// Changes the edits that are shown.
    case shown(ShownEdits)
    /// Changes whether each kind of editor has a line in the chart.
    case linesApart(Bool)
    /// Stored rates of a source.
    case kept([KeptRate], of: RateSource)
    /// Changes the edits that are watched.
    case watch([EditWatch])
    /// Changes the number of seconds for which rates are kept.
    case history(TimeInterval)
    case span(SpanStep)
    /// The span that was chosen in an earlier run.
    case recallSpan(TimeInterval)
    /// The chosen wikis that do not exist.
    case missing([String], at: Date)
    /// The edits of a source that were read in earlier runs.
    case recallRead(Set<EditAnnotation.Key>, of: RateSource)
  }

  private var origin: Origin
  private var wikis: WikiSelection
  private var era = 0
  private var connection = WikipediaState.Connection.connecting
  /// The chosen wikis that do not exist.
  private var missing: (names: [String], since: Date) = ([], .distantPast)
  private var data: ChartData
  private var rates: RateLines
  private var kept = KeptRates()
  /// The windows that the last input reported, to be stored.
  private(set) var newRates: [KeptRate] = []
  private var signUps = SignUps()
  /// The pages with the most editors.
  private(set) var hotPages: [HotPage] = []
  /// The seconds that a person chose to show.
  private var span: TimeInterval?
  /// The span that was chosen by the last input, to be kept.
  private(set) var newSpan: TimeInterval?
  private var edits: ShownEdits
  private var view: ChartView
  /// The content besides the chart; the visible part of it is frozen while the chart is paused.
  private var live = Content()
  private var shown = Content()
  private var list = FilteredList<RecentEvent>(orElse: .nothing)
  private var filter = FilterField()
  private var filterText = EventFilter()
  /// The condition of the settings.
  private var standing: EditCondition?
  private var edit: OpenedEdit?
  /// The list from which the open edit was chosen, if that is not the pane's.
  private var otherList: [RecentEvent]?
  private var search = FilterField()
  private var searchWords = FilterWords("")
  private var order = EventOrder.time
  private var marks = EditMarks()
  /// The edit that the last input marked as read or unread, to be stored.
  private(set) var newMark: EditMarks.Change?
  /// Whether any edit has had a risk since the latest change of the origin.
  private var hasRisks = false
  /// The newest event when a selection began to hold the list; `nil` without a selection.
  private var newestHeld: (id: RecentEvent.ID, time: Date)?

  private struct Content: Sendable {
    var rate: EditCounts?
    var latestEdit: SafeText?
    var events = ListedEvents()
    /// The number of events whose times cannot be true.
    var oddTimeCount = 0
  }

  init(
    origin: Origin = .live, wikis: WikiSelection = .english, edits: ShownEdits = .all, linesApart: Bool = false,
    standing: EditCondition? = nil, history: TimeInterval = 86_400, now: Date
  ) {
    self.edits = edits
    self.standing = standing
    rates = RateLines(editors: edits.editors, areApart: linesApart)
    self.origin = origin
    self.wikis = wikis
    data = ChartData(lines: rates.lines, history: history, edgeStep: EditRate.window, now: now)
    let style = ChartView.Style(
      span: RateSpans.told, firstSpan: RateSpans.first, shortestSpan: 30, leastValueSpan: 1, includesZero: true,
      emptyValues: 0...1)
    view = ChartView(style: style, of: data)
  }

  var state: WikipediaState {
    var state = WikipediaState(
      connection: connection, origin: origin, wikis: wikis, edits: edits,
      hasLinesApart: rates.areApart, rate: shown.rate.map { $0.rate(of: edits.editors) }, latestEdit: shown.latestEdit,
      chart: view.chart(of: data),
      isFollowing: view.isFollowing, isPaused: view.isPaused, recent: list.rows, total: list.elements.count,
      filter: filter.state(list.words), filterMistake: filterText.mistake, hasStandingFilter: standing != nil,
      selection: list.selection, order: order, hasRisks: hasRisks, hasFacts: rates.hasReverts, read: marks.read,
      newCount: newCount,
      watchedCount: list.elements.count { $0.isWatched && !marks.read.contains($0) },
      signUps: signUps)
    state.oddTimeCount = live.oddTimeCount
    state.missing = MissingWikis.trouble(missing.names, of: wikis, since: missing.since)
    if !wikis.isAll, missing.names.count(where: wikis.names.contains) == wikis.names.count { state.rate = nil }
    return state
  }

  /// The number of rows that have come since a selection holds the list; past events loaded later are not new.
  private var newCount: Int {
    newestHeld.map { held in list.rows.count { $0.id > held.id && $0.time >= held.time } } ?? 0
  }

  /// The source of the rates; `nil` in the demonstration.
  var rateSource: RateSource? {
    guard origin == .live else { return nil }
    guard case .connected(let source) = connection, source != wikis.label else {
      return RateSource(era: era, name: wikis.names.joined(separator: ","))
    }
    return RateSource(era: era, name: source.string)
  }

  /// The open edit.
  var opened: OpenedEdit? {
    guard var edit else { return nil }
    edit.hasNext = neighbour(1) != nil
    edit.hasPrevious = neighbour(-1) != nil
    edit.search = search.state(searchWords)
    return edit
  }

  /// The edit to use if none is open: the selected one, or the newest if none is selected.
  var pointedEdit: OpenedEdit? {
    let event = list.selection == nil ? list.rows.first { $0.revision != nil } : list.selected
    return event.map { OpenedEdit($0, from: origin) }
  }

  /// The page of the selected event, else that of the newest event in the list that has one.
  var link: URL? {
    if let selected = list.selected { return selected.event.link }
    return list.rows.lazy.compactMap(\.event.link).first
  }
}

// MARK: - Input

extension WikipediaModel {
  mutating func take(_ input: Input) {
    perform(input)
    if list.selection == nil {
      newestHeld = nil
    } else if newestHeld == nil {
      newestHeld = list.elements.max { $0.id < $1.id }.map { ($0.id, $0.time) }
    }
  }

  private mutating func perform(_ input: Input) {
    (newRates, newSpan, newMark) = ([], nil, nil)
    switch input {
    case .batch(let batch, let now):
      take(batch, at: now)
    case .filter(let change):
      take(change)
    case .move(let motion):
      take(.settle)
      list.move(motion)
    case .select(let id):
      take(.settle)
      list.select(id)
    case .followNewest: list.deselect()
    case .gesture(let gesture):
      view.perform(gesture, on: data)
      if !view.isPaused { showLive() }
    case .open:
      take(.settle)
      otherList = nil
      if let event = list.selected ?? list.rows.first(where: { $0.revision != nil }) { open(event, from: origin) }
    case .openChosen(let chosen):
      otherList = chosen.events
      open(chosen.event, from: chosen.origin)
    case .step(let rows):
      if let event = neighbour(rows), let edit { open(event, from: edit.origin, isPassing: true) }
    case .close:
      (edit, otherList) = (nil, nil)
      endSearch()
    case .search(let change): searchWords = search.take(change) ?? searchWords
    case .order(let order):
      take(.settle)
      self.order = order
      showList()
    case .unread:
      if let event = edit?.event ?? list.selected { newMark = marks.mark(event, isRead: false) }
    case .wikis(let wikis):
      self.wikis = wikis
      showList()
    case .condition(let condition):
      take(.settle)
      standing = condition
      showList()
    case .shown(let edits):
      take(.settle)
      self.edits = edits
      showRates(apart: rates.areApart)
      showList()
    case .linesApart(let areApart): showRates(apart: areApart)
    case .kept(let windows, let source):
      guard source == rateSource else { return }
      rates.insert(kept.points(of: windows, besides: rates.times))
      rates.drop(before: data.edge - data.history)
      showRates(apart: rates.areApart)
    case .watch(let watch):
      live.events.mark(watch)
      if !view.isPaused { showLive() }
    case .history(let history):
      data.history = history
      if let span, span > history { show(span: history) }
    case .span(let step):
      newSpan = step.next(from: view.viewport.time.span, among: RateSpans.all(within: data.history), seconds: \.self)
      if let newSpan { show(span: newSpan) }
    case .recallSpan(let seconds):
      if span == nil, seconds > 0 { show(span: min(seconds, data.history)) }
    case .missing(let names, let now): missing = (names, now)
    case .recallRead(let read, let source): if source == rateSource { marks.recall(read) }
    }
  }

  private mutating func show(span: TimeInterval) {
    self.span = span
    view.perform(.span(span), on: data)
    if !view.isPaused { showLive() }
  }

  private mutating func open(_ event: RecentEvent, from origin: Origin, isPassing: Bool = false) {
    guard event.revision != nil else { return }
    if otherList == nil { list.select(event.id) }
    edit = OpenedEdit(event, from: origin)
    edit?.isPassing = isPassing
    newMark = marks.mark(event, isRead: true)
    endSearch()
  }

  private mutating func endSearch() { (search, searchWords) = (FilterField(), FilterWords("")) }

  /// Returns the next edit below the open one in the list, or above it; `nil` if there is none, or if the open one is no
  /// longer in the list.
  private func neighbour(_ step: Int) -> RecentEvent? {
    guard let edit else { return nil }
    if let otherList {
      guard let row = otherList.firstIndex(where: { $0.id == edit.event.id }) else { return nil }
      return step > 0 ? otherList[(row + 1)...].first : otherList[..<row].last
    }
    guard edit.origin == origin, let row = list.rows.row(of: edit.event.id) else { return nil }
    let (above, below) = (list.rows[..<row], list.rows[(row + 1)...])
    return step > 0 ? below.first { $0.revision != nil } : above.last { $0.revision != nil }
  }

  /// Applies a change of the filter: a person moves among the filtered rows, so a ``FilterField/Change/settle`` comes first.
  private mutating func take(_ change: FilterField.Change) {
    guard filter.take(change) != nil else { return }
    let former = filterText
    filterText = EventFilter(filter.settledText, after: former)
    list.filter(by: filterText.words)
    if filterText.condition != former.condition { filterByCondition() }
  }

  private mutating func filterByCondition() {
    guard let condition = filterText.condition else { return list.filter(where: nil) }
    list.filter(where: { condition.holds(for: $0.event) })
  }

  private mutating func take(_ batch: WikipediaBatch, at now: Date) {
    if batch.era != era { begin(with: batch.origin, era: batch.era, at: now) }
    connection = batch.connection
    live.rate = batch.rate
    hotPages = batch.hotPages ?? hotPages
    live.latestEdit = batch.latestEdit ?? live.latestEdit
    rates.insert(batch.points + kept.closing(batch.points))
    newRates = batch.points.compactMap { KeptRate($0, hasReverts: rates.hasReverts) }
    data.annotate(batch.signUps.map(\.time))
    signUps.insert(batch.signUps.map(withWiki))
    // A tick may be a little ahead of the clock, but no whole window.
    let end = now.addingTimeInterval(EditRate.window)
    rates.drop(after: end.timeIntervalSince1970)
    data.lines = rates.lines
    data.drop(after: end)
    data.advance(to: now)
    rates.drop(before: data.edge - data.history)
    signUps.keep(data.edge - data.history...max(data.edge, end.timeIntervalSince1970))
    view.show(data)
    let isWanted = isWanted
    live.events.insert(batch.events, past: batch.past, where: isWanted)
    live.oddTimeCount = batch.oddTimeCount
    amend(by: batch.annotations)
    noteFacts(isAnnotated: !batch.annotations.isEmpty)
    if !view.isPaused { showLive() }
  }

  /// Remembers which facts the feed reports, so that columns and lines appear once and stay. A paused chart waits.
  private mutating func noteFacts(isAnnotated: Bool) {
    hasRisks = hasRisks || live.events.all.contains { $0.event.edit?.facts.risk != nil }
    guard !rates.hasReverts else { return }
    rates.hasReverts =
      isAnnotated || live.events.all.contains { $0.event.edit.map { $0.facts != EditFacts() } ?? false }
    if rates.hasReverts { showRates(apart: rates.areApart, standsStill: view.isPaused) }
  }

  /// Adds facts to the edits in the list, and to the open one.
  private mutating func amend(by annotations: [EditAnnotation]) {
    guard !annotations.isEmpty else { return }
    let facts = Dictionary(annotations.map { ($0.key, $0.facts) }) { $0.merging($1) }
    live.events.amend(by: facts)
    edit?.event.amend(by: facts)
  }

  /// Whether an event satisfies the conditions of the settings and of the filter; `nil` without any.
  private var isWanted: ((RecentEvent) -> Bool)? {
    let conditions = [standing, filterText.condition].compactMap(\.self)
    return conditions.isEmpty ? nil : { event in conditions.allSatisfy { $0.holds(for: event.event) } }
  }

  /// Adds the only wiki whose events are requested to a sign-up whose wiki the feed does not report.
  private func withWiki(_ signUp: SignUp) -> SignUp {
    var signUp = signUp
    if signUp.wiki == nil, wikis.names.count == 1 { signUp.wiki = wikis.names.first }
    return signUp
  }

  /// Starts again with another origin. A person's text stays.
  private mutating func begin(with origin: Origin, era: Int, at now: Date) {
    let before = self
    self = WikipediaModel(
      origin: origin, wikis: before.wikis, edits: before.edits, linesApart: before.rates.areApart,
      standing: before.standing, history: before.data.history, now: now)
    (self.era, missing) = (era, before.missing)
    (filter, edit, otherList, order) = (before.filter, before.edit, before.otherList, before.order)
    (search, searchWords, filterText) = (before.search, before.searchWords, before.filterText)
    if let span = before.span { show(span: span) }
    list.filter(by: before.list.words)
    filterByCondition()
  }

  /// Updates the chart's lines to the shown editors.
  private mutating func showRates(apart areApart: Bool, standsStill: Bool = false) {
    rates.show(edits.editors, areApart: areApart)
    data.lines = rates.lines
    if !standsStill { view.replaceLines(with: data) }
  }

  private mutating func showLive() {
    shown = live
    showList()
  }

  private mutating func showList() {
    // The feed may be about to learn that other wikis are chosen.
    var events = shown.events.all.filter { edits.contains($0.event) && ($0.event.wiki.map(wikis.contains) ?? true) }
    if let standing { events = events.filter { standing.holds(for: $0.event) } }
    switch order {
    case .time: list.replace(with: events)
    case .size: list.replace(with: events.sorted { $0.sizeRank > $1.sizeRank })
    case .risk: list.replace(with: events.sorted { $0.riskRank > $1.riskRank })
    }
    marks.limit(to: list.elements)
  }
}
