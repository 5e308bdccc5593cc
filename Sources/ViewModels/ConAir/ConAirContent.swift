import Charting
import Foundation
import Model
import Text

/// What the ConAir pane shows: a pure value, driven by the view model's scan.
struct ConAirContent: Sendable {
  enum Input: Sendable {
    /// What each source has told so far.
    case told([Told], at: Date)
    case legend(RoomLegend.Input)
    /// It is this time now.
    case time(Date)
    case gesture(ChartGesture)
    case unit(TemperatureUnit, at: Date)
    case unreadRooms([SafeText])
  }

  /// A source, and what it has told.
  struct Told: Sendable {
    var entry: RoomSourceEntry
    var state: RoomSourceViewModel.State
  }

  private var sources: [FollowedSource] = []
  private var rooms: [FollowedRoom] = []
  private var legend = RoomLegend()
  private var data: ChartData
  private var view: ChartView
  /// What stands above the chart and in its legend, by room; held while paused, as the chart is.
  private var heads: [Room.ID: RoomHead] = [:]
  private var drawn = DrawnRooms()
  private var now: Date
  /// Where temperatures come from, until a source says so; `nil` where nobody is asked.
  private var origin: Origin?
  private var unit: TemperatureUnit
  private var unreadRooms: [SafeText]
  /// What the last input changed of what is kept for the next start.
  private(set) var changed: [StateChange] = []

  /// - Parameters:
  ///   - origin: Where temperatures come from; `nil` where nobody is asked.
  ///   - unreadRooms: The names of rooms in the settings that the program does not read yet.
  init(origin: Origin?, unit: TemperatureUnit, unreadRooms: [SafeText] = [], now: Date) {
    self.origin = origin
    self.unit = unit
    self.now = now
    self.unreadRooms = unreadRooms
    data = ChartData(
      series: Series(longestJoin: TemperatureHistory.longestJoin), history: TemperatureHistory.kept, now: now)
    view = Self.view(of: data, unit)
    show()
  }

  private static func view(of data: ChartData, _ unit: TemperatureUnit) -> ChartView {
    let style = ChartView.Style(
      span: TemperatureHistory.window, firstSpan: TemperatureHistory.window, shortestSpan: 10 * TemperatureHistory.step,
      leastValueSpan: unit == .celsius ? 1 : 2, includesZero: false,
      emptyValues: unit.degrees(of: 15)...unit.degrees(of: 25))
    return ChartView(style: style, of: data)
  }

  mutating func take(_ input: Input) {
    let choices = legend.choices
    switch input {
    case .told(let told, let now): take(told, at: now)
    case .legend(let input): legend.take(input)
    case .unreadRooms(let names): unreadRooms = names
    case .unit(let unit, let now):
      // The view belongs to the axis, which is another now.
      self.unit = unit
      drawn.forget()
      move(to: now)
      view = Self.view(of: data, unit)
    case .time(let now): move(to: now)
    // Until there is a temperature there is nothing to hold.
    case .gesture(.togglePause) where !hasTemperature: break
    case .gesture(let gesture): view.perform(gesture, on: data)
    }
    view.choose(legend.lines, of: data)
    if !view.isPaused { heads = liveHeads }
    changed = if case .legend(.recall) = input { [] } else { legend.choices.changes(since: choices) }
  }

  private mutating func take(_ told: [Told], at now: Date) {
    let before = Set(sources.map(\.id))
    sources = told.map { told in
      var source = sources.first { $0.id == told.entry.id } ?? FollowedSource(told)
      source.take(told)
      return source
    }
    // What was told of other rooms, and how those were looked at, says nothing of these.
    if !before.isEmpty, before.isDisjoint(with: sources.map(\.id)) {
      data.lines = []
      (drawn, heads) = (DrawnRooms(), [:])
      view = Self.view(of: data, unit)
    }
    origin = sources.first?.origin
    rooms = sources.flatMap(\.rooms)
    legend.take(.rooms(rooms.map(\.row.room)))
    move(to: now)
  }

  private mutating func move(to now: Date) {
    if now < self.now {
      for index in sources.indices { sources[index].setBackTo = now }
      // What was too old by the time before has been removed.
      drawn.forget()
    }
    self.now = now
    show()
  }

  /// Shows what there is up to now. The chart ends at the newest point, or with the last whole step where that is later: so
  /// its lines do not tremble along, and its axis has no time of the future.
  private mutating func show() {
    let step = TemperatureHistory.step
    let wholeSteps = (now.timeIntervalSince1970 / step).rounded(.down) * step
    let series = rooms.map { $0.history.series(until: now) }
    let edge = series.compactMap { $0.last?.time }.reduce(wholeSteps, max)
    data.lines = drawn.lines(of: Array(zip(rooms.map(\.row), series)), in: unit, before: data.lines)
    data.advance(to: Date(timeIntervalSince1970: edge))
    view.show(data)
  }

  private var liveHeads: [Room.ID: RoomHead] {
    let pairs = sources.flatMap { source in
      source.rooms.map { ($0.row.id, RoomHead($0.history, setBackTo: source.setBackTo)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private var hasTemperature: Bool { heads.values.contains { $0.latest != nil } }

  // MARK: - What is shown

  var state: ConAirState {
    let selected = legend.selected
    let source = sources.first { $0.id == selected?.source }
    let head = selected.flatMap { heads[$0] } ?? RoomHead()
    return ConAirState(
      latest: latest(head), lead: head.lead, change: head.change, chart: view.chart(of: data), unit: unit,
      isFollowing: view.isFollowing, isPaused: view.isPaused, load: source?.load ?? .idle,
      trouble: source?.told.state.load.trouble.map(past), silentSince: source?.silentSince,
      origin: source?.origin ?? origin ?? .live, isConfigured: origin != nil && source?.hasSource != false,
      unreadRooms: unreadRooms, silence: rooms.first { $0.row.id == selected }?.row.silence,
      emptiness: source?.book?.emptiness, rooms: rooms.map(row), selectedRoom: legend.index,
      listed: Set(legend.listed.map(\.id)), filter: legend.filter, isAlone: legend.choices.alone != nil)
  }

  private func row(_ room: FollowedRoom) -> RoomRow {
    var row = room.row
    row.latest = heads[row.id].flatMap(latest)
    row.trouble = row.trouble.map(past)
    return row
  }

  private func latest(_ head: RoomHead) -> Temperature? {
    head.latest.map { Temperature(time: min($0.time, now), celsius: $0.celsius) }
  }

  private func past(_ trouble: Trouble) -> Trouble {
    Trouble(trouble.error, since: min(trouble.since, now), retry: trouble.retry)
  }
}
