import Charting
import Foundation
import Model
import PaneKit

/// A source as the pane follows it: how its requests stand, by our clock, and the step in which its rooms are drawn.
///
/// Its view model (``RoomSourceViewModel``) tells how the requests stand. The pane's model follows that (``follow(_:)``), and alone
/// knows when our clock was set back, and what was drawn before newer details arrived.
struct FollowedSource: Sendable {
  var entry: RoomSourceEntry
  /// The requests for the last day.
  var lastDay: Load<TemperatureAsk, SourceReadings>.State
  /// The requests for the visible data besides the last day.
  var spans: Load<SpanAsk, RoomLayers>.State
  /// The date of the last answer, if two polls' time has passed since.
  var unansweredSince: Date?
  /// The time to which the clock was set back since the last answer: all data is from before that.
  var setBackTo = Date.distantFuture
  /// The step of the layer that is drawn; `nil` if the last day is sufficient.
  private(set) var drawn: Int?
  /// Whether a part of the visible data is still missing.
  private var isIncomplete = false
  /// The rooms' lines, with the series that they were made from.
  private var lines: [RoomKey: (day: StepSeries, layer: StepSeries, covered: CoveredSteps, line: StepSeries)] = [:]

  init(
    entry: RoomSourceEntry, lastDay: Load<TemperatureAsk, SourceReadings>.State,
    spans: Load<SpanAsk, RoomLayers>.State
  ) {
    (self.entry, self.lastDay, self.spans) = (entry, lastDay, spans)
  }

  /// Takes over how the requests stand now; what is drawn stays.
  mutating func follow(_ newest: FollowedSource) {
    if let date = newest.lastDay.loadedAt, date != lastDay.loadedAt { setBackTo = .distantFuture }
    (entry, lastDay, spans, unansweredSince) = (newest.entry, newest.lastDay, newest.spans, newest.unansweredSince)
  }

  /// Draws the details wanted once they are there, and until then the previous ones. Returns whether a line has changed.
  mutating func draw(_ wanted: DetailRequest?, at now: Date) -> Bool {
    let former = lines
    let isThere = wanted.map { layers?.shows($0, at: now) == true } ?? true
    if isThere { drawn = wanted?.step }
    isIncomplete = !isThere
    makeLines()
    return lines.mapValues(\.line) != former.mapValues(\.line)
  }

  private var layers: RoomLayers? { spans.value }

  /// Makes the lines whose data has changed.
  private mutating func makeLines() {
    guard let layer = drawn.flatMap({ layers?[$0] }) else {
      lines = [:]
      return
    }
    var made: [RoomKey: (day: StepSeries, layer: StepSeries, covered: CoveredSteps, line: StepSeries)] = [:]
    for room in readings?.rooms ?? [] {
      guard let series = layer.series[room.key] else { continue }
      let day = room.series
      if let former = lines[room.key], former.day == day, former.layer == series, former.covered == layer.covered {
        made[room.key] = former
      } else {
        made[room.key] = (day, series, layer.covered, layer.line(of: room.key, over: day))
      }
    }
    lines = made
  }

  /// Why the visible data cannot be requested.
  var spanTrouble: ServiceFailure? { spans.trouble }

  var id: RoomSourceEntry.ID { entry.id }
  var readings: SourceReadings? { lastDay.value }
  var origin: Origin { readings?.origin ?? entry.source.origin }
  /// Whether there is anything to request.
  var hasSource: Bool { readings?.hasSource ?? true }

  var load: LoadState {
    let load = lastDay
    let isFilling = isIncomplete && spans.asking != nil
    return switch (load.asking, answeredAt) {
    case (nil, nil): .idle
    case (_, _?) where isFilling: .reloading
    case (nil, let date?), (.poll, let date?): .loaded(at: date)
    case (.refresh, _?): .reloading
    case (_?, nil): .loading
    }
  }

  /// The date of the last answer.
  var answeredAt: Date? { lastDay.loadedAt.map { min($0, setBackTo) } }

  /// The date of the last answer, if two polls' time has passed since without a failure.
  var silentSince: Date? {
    guard unansweredSince != nil, lastDay.trouble == nil else { return nil }
    return answeredAt
  }

  /// Its rooms, without their silence; one room while none is known.
  var rooms: [RoomRow] {
    let histories = readings?.rooms ?? []
    guard histories.isEmpty else { return histories.map { row($0, $0.key, among: histories.count) } }
    var unknown = TemperatureHistory()
    unknown.silence = readings?.emptiness
    var awaited = row(unknown, nil, among: 0)
    awaited.isAwaited = lastDay.loadedAt == nil && lastDay.trouble == nil
    return [awaited]
  }

  private func row(_ history: TemperatureHistory, _ key: RoomKey?, among count: Int) -> RoomRow {
    let fallback = entry.kind == .thisMachine && count > 1 ? nil : entry.name
    let room = Room(
      id: Room.ID(source: entry.id, key: key), name: Room.name(history.name, in: fallback, count: count),
      kind: entry.kind, limits: entry.limits)
    let latest = history.latest.flatMap { latest in
      history.measuredAt.map { Temperature(time: $0, celsius: latest.celsius) }
    }
    var row = RoomRow(
      room: room, latest: latest, trouble: lastDay.trouble, remark: history.remark, staleSince: unansweredSince)
    (row.origin, row.history) = (origin, history)
    row.answeredAt = answeredAt
    row.line = key.flatMap { lines[$0]?.line }
    return row
  }
}
