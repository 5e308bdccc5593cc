import Foundation
import Model
import Testing

@testable import PaneKit
@testable import Rooms

/// What a row shows makes it another row; what its line is made from does not.
@Suite struct RoomRowTests {
  private static let row = RoomRow(
    room: Room(
      id: Room.ID(source: .init(ordinal: 0), key: nil), name: nil, kind: .conAir, limits: RoomSettings.Limits()))

  private static func changed(_ change: (inout RoomRow) -> Void) -> RoomRow {
    var row = row
    change(&row)
    return row
  }

  @Test func whatIsShownMakesADifference() {
    let now = Date(timeIntervalSince1970: 1_000)
    let rows = [
      Self.row, Self.changed { $0.room.name = "Office" },
      Self.changed { $0.latest = Temperature(time: now, celsius: 20) },
      Self.changed { $0.trouble = ServiceFailure(.notFound("it"), since: now) },
      Self.changed { $0.remark = "far away" }, Self.changed { $0.staleSince = now },
      Self.changed { $0.isAwaited = true },
      Self.changed { $0.silence = RoomSilence(reason: "too far") },
    ]
    for (index, row) in rows.enumerated() {
      #expect(rows.firstIndex(of: row) == index)
    }
    // Room, mark, and those that the line and the silence are made from.
    #expect(
      Mirror(reflecting: Self.row).children.count == rows.count - 1 + 1 + 4, "a new one is compared, or is listed here")
    #expect(Self.changed { $0.answeredAt = now } == Self.row && Self.changed { $0.origin = .demo } == Self.row)
  }
}
