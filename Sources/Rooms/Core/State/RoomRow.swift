import Foundation
import PaneKit
import Text

/// A room in the list of all rooms.
public struct RoomRow: Sendable, Equatable, Identifiable {
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

extension RoomRow {
  /// Returns the rows of a source's rooms, without their silence; one row while no room is known.
  static func rows(of snapshot: SourceSnapshot) -> [RoomRow] {
    let (entry, load) = (snapshot.entry, snapshot.load)
    let histories = load.value?.rooms ?? []
    func room(_ key: RoomKey?, _ name: SafeText?) -> Room {
      let fallback = entry.kind == .thisMachine && histories.count > 1 ? nil : entry.name
      return Room(
        id: Room.ID(source: entry.id, key: key), name: Room.name(name, in: fallback, count: histories.count),
        kind: entry.kind, limits: entry.limits)
    }
    guard !histories.isEmpty else {
      return [
        RoomRow(
          room: room(nil, nil), trouble: load.trouble, staleSince: snapshot.silentSince,
          isAwaited: load.loadedAt == nil && load.trouble == nil)
      ]
    }
    return histories.map { history in
      let latest = history.latest.flatMap { latest in
        history.measuredAt.map { Temperature(time: $0, celsius: latest.celsius) }
      }
      return RoomRow(
        room: room(history.key, history.name), latest: latest, trouble: load.trouble, remark: history.remark,
        staleSince: snapshot.silentSince)
    }
  }
}
