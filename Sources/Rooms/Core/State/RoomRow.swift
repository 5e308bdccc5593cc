import Charting
import Foundation
import Model
import PaneKit
import Text

/// A room as the pane knows it: what its row shows, and what its line and its silence are made from.
public struct RoomRow: Sendable, Identifiable {
  public var room: Room
  /// Identifies its line in the chart.
  public let mark: Room.Mark
  /// The newest temperature; its time is by the local clock and never in the future.
  public var latest: Temperature?
  /// Why there is no newer one, if that is known.
  public var trouble: ServiceFailure?
  /// Why nothing is being measured in the room, and since when.
  public var silence: RoomSilence?
  /// What a person should know of the readings, if the source says so.
  public var remark: SafeText?
  /// The date of the last answer, if two polls' time has passed since.
  public var staleSince: Date?
  /// Whether the source's first answer is still expected.
  public var isAwaited: Bool

  // What is not shown as it is, and makes no difference between two rows.

  var origin = Origin.live
  var history = TemperatureHistory()
  /// The date of the source's last answer.
  var answeredAt: Date?
  /// The line to draw; `nil` if that is the history.
  var line: StepSeries?

  public var id: Room.ID { room.id }

  public init(
    room: Room, latest: Temperature? = nil, trouble: ServiceFailure? = nil, silence: RoomSilence? = nil,
    remark: SafeText? = nil,
    staleSince: Date? = nil, isAwaited: Bool = false
  ) {
    self.room = room
    mark = room.id.mark
    self.latest = latest
    self.trouble = trouble
    self.silence = silence
    self.remark = remark
    self.staleSince = staleSince
    self.isAwaited = isAwaited
  }

  /// Whether the temperature is up to date.
  public var isCurrent: Bool { latest != nil && trouble == nil && silence == nil && staleSince == nil }
}

extension RoomRow: Equatable {
  /// Whether both look the same.
  public static func == (one: RoomRow, other: RoomRow) -> Bool {
    one.room == other.room && one.latest == other.latest && one.trouble == other.trouble
      && one.silence == other.silence && one.remark == other.remark && one.staleSince == other.staleSince
      && one.isAwaited == other.isAwaited
  }
}

extension RoomRow {
  /// Returns why the room has no current temperature. A source that answers has told everything up to its last answer.
  func silence(at now: Date) -> RoomSilence? {
    guard let answeredAt else { return nil }
    let isAnswering = trouble == nil && staleSince == nil
    let newest = history.series.last.map { min(Date(timeIntervalSince1970: $0.time), now) }
    return RoomSilence(
      saidToBe: history.silence, last: [latest?.time, newest].compactMap { $0 }.max(), heard: history.heardAt,
      usualInterval: history.usualInterval, at: isAnswering ? answeredAt : now)
  }

  /// Whether the latest temperature is up to date.
  func isCurrent(at now: Date) -> Bool {
    var row = self
    row.silence = silence(at: now)
    return row.isCurrent
  }

  /// Returns the rooms with names that differ.
  static func named(apart rooms: [RoomRow]) -> [RoomRow] {
    zip(rooms, Room.named(apart: rooms.map(\.room))).map { row, room in
      var row = row
      row.room = room
      return row
    }
  }

  /// Returns the data to draw up to `now`.
  func series(until now: Date) -> StepSeries {
    guard var line else { return history.series(until: now) }
    if let last = line.last, last.time > now.timeIntervalSince1970 { line.drop(after: now.timeIntervalSince1970) }
    return line
  }
}
