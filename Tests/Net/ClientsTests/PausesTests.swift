import Foundation
import Model
import Testing

@testable import Clients

@Suite struct PausesTests {
  private let pauses = Pauses()

  private func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_795_200_000 + seconds) }

  private func backoff(until end: TimeInterval, at now: TimeInterval, path: String = "a") {
    pauses.note(.pauseRequested(Pause(until: date(end), heard: date(now))), from: path, at: date(now))
  }

  private func throttle(until end: TimeInterval?, at now: TimeInterval) {
    pauses.note(.throttled(Pause(until: end.map(date), heard: date(now))), from: "a", at: date(now))
  }

  private func isFree(_ path: String, at now: TimeInterval) -> Bool {
    pauses.objection(to: [path], at: date(now)) == nil
  }

  @Test func aBackoffIsAboutItsMethodAndAThrottleAboutAll() {
    backoff(until: 12, at: 0)
    #expect(!isFree("a", at: 11.9) && isFree("b", at: 0) && isFree("a", at: 12))
    throttle(until: 30, at: 12)
    #expect(!isFree("a", at: 29.9) && !isFree("b", at: 29.9) && isFree("b", at: 30))
  }

  @Test func aThrottleWithoutATimeIsAMinute() {
    throttle(until: nil, at: 0)
    #expect(!isFree("b", at: 59.9) && isFree("b", at: 60))
  }

  @Test func noPauseIsLongerThanAnHour() {
    backoff(until: 1e9, at: 0)
    throttle(until: 17_524, at: 0)
    for path in ["a", "b"] { #expect(!isFree(path, at: 3_599.9) && isFree(path, at: 3_600)) }
    #expect(pauses.objection(to: ["a"], at: date(1_800))?.pauseEnd == date(17_524), "what was asked for is told")
    #expect(pauses.objection(to: ["a"], at: date(1_800))?.outcome(at: date(1_800)) == .wait(until: date(3_600)))
  }

  @Test func aShorterPauseDoesNotTakeThePlaceOfALongerOne() {
    backoff(until: 100, at: 0)
    backoff(until: 20, at: 5)
    #expect(!isFree("a", at: 99))
    backoff(until: 130, at: 99)
    #expect(!isFree("a", at: 129) && isFree("a", at: 130))
  }

  @Test func aPersonMayTryOnceAMinute() {
    throttle(until: 1_000, at: 0)
    pauses.overridePause(at: date(59))
    #expect(!isFree("a", at: 59), "the service asked for it only just now")
    pauses.overridePause(at: date(60))
    #expect(isFree("a", at: 60) && isFree("b", at: 90), "an open question is several requests, one after the other")
    #expect(!isFree("a", at: 90.1))
    pauses.overridePause(at: date(119))
    #expect(!isFree("a", at: 119))
    pauses.overridePause(at: date(120))
    #expect(isFree("a", at: 120))
    throttle(until: 2_000, at: 121)
    #expect(!isFree("a", at: 121), "the service has asked again")
  }

  @Test func aKeyWithoutAPauseSavesNothingUp() {
    pauses.overridePause(at: date(0))
    throttle(until: 500, at: 1)
    #expect(!isFree("a", at: 2))
    pauses.overridePause(at: date(61))
    #expect(isFree("a", at: 61))
  }

  @Test func aClockThatIsSetBackEndsAPause() {
    throttle(until: 600, at: 0)
    #expect(isFree("a", at: -10))
    pauses.overridePause(at: date(100))
    throttle(until: -3_000, at: -3_600)
    pauses.overridePause(at: date(-3_540))
    #expect(isFree("a", at: -3_540), "a key from before that does not count")
  }
}
