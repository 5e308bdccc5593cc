import Foundation
import Model
import ModelTesting
import Rooms
import Testing
import Text

@testable import Storage

/// Temperatures that nothing else keeps, over restarts, and what becomes of them with time.
@Suite struct OwnReadingTests {
  private let folder: TemporaryFolder
  private let start = Date(timeIntervalSince1970: 1_790_000_400)
  private let source = "this-machine"

  init() throws { folder = try TemporaryFolder() }

  private func keep(_ readings: [(String, Double, Double)], of source: String? = nil) {
    let state = StateDatabase(folder.state)
    KeptReadings(in: state).keep(
      readings.map { room, seconds, celsius in
        OwnReading(key: RoomKey(room), Temperature(time: start + seconds, celsius: celsius))
      }, of: source ?? self.source)
    #expect(state.flush(within: 300))
  }

  private func readings(
    _ room: String = "a", from: Double = -1e9, to: Double = 1e8, step: TimeInterval = 60
  ) async -> [RoomReading]? {
    await KeptReadings(in: StateDatabase(folder.state)).readings(
      of: source, over: start + from...start + to, step: step
    ).only[
      RoomKey(room)]
  }

  private func reading(_ seconds: Double, _ lowest: Double, _ mean: Double, _ highest: Double) -> RoomReading {
    RoomReading(time: start + seconds, lowest: lowest, mean: mean, highest: highest)
  }

  private func rollUp(_ seconds: Double) {
    let state = StateDatabase(folder.state)
    KeptReadings(in: state).rollUpReadings(at: start + seconds)
    #expect(state.flush(within: 300))
  }

  @Test func stepsHaveLowestMeanAndHighestOfEachRoom() async {
    keep([("a", 0, 20), ("a", 10, 26), ("b", 10, -3), ("a", 60, 21)])
    keep([("a", 0, 99)], of: "metrics http://pi.local/metrics")
    #expect(await readings() == [reading(0, 20, 23, 26), reading(60, 21, 21, 21)])
    #expect(await readings("b") == [reading(0, -3, -3, -3)])
    #expect(await readings("c") == nil)
    #expect(await readings(from: 59, to: 60) == [reading(0, 20, 23, 26), reading(60, 21, 21, 21)], "a step is whole")
    #expect(await readings(from: 60, to: 61) == [reading(60, 21, 21, 21)])
    #expect(await readings(step: 1_200) == [reading(-400 + 400, 20, 67.0 / 3, 26)])
  }

  @Test func whatIsNoTemperatureIsNotKept() async {
    keep([("a", 0, .nan), ("a", 10, .infinity), ("a", 20, 1e9), ("a", 30, 21)])
    #expect(await readings() == [reading(0, 21, 21, 21)])
  }

  @Test func minutesAndHoursTakeThePlaceOfSingleReadings() async throws {
    keep([("a", 0, 20), ("a", 10, 26), ("a", 70, 21), ("a", 86_400, 30)])
    rollUp(86_400 + 120)
    func lengths() throws -> [Int64] {
      try Raw.values("SELECT length || ':' || count FROM own_reading ORDER BY time", in: folder.state).map {
        (text: String) in Int64(text.split(separator: ":")[0]) ?? -1
      }
    }
    #expect(try lengths() == [60_000, 60_000, 0])
    let before = [reading(0, 20, 23, 26), reading(60, 21, 21, 21), reading(86_400, 30, 30, 30)]
    #expect(await readings() == before)
    // What comes late is joined with the minute that is there.
    keep([("a", 20, 32)])
    rollUp(86_400 + 120)
    #expect(await readings(to: 59) == [reading(0, 20, 26, 32)])
    rollUp(31 * 86_400)
    #expect(try lengths() == [3_600_000, 60_000])
    #expect(await readings(to: 80_000, step: 3_600)?.map(\.highest) == [32])
    #expect(await readings(to: 80_000, step: 3_600)?.map(\.mean) == [99.0 / 4])
    rollUp(3 * 365 * 86_400)
    #expect(try lengths() == [])
    #expect(try Raw.values("SELECT room FROM own_series", in: folder.state) == [String]())
  }

  // MARK: - Limits

  @Test func aSourceWhoseRoomsChangeWithEachAnswerKeepsTheNewest() async throws {
    let limit = ReadingLimits.rooms
    keep([("other", 0, 20)], of: "this-machine /tmp")
    for poll in 0..<(limit / 20 + 3) {
      let seconds = Double(poll) * 10
      // One room stays.
      keep([("stays", seconds, 20)] + (0..<20).map { ("\(poll) \($0)", seconds, 20) })
    }
    let rooms =
      try Raw.values("SELECT room FROM own_series WHERE source = 'this-machine' ORDER BY id", in: folder.state)
      as [String]
    #expect(rooms.count == limit && rooms.contains("stays") && rooms.contains("\(limit / 20 + 2) 19"))
    #expect(!rooms.contains("0 0") && !rooms.contains("2 19"))
    let orphans: [Int64] = try Raw.values(
      "SELECT COUNT(*) FROM own_reading WHERE series NOT IN (SELECT id FROM own_series)", in: folder.state)
    #expect(orphans == [0])
    #expect(await readings("stays")?.count == (limit / 20 + 3) / 6 + 1)
    #expect(
      StateDatabase(folder.state).summary().notes == [
        "temperatures of this-machine: 200 rooms of 200 at most",
        "temperatures of this-machine /tmp: 1 room of 200 at most",
      ])
  }

  @Test func roomsWithEndlessNamesAreKeptByTheirHash() async throws {
    let long = String(repeating: "x", count: 100_000)
    keep([(long, 0, 20), (long + "y", 0, 21)])
    #expect(await readings(long)?.map(\.mean) == [20])
    #expect(await readings(long + "y")?.map(\.mean) == [21])
    let lengths: [Int64] = try Raw.values("SELECT length(room) FROM own_series", in: folder.state)
    #expect(lengths.count == 2 && lengths.allSatisfy { $0 <= TextLimit.key.scalars })
  }
}
