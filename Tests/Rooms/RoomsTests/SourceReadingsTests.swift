import Foundation
import Model
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// What the rooms of a source make of its answers.
@Suite struct SourceReadingsTests {
  private let now = Date(timeIntervalSince1970: 1_355_261_280)
  private var readings = SourceReadings()

  /// Has the source answer the next request, some seconds later, with a reading for each room.
  ///
  /// - Returns: Whether the whole day was requested.
  private mutating func answer(_ keys: String..., emptiness: SafeText? = nil, after seconds: Double) -> Bool {
    let date = now + seconds
    let query = readings.nextQuery(at: date)
    let rooms = keys.map { key in
      RoomReadings(
        key: RoomKey(key), readings: [RoomReading(Temperature(time: date - 125, celsius: 20))],
        latest: Temperature(time: date - 5, celsius: 20))
    }
    readings = readings.asked(at: date)
      .joined(with: RoomAnswer(rooms: rooms, emptiness: emptiness), of: "a", over: query, at: date)
    return date.timeIntervalSince(query.lowerBound) >= 86_400
  }

  @Test mutating func theDayOfANewRoomIsRequestedOnce() {
    #expect(answer("a", after: 0))
    #expect(!answer("a", after: 10))
    #expect(!answer("a", "b", after: 20))
    #expect(answer("a", "b", after: 30), "of the second room only the end is known")
    #expect(!answer("a", "b", after: 40))
  }

  @Test mutating func aNewRoomFollowsTheOneThatItFollowsInTheAnswer() {
    _ = answer("a", "c", after: 0)
    _ = answer("a", "b", "c", after: 10)
    #expect(readings.rooms.map(\.key) == ["a", "b", "c"].map { RoomKey($0) })
  }

  @Test mutating func aRoomThatHasGoneStaysWithItsDay() {
    _ = answer("a", "b", after: 0)
    _ = answer("a", after: 10)
    #expect(readings.rooms.map(\.key) == ["a", "b"].map { RoomKey($0) })
    _ = answer("a", after: 100_000)
    #expect(readings.rooms.map(\.key) == [RoomKey("a")])
  }

  @Test mutating func aSourceWithRoomsIsNotEmpty() {
    _ = answer(emptiness: "no sensors", after: 0)
    #expect(readings.emptiness == "no sensors")
    _ = answer("a", emptiness: "no sensors", after: 10)
    #expect(readings.emptiness == nil)
  }
}
