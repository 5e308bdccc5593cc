import Foundation
import GRDB
import Model
import Text

// The events of rooms beyond their limits, as rows.

extension RoomEvent {
  /// Reads all events, the newest first; unreadable ones are left out.
  static func all(in database: Database) throws -> [RoomEvent] {
    try Row.fetchAll(database, sql: "SELECT * FROM room_event ORDER BY since DESC LIMIT ?", arguments: [limit])
      .compactMap(RoomEvent.init)
  }

  /// Replaces the row of the same event, whichever program has written it, and removes the oldest rows beyond ``limit``.
  ///
  /// - Returns: whether there was no such row.
  func write(to database: Database) throws -> Bool {
    var isFirst = true
    try database.inTransaction(.immediate) {
      let rows = try Row.fetchAll(
        database, sql: "SELECT * FROM room_event WHERE room = ? AND side = ? AND celsius = ?",
        arguments: [room, limit.side.rawValue, limit.celsius])
      let same = rows.compactMap(RoomEvent.init).filter { kept.isSame(as: $0) }
      for former in same {
        try database.execute(
          sql: "DELETE FROM room_event WHERE room = ? AND side = ? AND celsius = ? AND since = ?",
          arguments: [room, limit.side.rawValue, limit.celsius, former.since.milliseconds])
      }
      try same.reduce(self) { $0.joined(with: $1) }.insert(into: database)
      try database.keepNewest(Self.limit, of: "room_event", by: "since")
      isFirst = same.isEmpty
      return .commit
    }
    return isFirst
  }

  /// The event with its times as they are stored, in milliseconds.
  private var kept: RoomEvent {
    var event = self
    event.since = Date(milliseconds: since.milliseconds)
    event.until = until.map { Date(milliseconds: $0.milliseconds) }
    return event
  }

  private func insert(into database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO room_event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        room, limit.side.rawValue, limit.celsius, since.milliseconds, isSinceKnown ? 1 : 0, until?.milliseconds,
        extreme,
        name.string,
      ])
  }

  private init?(_ row: Row) {
    guard let room = row.checked(0, as: String.self),
      let side = row.checked(1, as: String.self).flatMap(RoomLimit.Side.init(rawValue:)),
      let celsius = row.checked(2, as: Double.self), let since = row.checked(3, as: Int64.self),
      let isSinceKnown = row.checked(4, as: Bool.self), let extreme = row.checked(6, as: Double.self),
      let name = row.checked(7, as: String.self)
    else { return nil }
    self.init(
      room: room, name: SafeText(oneLine: name), limit: RoomLimit(side, celsius), since: Date(milliseconds: since),
      isSinceKnown: isSinceKnown, until: row.checked(5, as: Int64.self).map { Date(milliseconds: $0) },
      extreme: extreme)
  }
}
