import Charting
import Foundation
import Model
import Text

/// What the ConAir pane shows: a pure value, driven by the view model's scan.
struct ConAirContent: Sendable {
  enum Input: Sendable {
    /// What each source has told so far.
    case told([Told], at: Date)
    /// A person selects the room so many lines below the selected one.
    case select(Int, at: Date)
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

  private struct Head: Sendable {
    /// At the time by our clock.
    var latest: Temperature?
    var lead: TimeInterval = 0
    var change: Double?
  }

  private var data: ChartData
  private var view: ChartView
  /// What stands above the chart; held while paused, as the chart is.
  private var head = Head()
  private var history = TemperatureHistory()
  /// The series that ``data`` was made of, in °C; `nil` where it has to be made again.
  private var drawn: Series?
  private var load = LoadState.idle
  private var trouble: Trouble?
  /// When the last answer came.
  private var answeredAt: Date?
  /// Two polls' time has passed since.
  private var isSilent = false
  private var now: Date
  /// What the clock was set back to since the last answer: all that is held came before.
  private var setBackTo = Date.distantFuture
  private var origin: Origin?
  private var unit: TemperatureUnit
  private var unreadRooms: [SafeText]
  /// What is shown is of this room.
  private var shown: Room.ID?
  /// Why nothing is measured now.
  private var silence: SafeText?
  private var emptiness: SafeText?
  private var hasSource = true
  private var told: [Told] = []
  private var rooms: [RoomRow] = []
  private var selection = RoomSelection()

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
    switch input {
    case .told(let told, let now):
      self.told = told
      rooms = told.flatMap { RoomRow.rows(of: $0.entry, $0.state) }
      selection.take(.rooms(rooms.map(\.id)))
      showSelected(at: now)
    case .select(let lines, let now):
      selection.take(.move(lines))
      showSelected(at: now)
    case .unreadRooms(let names): unreadRooms = names
    case .unit(let unit, let now):
      // The view belongs to the axis, which is another now.
      self.unit = unit
      drawn = nil
      move(to: now)
      view = Self.view(of: data, unit)
    case .time(let now): move(to: now)
    // Until there is a temperature there is nothing to hold.
    case .gesture(.togglePause) where head.latest == nil: break
    case .gesture(let gesture): view.perform(gesture, on: data)
    }
    if !view.isPaused { head = liveHead }
  }

  /// Takes in what is told of the selected room. What was told of another room says nothing of it.
  private mutating func showSelected(at now: Date) {
    let selected = selection.selected
    let source = told.first { $0.entry.id == selected?.source }
    if selected != shown {
      var content = ConAirContent(
        origin: source?.entry.source.origin, unit: unit, unreadRooms: unreadRooms, now: now)
      (content.told, content.rooms, content.selection, content.shown) = (told, rooms, selection, selected)
      self = content
    }
    guard let source else { return }
    take(source.state.load, of: selected?.key)
    isSilent = source.state.silentSince != nil
    move(to: now)
  }

  private mutating func take(_ state: Load<TemperatureAsk, RoomBook>.State, of key: RoomKey?) {
    trouble = state.trouble
    if state.asking == nil, let book = state.value {
      let entry = key.map { book[$0] } ?? book.entries.first
      history = entry?.history ?? TemperatureHistory()
      silence = entry?.silence
      emptiness = book.emptiness
      hasSource = book.hasSource
      if origin != nil, let told = book.origin { origin = told }
    }
    if let loadedAt = state.loadedAt, loadedAt != answeredAt {
      answeredAt = loadedAt
      setBackTo = .distantFuture
    }
    load =
      switch (state.asking, state.loadedAt) {
      case (nil, nil): .idle
      case (nil, let date?), (.poll, let date?): .loaded(at: date)
      case (.refresh, _?): .reloading
      case (_?, nil): .loading
      }
  }

  private mutating func move(to now: Date) {
    if now < self.now {
      setBackTo = now
      // What was too old by the time before has been removed.
      drawn = nil
    }
    self.now = now
    show()
  }

  /// Shows what there is up to now. The chart ends at the newest point, or with the last whole step where that is later: so
  /// its line does not tremble along, and its axis has no time of the future.
  private mutating func show() {
    let series = history.series(until: now)
    let step = TemperatureHistory.step
    let wholeSteps = (now.timeIntervalSince1970 / step).rounded(.down) * step
    let edge = max(wholeSteps, series.last?.time ?? wholeSteps)
    if drawn != series {
      drawn = series
      data.lines[0].series = unit == .celsius ? series : series.mapValues(unit.degrees(of:))
    }
    data.advance(to: Date(timeIntervalSince1970: edge))
    view.show(data)
  }

  private var liveHead: Head {
    let latest = history.latest.flatMap { latest in
      history.measuredAt.map { Temperature(time: min($0, setBackTo), celsius: latest.celsius) }
    }
    return Head(latest: latest, lead: history.lead, change: history.change)
  }

  /// Without a time that lies in the future since the clock was set back.
  private var pastLoad: LoadState {
    if case .loaded(let date) = load { .loaded(at: min(date, setBackTo)) } else { load }
  }

  private var pastTrouble: Trouble? {
    trouble.map { Trouble($0.error, since: min($0.since, now), retry: $0.retry) }
  }

  var state: ConAirState {
    var latest = head.latest
    latest?.time = min(head.latest?.time ?? now, now)
    return ConAirState(
      latest: latest, lead: head.lead, change: head.change, chart: view.chart(of: data), unit: unit,
      isFollowing: view.isFollowing, isPaused: view.isPaused, load: pastLoad, trouble: pastTrouble,
      silentSince: isSilent && trouble == nil ? answeredAt.map { min($0, setBackTo) } : nil,
      origin: origin ?? .live, isConfigured: origin != nil && hasSource, unreadRooms: unreadRooms, silence: silence,
      emptiness: emptiness, rooms: rooms, selectedRoom: selection.index)
  }
}
