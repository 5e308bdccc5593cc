import Charting
import Foundation
import Model

/// A source of rooms, what it has told, and what our clock has done since.
struct FollowedSource: Sendable {
  private(set) var told: ConAirContent.Told
  /// When the last answer came.
  private var answeredAt: Date?
  /// What the clock was set back to since the last answer: all that is held came before.
  var setBackTo = Date.distantFuture
  /// The step of the layer that is drawn; `nil` where the last day is enough.
  private(set) var drawn: Int?
  /// A part of what the chart shows is still to come.
  private var isIncomplete = false
  /// The rooms' lines, by the series that they were made of.
  private var lines: [RoomKey: (day: StepSeries, layer: StepSeries, covered: CoveredSteps, line: StepSeries)] = [:]

  init(_ told: ConAirContent.Told) {
    self.told = told
    answeredAt = told.state.load.loadedAt
  }

  mutating func take(_ told: ConAirContent.Told) {
    self.told = told
    guard let loadedAt = told.state.load.loadedAt, loadedAt != answeredAt else { return }
    answeredAt = loadedAt
    setBackTo = .distantFuture
  }

  /// Stands for the lines that are drawn: another one where they have changed.
  var lineVersion: [RoomKey: StepSeries] { lines.mapValues(\.line) }

  /// Draws what the chart wants once that is there, and until then what was drawn before.
  mutating func draw(_ wanted: RoomDetail?, at now: Date) {
    let isThere = wanted.map { layers?.shows($0, at: now) == true } ?? true
    if isThere { drawn = wanted?.step }
    isIncomplete = !isThere
    makeLines()
  }

  private var layers: RoomLayers? { told.state.spans.value }

  /// Makes the lines of which something has changed.
  private mutating func makeLines() {
    guard let layer = drawn.flatMap({ layers?[$0] }) else {
      lines = [:]
      return
    }
    var made: [RoomKey: (day: StepSeries, layer: StepSeries, covered: CoveredSteps, line: StepSeries)] = [:]
    for entry in book?.entries ?? [] {
      guard let series = layer.series[entry.key] else { continue }
      let day = entry.history.series
      if let former = lines[entry.key], former.day == day, former.layer == series, former.covered == layer.covered {
        made[entry.key] = former
      } else {
        made[entry.key] = (day, series, layer.covered, layer.line(of: entry.key, over: day))
      }
    }
    lines = made
  }

  /// Why what the chart shows cannot be asked for.
  var spanTrouble: Trouble? { told.state.spans.trouble }

  var id: RoomSourceEntry.ID { told.entry.id }
  var book: RoomBook? { told.state.load.value }
  var origin: Origin { book?.origin ?? told.entry.source.origin }
  /// Whether there is anything to ask.
  var hasSource: Bool { book?.hasSource ?? true }

  var load: LoadState {
    let load = told.state.load
    let isFilling = isIncomplete && told.state.spans.asking != nil
    return switch (load.asking, load.loadedAt) {
    case (nil, nil): .idle
    case (_, _?) where isFilling: .reloading
    case (nil, let date?), (.poll, let date?): .loaded(at: min(date, setBackTo))
    case (.refresh, _?): .reloading
    case (_?, nil): .loading
    }
  }

  /// When the last answer came, where two polls' time has passed since and no failure says why.
  var silentSince: Date? {
    guard told.state.silentSince != nil, told.state.load.trouble == nil else { return nil }
    return answeredAt.map { min($0, setBackTo) }
  }

  /// Its rooms; a source of which no room is known has one.
  var rooms: [FollowedRoom] {
    let entries = book?.entries ?? []
    let rows = RoomRow.rows(of: told.entry, told.state)
    return rows.enumerated().map { index, row in
      guard entries.indices.contains(index) else { return FollowedRoom(row: row, history: TemperatureHistory()) }
      return FollowedRoom(
        row: row, history: entries[index].history, line: lines[entries[index].key]?.line)
    }
  }
}

/// A room, and what is held of it.
struct FollowedRoom: Sendable {
  var row: RoomRow
  var history: TemperatureHistory
  /// What is drawn; `nil` where that is the history.
  var line: StepSeries?

  /// What is drawn up to `now`.
  func series(until now: Date) -> StepSeries {
    guard var line else { return history.series(until: now) }
    if let last = line.last, last.time > now.timeIntervalSince1970 { line.drop(after: now.timeIntervalSince1970) }
    return line
  }
}

/// What is told of a room now.
struct RoomHead: Sendable {
  /// At the time by our clock.
  var latest: Temperature?
  /// Seconds by which the server's clock is ahead.
  var lead: TimeInterval = 0
  /// Degrees Celsius warmer than 24 h before.
  var change: Double?

  init() {}

  init(_ history: TemperatureHistory, setBackTo: Date) {
    latest = history.latest.flatMap { latest in
      history.measuredAt.map { Temperature(time: min($0, setBackTo), celsius: latest.celsius) }
    }
    lead = history.lead
    change = history.change
  }
}

/// The chart's lines of rooms, each made again only where what is held of its room has changed.
struct DrawnRooms: Sendable {
  /// What each line was made of, in degrees Celsius.
  private var sources: [ChartLine.ID: StepSeries] = [:]
  /// A room keeps its look as long as it is there.
  private var numbers: [ChartLine.ID: Int] = [:]

  /// Makes all lines again the next time.
  mutating func forget() { sources = [:] }

  /// - Parameter before: the lines that were made last, without the points that are too old.
  mutating func lines(
    of rooms: [(row: RoomRow, series: StepSeries)], in unit: TemperatureUnit, before: [ChartLine]
  ) -> [ChartLine] {
    let ids = Set(rooms.map(\.row.mark))
    numbers = numbers.filter { ids.contains($0.key) }
    let kept = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let lines = rooms.map { row, series in
      let id = row.mark
      var line =
        kept[id] ?? ChartLine(id: id, name: "", series: LineSeries(series), look: LineLook(number: number(of: id)))
      line.name = row.room.label.string
      if kept[id] == nil || sources[id] != series {
        line.series = .steps(unit == .celsius ? series : series.mapValues { $0.degrees(unit) })
      }
      return (line, series)
    }
    sources = Dictionary(lines.map { ($0.0.id, $0.1) }) { first, _ in first }
    return lines.map(\.0)
  }

  /// The lowest number that no other room has.
  private mutating func number(of id: ChartLine.ID) -> Int {
    if let number = numbers[id] { return number }
    let taken = Set(numbers.values)
    let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    numbers[id] = number
    return number
  }
}
