import Charting
import Foundation
import Model
import Text

/// A source and its state.
struct SourceSnapshot: Sendable {
  var entry: RoomSourceEntry
  var state: RoomSourceViewModel.State
}

/// A source of rooms with its state, adjusted to changes of our clock.
struct FollowedSource: Sendable {
  private(set) var told: SourceSnapshot
  /// The date of the last answer.
  private var answeredAt: Date?
  /// The time to which the clock was set back since the last answer: all data is from before that.
  var setBackTo = Date.distantFuture
  /// The step of the layer that is drawn; `nil` if the last day is sufficient.
  private(set) var drawn: Int?
  /// Whether a part of the visible data is still missing.
  private var isIncomplete = false
  /// The rooms' lines, with the series that they were made from.
  private var lines: [RoomKey: (day: StepSeries, layer: StepSeries, covered: CoveredSteps, line: StepSeries)] = [:]

  init(_ told: SourceSnapshot) {
    self.told = told
    answeredAt = told.state.load.loadedAt
  }

  mutating func take(_ told: SourceSnapshot) {
    self.told = told
    guard let loadedAt = told.state.load.loadedAt, loadedAt != answeredAt else { return }
    answeredAt = loadedAt
    setBackTo = .distantFuture
  }

  /// Identifies the lines that are drawn: it differs if they have changed.
  var lineVersion: [RoomKey: StepSeries] { lines.mapValues(\.line) }

  /// Draws the details wanted once they are there, and until then the previous ones.
  mutating func draw(_ wanted: DetailRequest?, at now: Date) {
    let isThere = wanted.map { layers?.shows($0, at: now) == true } ?? true
    if isThere { drawn = wanted?.step }
    isIncomplete = !isThere
    makeLines()
  }

  private var layers: RoomLayers? { told.state.spans.value }

  /// Makes the lines whose data has changed.
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

  /// Why the visible data cannot be requested.
  var spanTrouble: Trouble? { told.state.spans.trouble }

  var id: RoomSourceEntry.ID { told.entry.id }
  var book: SourceReadings? { told.state.load.value }
  var origin: Origin { book?.origin ?? told.entry.source.origin }
  /// Whether there is anything to request.
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

  /// The date of the last answer, if two polls' time has passed since without a failure.
  var silentSince: Date? {
    guard told.state.silentSince != nil, told.state.load.trouble == nil else { return nil }
    return answeredAt.map { min($0, setBackTo) }
  }

  /// Its rooms; one room while none is known.
  var rooms: [FollowedRoom] {
    let entries = book?.entries ?? []
    let rows = RoomRow.rows(of: told.entry, told.state)
    return rows.enumerated().map { index, row in
      let answer = answeredAt.map { min($0, setBackTo) }
      guard entries.indices.contains(index) else {
        return FollowedRoom(row: row, history: TemperatureHistory(), answeredAt: answer, reason: book?.emptiness)
      }
      return FollowedRoom(
        row: row, history: entries[index].history, answeredAt: answer, reason: entries[index].silence,
        line: lines[entries[index].key]?.line)
    }
  }
}

/// A room and its data.
struct FollowedRoom: Sendable {
  var row: RoomRow
  var history: TemperatureHistory
  /// The date of the source's last answer.
  var answeredAt: Date?
  /// Why nothing is being measured, as far as the source says.
  var reason: SafeText?
  /// The line to draw; `nil` if that is the history.
  var line: StepSeries?

  /// Returns why the room has no current temperature. A source that answers has told everything up to its last answer.
  func silence(at now: Date) -> RoomSilence? {
    guard let answeredAt else { return nil }
    let isAnswering = row.trouble == nil && row.staleSince == nil
    let newest = history.series.last.map { min(Date(timeIntervalSince1970: $0.time), now) }
    return RoomSilence(
      saidToBe: reason, last: [row.latest?.time, newest].compactMap { $0 }.max(), heard: history.heardAt,
      usualInterval: history.usualInterval, at: isAnswering ? answeredAt : now)
  }

  /// Returns the rooms with names that differ.
  static func named(apart rooms: [FollowedRoom]) -> [FollowedRoom] {
    zip(rooms, Room.named(apart: rooms.map(\.row.room))).map { followed, room in
      var followed = followed
      followed.row.room = room
      return followed
    }
  }

  /// Returns the data to draw up to `now`.
  func series(until now: Date) -> StepSeries {
    guard var line else { return history.series(until: now) }
    if let last = line.last, last.time > now.timeIntervalSince1970 { line.drop(after: now.timeIntervalSince1970) }
    return line
  }
}

/// The current values of a room.
struct LatestReading: Sendable {
  /// With its time by our clock.
  var latest: Temperature?
  /// The seconds by which the server's clock is ahead.
  var lead: TimeInterval = 0
  /// The change in degrees Celsius since 24 h before.
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

/// The chart's lines of rooms, each made again only if the data of its room has changed.
struct DrawnRooms: Sendable {
  /// The source of each line, in degrees Celsius.
  private var sources: [ChartLine.ID: StepSeries] = [:]
  /// A room keeps its look while it exists.
  private var numbers: [ChartLine.ID: Int] = [:]

  /// Makes all lines again the next time.
  mutating func forget() { sources = [:] }

  /// - Parameter before: The previous lines, without points that are too old.
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

  /// Returns the lowest unused number.
  private mutating func number(of id: ChartLine.ID) -> Int {
    if let number = numbers[id] { return number }
    let taken = Set(numbers.values)
    let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    numbers[id] = number
    return number
  }
}
