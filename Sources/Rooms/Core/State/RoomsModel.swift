import Charting
import Foundation
import Model
import PaneKit

/// The rooms' pane as a pure value: takes a step, and returns its effects.
struct RoomsModel: Sendable {
  enum Step: Sendable {
    case action(RoomsViewModel.Action)
    /// Applies the text of the legend's filter.
    case applyFilter
    /// The state of each source.
    case sources([FollowedSource], at: Date)
    /// The width of the chart.
    case columns(Int)
    /// The current time.
    case time(Date)
    case unit(TemperatureUnit, at: Date)
    /// The limits of rules.
    case limits([RoomLimit])
    /// A person's choices, and the events at limits, of earlier runs.
    case recall(RoomChoices, [RoomEvent])
    /// The events at limits that other programs have stored.
    case stored([RoomEvent])
  }

  enum Effect: Sendable, Hashable {
    /// Announces that a person asks, so that a service ignores the pause that it was asked for.
    case overridePauses
    case request(Request)
    /// Reports that a room passed a limit, or is back.
    case tell(AlarmTransition)
    /// Raises the alarm of an event, and stores it, unless another program has done so.
    case ring(AlarmTransition)
    /// Tells the rules of a room at one of their limits.
    case cross(RoomCrossing)
    case keep(RoomChange)
  }

  /// A request to the sources.
  enum Request: Sendable, Hashable {
    /// Requests what is new from all sources.
    case refresh
    /// Requests from a source what the chart shows besides the last day; `nil` if the last day is sufficient.
    case detail(DetailRequest?, of: RoomSourceEntry.ID)
  }

  private(set) var sources: [FollowedSource] = []
  /// In the order of the legend.
  private(set) var rooms: [RoomRow] = []
  /// In the order of the settings.
  private var all: [RoomRow] = []
  private(set) var legend = RoomLegend()
  private(set) var data: ChartData
  private(set) var view: ChartView
  /// The values above the chart and in its legend, by room; frozen while paused, like the chart.
  private(set) var latest: [Room.ID: LatestReading] = [:]
  private var lines = RoomLines()
  private(set) var watch: RoomWatch
  private var ruleLimits = RuleLimits()
  private(set) var now: Date
  /// The origin of temperatures until a source reports its own; `nil` if there is no source.
  private(set) var origin: Origin?
  private(set) var unit: TemperatureUnit
  /// The span that a person has chosen; `nil` for the standard one.
  private var span = Remembered<RoomSpan?, RoomSpan?>(nil)
  /// The order of ``rooms``.
  private(set) var order = Remembered(RoomOrder.settings)
  /// The limits that a person has set with a key.
  private(set) var limitsByKey = Remembered<[Room.Mark: LimitByKey], (room: Room.Mark, limit: LimitByKey?)>([:]) {
    limits, choice in
    limits[choice.room] = choice.limit
  }
  /// Whether the line of an earlier time is behind that of the present.
  private(set) var showsBackdrop = Remembered(false)
  /// The chart's width; 0 if it is not on a screen.
  private var columns = 0
  /// The details that were requested from each source last.
  private var details: [RoomSourceEntry.ID: DetailRequest] = [:]

  /// - Parameters:
  ///   - origin: The expected origin of temperatures; `nil` if there is no source.
  init(origin: Origin?, unit: TemperatureUnit, now: Date) {
    self.origin = origin
    self.unit = unit
    self.now = now
    watch = RoomWatch(start: now)
    data = ChartData(
      series: Series(longestJoin: TemperatureHistory.longestJoin), history: TemperatureHistory.kept, now: now)
    view = Self.view(of: data, unit, nil)
    show()
  }

  private static func view(of data: ChartData, _ unit: TemperatureUnit, _ span: RoomSpan?) -> ChartView {
    let span = span?.seconds ?? TemperatureHistory.window
    let style = ChartView.Style(
      span: span, firstSpan: span, shortestSpan: 10 * TemperatureHistory.step,
      leastValueSpan: unit == .celsius ? 1 : 2, includesZero: false,
      emptyValues: unit.degrees(of: 15)...unit.degrees(of: 25))
    return ChartView(style: style, of: data)
  }

  mutating func reduce(_ step: Step) -> [Effect] {
    var events: [Effect] = []
    var former: RoomChoices? = choices
    switch step {
    case .action(.refresh): events = [.overridePauses, .request(.refresh)]
    case .action(let action):
      reduce(action)
      if case .limit = action { events = watch.reduce(rooms) }
    case .applyFilter: legend.reduce(.filter(.applyText))
    case .sources(let sources, let now):
      reduce(sources, at: now)
      events = watch.reduce(rooms) + checkRules()
    case .recall(let choices, let stored):
      recall(choices)
      events = watch.recall(stored, rooms)
      former = nil
    case .stored(let events): watch.add(events)
    case .limits(let limits):
      ruleLimits.use(limits)
      events = checkRules()
    case .columns(let columns): self.columns = columns
    case .unit(let unit, let now):
      // The value axis changes with the unit.
      self.unit = unit
      lines.forget()
      move(to: now)
      view = Self.view(of: data, unit, span.value)
    case .time(let now): move(to: now)
    }
    let requests = requestVisible()
    if !view.isPaused { latest = liveReadings }
    sortRooms()
    view.choose(legend.lines, limits: limits, showsBackdrop: showsBackdrop.value, of: data)
    // What is recalled is stored already.
    let kept = former.map { choices.changes(since: $0) }?.filter { isKept($0) } ?? []
    return events + requests + kept.map(Effect.keep)
  }

  /// Returns whether a choice is kept: the selection of one of the demonstration's rooms is not.
  private func isKept(_ change: RoomChange) -> Bool {
    guard case .selected(let room) = change else { return true }
    return rooms.first { $0.mark == room }?.origin != .demo
  }

  private mutating func checkRules() -> [Effect] { ruleLimits.reduce(rooms, at: now).map(Effect.cross) }

  private mutating func reduce(_ action: RoomsViewModel.Action) {
    switch action {
    case .refresh: break
    // Without a temperature there is nothing to freeze.
    case .gesture(.togglePause) where !hasTemperature: break
    case .gesture(let gesture): view.perform(gesture, on: data)
    case .move(let lines): legend.reduce(.move(lines))
    case .select(let room): legend.reduce(.select(room))
    case .toggleHidden: legend.reduce(.toggleHidden)
    case .toggleAlone: legend.reduce(.toggleAlone)
    case .showAll: legend.reduce(.showAll)
    case .lengthenSpan: choose(.longer)
    case .shortenSpan: choose(.shorter)
    case .showSpan(let span): choose(span)
    case .toggleBackdrop: showsBackdrop.reduce(!showsBackdrop.value)
    case .sort(let order):
      let isOther = order != self.order.value
      self.order.reduce(order)
      sortRooms()
      if isOther { legend.reduce(.startOver) }
    case .filter(let action): legend.reduce(.filter(FilterField.Change(action)))
    case .limit(let room, let limit):
      limitsByKey.reduce((room, limit))
      listRooms()
    }
  }

  /// The choices to store.
  private var choices: RoomChoices {
    var choices = legend.choices
    (choices.span, choices.order, choices.limits) = (span.value, order.value, limitsByKey.value)
    choices.showsBackdrop = showsBackdrop.value
    return choices
  }

  private mutating func recall(_ choices: RoomChoices) {
    legend.reduce(.recall(choices))
    let former = span.value
    span.recall(choices.span)
    if span.value != former { showSpan() }
    order.recall(choices.order)
    limitsByKey.recall(choices.limits)
    listRooms()
    showsBackdrop.recall(choices.showsBackdrop)
  }

  private mutating func listRooms() {
    all = RoomRow.named(apart: sources.flatMap(\.rooms))
    if !limitsByKey.value.isEmpty {
      for index in all.indices { all[index].room.limitByKey = limitsByKey.value[all[index].mark] }
    }
    lines.keepLooks(of: all.map(\.mark))
    sortRooms()
  }

  /// Puts the rooms into their order by the values that are shown, which are frozen while paused, and so is the order.
  private mutating func sortRooms() {
    rooms = all.sorted(by: order.value, latest: latest, chart: view.chart(of: data))
    let listed = rooms.map(\.room)
    if listed != legend.rooms { legend.reduce(.rooms(listed)) }
  }

  private mutating func choose(_ step: SpanStep) {
    let next = step.next(from: view.viewport.time.span, among: RoomSpan.allCases, seconds: \.seconds)
    if let next { choose(next) }
  }

  private mutating func choose(_ span: RoomSpan) {
    self.span.reduce(span)
    showSpan()
  }

  private mutating func showSpan() {
    if let span = span.value { view.perform(.span(span.seconds), on: data) }
  }

  /// Draws the visible details that are there, and returns the requests for those that differ from the ones requested last.
  private mutating func requestVisible() -> [Effect] {
    let times = view.viewport.time
    let isMoving = view.isFollowing && !view.isPaused
    let shift = showsBackdrop.value ? view.shift?.longest ?? 0 : 0
    let visible = VisibleTime(times: isMoving ? .last(times.span) : .fixed(times), columns: columns, shift: shift)
    let former = details
    details = [:]
    var requests: [Effect] = []
    var hasChanged = false
    for index in sources.indices {
      let entry = sources[index].entry
      let detail = DetailRequest(of: visible, from: entry.source.steps, at: now)
      details[entry.id] = detail
      if detail != former[entry.id] { requests.append(.request(.detail(detail, of: entry.id))) }
      if sources[index].draw(detail, at: now) { hasChanged = true }
    }
    if hasChanged {
      listRooms()
      show()
      view.fill(from: data)
    }
    return requests
  }

  private mutating func reduce(_ newest: [FollowedSource], at now: Date) {
    let before = Set(sources.map(\.id))
    sources = newest.map { newest in
      var source = sources.first { $0.id == newest.id } ?? newest
      source.follow(newest)
      return source
    }
    // The state of other rooms, and the view of them, do not apply to these.
    if !before.isEmpty, before.isDisjoint(with: sources.map(\.id)) {
      data.lines = []
      (lines, latest) = (RoomLines(), [:])
      view = Self.view(of: data, unit, span.value)
    }
    origin = sources.first?.origin
    listRooms()
    move(to: now)
  }

  private mutating func move(to now: Date) {
    if now < self.now {
      for index in sources.indices { sources[index].setBackTo = now }
      // Points too old at the previous time have been removed.
      lines.forget()
    }
    self.now = now
    show()
  }

  /// Shows the data up to now. The chart ends at the newest point, or at the end of the last whole step if that is later: so
  /// its lines do not jitter, and its axis has no time in the future.
  private mutating func show() {
    let step = TemperatureHistory.step
    let wholeSteps = (now.timeIntervalSince1970 / step).rounded(.down) * step
    let series = all.map { $0.series(until: now) }
    let edge = series.compactMap { $0.last?.time }.reduce(wholeSteps, max)
    data.lines = lines.lines(of: Array(zip(all, series)), in: unit, before: data.lines)
    // Data drawn besides the last day is removed by its owner.
    data.history = rooms.contains { $0.line != nil } ? .infinity : TemperatureHistory.kept
    data.reach = sources.map { edge - ($0.entry.source.steps.kept ?? RoomSpan.year.seconds) }.min()
    data.advance(to: Date(timeIntervalSince1970: edge))
    view.show(data)
  }

  private var liveReadings: [Room.ID: LatestReading] {
    let pairs = sources.flatMap { source in
      source.rooms.map { ($0.id, LatestReading($0.history, setBackTo: source.setBackTo)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private var hasTemperature: Bool { latest.values.contains { $0.temperature != nil } }
}
