import Foundation
import Testing

@testable import Station

@Suite struct InventedRoomTests {
  private let room = InventedRoom(seed: 1, timeZone: .gmt, start: Timestamp(milliseconds: 0))

  @Test func aYearStaysLivableAndMovesSlowlyButForTheWindow() {
    var previous = room.temperature(minute: 29_919_600)
    for minute in stride(from: 29_919_601 as Int64, to: 29_919_600 + 525_600, by: 1) {
      let temperature = room.temperature(minute: minute)
      #expect((15...25).contains(temperature))
      #expect(abs(temperature - previous) < 0.75)
      previous = temperature
    }
  }

  @Test func theAfternoonIsWarmerThanTheNight() {
    func mean(ofHour hour: Int64) -> Double {
      let minutes = (0..<200 as Range<Int64>).flatMap { day in (0..<60).map { day * 1_440 + hour * 60 + $0 } }
      return minutes.map(room.temperature).reduce(0, +) / Double(minutes.count)
    }
    #expect(mean(ofHour: 15) > mean(ofHour: 3) + 1.5)
  }

  @Test func theRoomIsTheSameForTheSameSeedOnly() {
    let again = InventedRoom(seed: 1, timeZone: .gmt, start: Timestamp(milliseconds: 0))
    let other = InventedRoom(seed: 2, timeZone: .gmt, start: Timestamp(milliseconds: 0))
    let minutes = Array(0..<1_440 as Range<Int64>)
    #expect(minutes.map(room.temperature) == minutes.map(again.temperature))
    #expect(minutes.map(room.temperature) != minutes.map(other.temperature))
  }

  private func sums(step: Int64, days: Int64) -> [Int64: StepSum] {
    let now = 29_919_600 * InventedRoom.interval
    return room.sums(
      from: Timestamp(milliseconds: now - days * 86_400_000), to: Timestamp(milliseconds: now), step: step,
      now: Timestamp(milliseconds: now))
  }

  @Test func aYearIsToldByAPartOfItsMinutes() {
    let days = sums(step: 86_400_000, days: 365)
    #expect(days.count == 365)
    let counts = days.values.map(\.count)
    #expect((counts.min() ?? 0) > 30 && (counts.max() ?? 0) <= 48)
    let means = days.values.map { $0.sum / Double($0.count) }
    #expect((means.max() ?? 0) - (means.min() ?? 0) > 2, "summer is warmer")
  }

  @Test func theMeanOfAPartIsThatOfAll() {
    let days = sums(step: 86_400_000, days: 30)
    let minutes = sums(step: 60_000, days: 30)
    for (day, sum) in days {
      let all = (day * 1_440..<(day + 1) * 1_440).compactMap { minutes[$0]?.sum }
      #expect(all.count == 1_440 && abs(sum.sum / Double(sum.count) - all.reduce(0, +) / 1_440) < 0.1)
    }
  }
}
