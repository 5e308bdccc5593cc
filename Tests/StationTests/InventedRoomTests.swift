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
}
