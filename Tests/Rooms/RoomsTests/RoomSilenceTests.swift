import Foundation
import Testing
import Text

@testable import Model
@testable import Rooms

/// When a room is silent, and since when.
@Suite struct RoomSilenceTests {
  private let now = Date(timeIntervalSince1970: 1_795_348_800)

  private func silence(
    _ reason: SafeText? = nil, lastMinutesAgo last: Double?, heard: Double? = nil, usual: TimeInterval? = 120
  ) -> RoomSilence? {
    RoomSilence(
      saidToBe: reason, last: last.map { now - $0 * 60 }, heard: heard.map { now - $0 * 60 }, usualInterval: usual,
      at: now)
  }

  @Test func aRoomIsSilentTenMinutesAfterItsLastReading() {
    #expect(silence(lastMinutesAgo: 10) == nil)
    #expect(silence(lastMinutesAgo: 45) == RoomSilence(since: now - 2_700, reason: "no reading"))
    #expect(silence(lastMinutesAgo: nil) == RoomSilence(since: nil, reason: "no temperature in the last 24 h"))
    #expect(silence(lastMinutesAgo: -5) == nil, "a server whose clock is ahead")
  }

  @Test func aRoomThatIsMeasuredRarelyIsWaitedForLonger() {
    #expect(silence(lastMinutesAgo: 85, usual: 1_800) == nil)
    #expect(silence(lastMinutesAgo: 95, usual: 1_800) != nil)
    #expect(RoomSilence.usualInterval(of: [0, 1_800, 3_600, 3_720, 5_400]) == 1_800)
    #expect(RoomSilence.usualInterval(of: [0, 1_800]) == nil)
  }

  @Test func aServerWhoseClockIsBehindIsHeard() {
    #expect(silence(lastMinutesAgo: 50, heard: 1) == nil)
    #expect(silence(lastMinutesAgo: 50, heard: 11) == RoomSilence(since: now - 3_000, reason: "no reading"))
  }

  @Test func theSourceKnowsBest() {
    #expect(silence("unavailable", lastMinutesAgo: 1) == RoomSilence(since: now - 60, reason: "unavailable"))
    #expect(silence("unavailable", lastMinutesAgo: nil) == RoomSilence(since: nil, reason: "unavailable"))
  }
}
