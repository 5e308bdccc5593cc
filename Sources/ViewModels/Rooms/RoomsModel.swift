import Charting
import Foundation
import Model
import Text

/// The content of the ConAir pane: a pure value, driven by the view model's scan.
struct RoomsModel: Sendable {
  enum Input: Sendable {
    /// The state of each source.
    case told([SourceSnapshot], at: Date)
    case legend(RoomLegend.Input)
    case span(SpanStep)
    /// The width of the chart.
    case columns(Int)
    /// The current time.
    case time(Date)
    case gesture(ChartGesture)
    case unit(TemperatureUnit, at: Date)
    /// A person's choices, and the events at limits, of earlier runs.
    case recall(RoomChoices, [RoomEvent])
    /// What other programs have told of limits meanwhile.
    case learn([RoomEvent])
  }

  private var sources: [FollowedSource] = []
  private var rooms: [FollowedRoom] = []
  private var legend = RoomLegend()
  private var data: ChartData
  private var view: ChartView
  /// The values above the chart and in its legend, by room; frozen while paused, like the chart.
  private var heads: [Room.ID: LatestReading] = [:]
  private var drawn = DrawnRooms()
  private(set) var watch: RoomWatch
  private var now: Date
  /// The origin of temperatures until a source reports its own; `nil` if there is no source.
  private var origin: Origin?
  private var unit: TemperatureUnit
  /// The span that a person has chosen; `nil` for the standard one.
  private var span: RoomSpan?
  /// The chart's width; 0 if it is not on a screen.
  private var columns = 0
  /// The details to request from each source, in addition to the last day.
  private(set) var details: [RoomSourceEntry.ID: DetailRequest] = [:]
  /// The changes of the stored state by the last input.
  private(set) var changed: [StateChange] = []

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

  mutating func take(_ input: Input) {
    let choices = choices
    watch.rest()
    switch input {
    case .told(let told, let now):
      take(told, at: now)
      watch.take(rooms)
    case .recall(let choices, let events):
      recall(choices)
      watch.recall(events, rooms)
    case .learn(let events): watch.learn(events)
    case .legend(let input): legend.take(input)
    case .span(let step): choose(step)
    case .columns(let columns): self.columns = columns
    case .unit(let unit, let now):
      // The value axis changes with the unit.
      self.unit = unit
      drawn.forget()
      move(to: now)
      view = Self.view(of: data, unit, span)
    case .time(let now): move(to: now)
    // Without a temperature there is nothing to freeze.
    case .gesture(.togglePause) where !hasTemperature: break
    case .gesture(let gesture): view.perform(gesture, on: data)
    }
    view.choose(legend.lines, limits: limits, of: data)
    look()
    if !view.isPaused { heads = liveHeads }
    changed = if case .recall = input { [] } else { self.choices.changes(since: choices) }
  }

  /// The choices to store.
  private var choices: RoomChoices {
    var choices = legend.choices
    choices.span = span
    return choices
  }

  private mutating func recall(_ choices: RoomChoices) {
    legend.take(.recall(choices))
    guard span == nil, let span = choices.span else { return }
    show(span)
  }

  private mutating func choose(_ step: SpanStep) {
    let next = step.next(from: view.viewport.time.span, among: RoomSpan.allCases, seconds: \.seconds)
    if let next { show(next) }
  }

  private mutating func show(_ span: RoomSpan) {
    self.span = span
    view.perform(.span(span.seconds), on: data)
  }

  /// Determines the details to request for the chart, and draws them once they are there.
  private mutating func look() {
    let times = view.viewport.time
    let isMoving = view.isFollowing && !view.isPaused
    let sight = VisibleTime(times: isMoving ? .last(times.span) : .fixed(times), columns: columns)
    details = [:]
    var hasChanged = false
    for index in sources.indices {
      let entry = sources[index].told.entry
      let detail = DetailRequest(of: sight, from: entry.source.steps, at: now)
      details[entry.id] = detail
      let lines = sources[index].lineVersion
      sources[index].draw(detail, at: now)
      if sources[index].lineVersion != lines { hasChanged = true }
    }
    guard hasChanged else { return }
    rooms = FollowedRoom.named(apart: sources.flatMap(\.rooms))
    show()
    view.fill(from: data)
  }

  private mutating func take(_ told: [SourceSnapshot], at now: Date) {
    let before = Set(sources.map(\.id))
    sources = told.map { told in
      var source = sources.first { $0.id == told.entry.id } ?? FollowedSource(told)
      source.take(told)
      return source
    }
    // The state of other rooms, and the view of them, do not apply to these.
    if !before.isEmpty, before.isDisjoint(with: sources.map(\.id)) {
      data.lines = []
      (drawn, heads) = (DrawnRooms(), [:])
      view = Self.view(of: data, unit, span)
    }
    origin = sources.first?.origin
    rooms = FollowedRoom.named(apart: sources.flatMap(\.rooms))
    legend.take(.rooms(rooms.map(\.row.room)))
    move(to: now)
  }

  private mutating func move(to now: Date) {
    if now < self.now {
      for index in sources.indices { sources[index].setBackTo = now }
      // Points too old at the previous time have been removed.
      drawn.forget()
    }
    self.now = now
    show()
  }

  /// Shows the data up to now. The chart ends at the newest point, or at the end of the last whole step if that is later: so
  /// its lines do not jitter, and its axis has no time in the future.
  private mutating func show() {
    let step = TemperatureHistory.step
    let wholeSteps = (now.timeIntervalSince1970 / step).rounded(.down) * step
    let series = rooms.map { $0.series(until: now) }
    let edge = series.compactMap { $0.last?.time }.reduce(wholeSteps, max)
    data.lines = drawn.lines(of: Array(zip(rooms.map(\.row), series)), in: unit, before: data.lines)
    // Data drawn besides the last day is removed by its owner.
    data.history = rooms.contains { $0.line != nil } ? .infinity : TemperatureHistory.kept
    data.reach = sources.map { edge - ($0.told.entry.source.steps.kept ?? RoomSpan.year.seconds) }.min()
    data.advance(to: Date(timeIntervalSince1970: edge))
    view.show(data)
  }

  private var liveHeads: [Room.ID: LatestReading] {
    let pairs = sources.flatMap { source in
      source.rooms.map { ($0.row.id, LatestReading($0.history, setBackTo: source.setBackTo)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The limits to draw: those of all rooms if at most two rooms have any, else those of the selected room.
  private var limits: [ChartLimit] {
    let limited = rooms.map(\.row).filter { !$0.room.limits.all.isEmpty }
    let drawn = limited.count <= 2 ? limited : limited.filter { $0.id == legend.selected }
    guard !drawn.isEmpty else { return [] }
    let (active, lines) = (alarms, legend.lines)
    return drawn.filter { lines.shows($0.mark) }.flatMap { row in
      row.room.limits.all.map { limit in
        ChartLimit(
          value: unit.degrees(of: limit.celsius), name: Self.name(of: limit, of: row.room, isOfMany: rooms.count > 1),
          isPassed: active.contains { $0.room == row.mark && $0.limit == limit })
      }
    }
  }

  /// `above`, `Office above, for 10 min`
  private static func name(of limit: RoomLimit, of room: Room, isOfMany: Bool) -> String {
    let words = [isOfMany ? room.label.string : "", limit.side.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
    return room.limits.duration > 0 ? "\(words), for \(TimeText.length(room.limits.duration).string)" : words
  }

  private var hasTemperature: Bool { heads.values.contains { $0.latest != nil } }

  // MARK: - What is shown

  var state: RoomsState {
    let selected = legend.selected
    let source = sources.first { $0.id == selected?.source }
    let head = selected.flatMap { heads[$0] } ?? LatestReading()
    return RoomsState(
      latest: latest(head), lead: head.lead, change: head.change, chart: view.chart(of: data), unit: unit,
      isFollowing: view.isFollowing, isPaused: view.isPaused, load: source?.load ?? .idle,
      trouble: (source?.told.state.load.trouble ?? spanTrouble(source)).map(past), silentSince: source?.silentSince,
      origin: source?.origin ?? origin ?? .live, isConfigured: origin != nil && source?.hasSource != false,
      silence: rooms.first { $0.row.id == selected }?.silence(at: now),
      emptiness: source?.book?.emptiness, leftOut: sources.compactMap { $0.book?.leftOut },
      rooms: rooms.map(row), selectedRoom: legend.index,
      listed: Set(legend.listed.map(\.id)), filter: legend.filter, isAlone: legend.choices.alone != nil,
      events: watch.events, alarms: alarms)
  }

  /// The events that have not ended, of rooms that are not silent.
  private var alarms: [RoomEvent] {
    let active = watch.active
    guard !active.isEmpty else { return [] }
    let silent = Set(rooms.filter { $0.silence(at: now) != nil }.map(\.row.mark))
    return active.filter { !silent.contains($0.room) }
  }

  /// The reason why a part of the chart is missing; the selected room's first.
  private func spanTrouble(_ selected: FollowedSource?) -> Trouble? {
    selected?.spanTrouble ?? sources.lazy.compactMap(\.spanTrouble).first
  }

  private func row(_ room: FollowedRoom) -> RoomRow {
    var row = room.row
    row.latest = heads[row.id].flatMap(latest)
    row.trouble = row.trouble.map(past)
    row.silence = room.silence(at: now)
    return row
  }

  private func latest(_ head: LatestReading) -> Temperature? {
    head.latest.map { Temperature(time: min($0.time, now), celsius: $0.celsius) }
  }

  private func past(_ trouble: Trouble) -> Trouble {
    Trouble(trouble.error, since: min(trouble.since, now), retry: trouble.retry)
  }
}
