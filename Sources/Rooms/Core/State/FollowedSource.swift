import Charting
import Foundation
import Model
import PaneKit

/// A source's snapshot by our clock, with the step in which its rooms are drawn.
///
/// It alone knows when our clock was set back, and what was drawn before newer details arrived.
struct FollowedSource: Sendable {
  private(set) var snapshot: SourceSnapshot
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

  init(_ snapshot: SourceSnapshot) {
    self.snapshot = snapshot
    answeredAt = snapshot.load.loadedAt
  }

  mutating func take(_ snapshot: SourceSnapshot) {
    self.snapshot = snapshot
    guard let loadedAt = snapshot.load.loadedAt, loadedAt != answeredAt else { return }
    answeredAt = loadedAt
    setBackTo = .distantFuture
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

  private var layers: RoomLayers? { snapshot.spans.value }

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
  var spanTrouble: ServiceFailure? { snapshot.spans.trouble }

  var id: RoomSourceEntry.ID { snapshot.entry.id }
  var readings: SourceReadings? { snapshot.load.value }
  var origin: Origin { readings?.origin ?? snapshot.entry.source.origin }
  /// Whether there is anything to request.
  var hasSource: Bool { readings?.hasSource ?? true }

  var load: LoadState {
    let load = snapshot.load
    let isFilling = isIncomplete && snapshot.spans.asking != nil
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
    guard snapshot.silentSince != nil, snapshot.load.trouble == nil else { return nil }
    return answeredAt.map { min($0, setBackTo) }
  }

  /// Its rooms; one room while none is known.
  var rooms: [FollowedRoom] {
    let histories = readings?.rooms ?? []
    let answer = answeredAt.map { min($0, setBackTo) }
    return RoomRow.rows(of: snapshot).enumerated().map { index, row in
      guard histories.indices.contains(index) else {
        var unknown = TemperatureHistory()
        unknown.silence = readings?.emptiness
        return FollowedRoom(row: row, origin: origin, history: unknown, answeredAt: answer)
      }
      let history = histories[index]
      return FollowedRoom(
        row: row, origin: origin, history: history, answeredAt: answer, line: lines[history.key]?.line)
    }
  }
}

/// A room of a followed source, with its name among all rooms and the line to draw.
struct FollowedRoom: Sendable {
  var row: RoomRow
  var origin: Origin
  var history: TemperatureHistory
  /// The date of the source's last answer.
  var answeredAt: Date?
  /// The line to draw; `nil` if that is the history.
  var line: StepSeries?

  /// Returns why the room has no current temperature. A source that answers has told everything up to its last answer.
  func silence(at now: Date) -> RoomSilence? {
    guard let answeredAt else { return nil }
    let isAnswering = row.trouble == nil && row.staleSince == nil
    let newest = history.series.last.map { min(Date(timeIntervalSince1970: $0.time), now) }
    return RoomSilence(
      saidToBe: history.silence, last: [row.latest?.time, newest].compactMap { $0 }.max(), heard: history.heardAt,
      usualInterval: history.usualInterval, at: isAnswering ? answeredAt : now)
  }

  /// Whether the latest temperature is up to date.
  func isCurrent(at now: Date) -> Bool {
    var row = row
    row.silence = silence(at: now)
    return row.isCurrent
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
