import Foundation
import Model
import Testing
import Text

@Suite struct ServiceErrorTests {
  @Test(arguments: [
    (
      ServiceError.unreachable(host: "api.stackexchange.com", reason: "connection refused"),
      "No connection to api.stackexchange.com: connection refused"
    ),
    (.timedOut(host: "host", seconds: 30), "host did not answer within 30 s"),
    (.connectionLost(host: "host"), "host closed the connection too early"),
    (.httpStatus(502, host: "host"), "host is in trouble (HTTP 502): try again later"),
    (.httpStatus(302, host: "host"), "host has moved to another address (HTTP 302): check the URL"),
    (.httpStatus(404, host: "host"), "host has nothing at this address (HTTP 404): check the URL"),
    (.httpStatus(403, host: "host"), "host denies access (HTTP 403)"),
    (.httpStatus(418, host: "host"), "host answered with HTTP status 418"),
    (
      .malformedAnswer(host: "host", detail: "HTML instead of JSON"),
      "Cannot read the answer of host: HTML instead of JSON"
    ),
    (
      .httpStatus(404, host: "host", words: "no such room"), "host has nothing at this address (HTTP 404): no such room"
    ),
    (.httpStatus(401, host: "host", words: "no org id"), "host denies access (HTTP 401): no org id"),
    (.httpStatus(400, host: "host", words: "ids"), "host answered with HTTP status 400: ids"),
    (.inTrouble(by: "Stack Exchange", words: "maintenance"), "Stack Exchange is in trouble: maintenance"),
    (.inTrouble(words: ""), "The service is in trouble: try again later"),
    (.challenged(host: "host"), "host asks for a browser; try later or another network"),
    (.throttled(Pause(until: nil, words: "slow down")), "Too many requests: slow down"),
    (.refused(name: "access_denied", message: "page above 25"), "Refused: page above 25 (access_denied)"),
    (.refused(name: "access_denied", message: ""), "Refused: access_denied"),
    (.throttled(until: nil), "Too many requests: wait a while before the next one"),
    (.notFound("question 7"), "Not found: question 7"),
    (
      .unusableVariable("HTTPS_PROXY", sentence: "HTTPS_PROXY is no proxy: see curl"),
      "HTTPS_PROXY is no proxy: see curl"
    ),
  ])
  func everyErrorHasASentence(error: ServiceError, sentence: String) {
    #expect(error.sentence.string == sentence)
  }

  @Test(arguments: [
    (ServiceError.unreachable(host: "host", reason: "connection refused"), "connection refused"),
    (.timedOut(host: "host", seconds: 30), "no answer in 30 s"),
    (.connectionLost(host: "host"), "connection lost"),
    (.httpStatus(502, host: "host"), "server error 502"),
    (.httpStatus(302, host: "host"), "moved away 302"),
    (.httpStatus(404, host: "host"), "nothing there 404"),
    (.httpStatus(401, host: "host"), "access denied 401"),
    (.httpStatus(418, host: "host"), "HTTP status 418"),
    (.malformedAnswer(host: "host", detail: "HTML instead of JSON"), "HTML instead of JSON"),
    (.httpStatus(404, host: "host", words: "no such room"), "no such room"),
    (.inTrouble(by: "Stack Exchange", words: "maintenance"), "maintenance"), (.inTrouble(words: ""), "in trouble"),
    (.challenged(host: "host"), "asks for a browser"),
    (.refused(name: "access_denied", message: "page above 25"), "page above 25"),
    (.refused(name: "access_denied", message: ""), "access_denied"),
    (.throttled(until: nil), "too many requests"),
    (.throttled(until: Date(timeIntervalSince1970: 3_600)), "wait until 01:00"),
    (.pauseRequested(until: Date(timeIntervalSince1970: 3_620), by: "Stack Exchange"), "wait until 01:00:20"),
    (.notFound("question 7"), "not found: question 7"),
    (.unusableVariable("HTTPS_PROXY", sentence: "HTTPS_PROXY is no proxy: see curl"), "HTTPS_PROXY cannot be used"),
  ])
  func everyErrorHasAShortSentenceForNarrowPlaces(error: ServiceError, sentence: String) {
    #expect(error.shortSentence(clock: .utc).string == sentence)
    #expect(sentence.count <= error.sentence(clock: .utc).string.count)
  }

  @Test func anErrorKnowsWhoWasAskedWhereThatIsOneServer() {
    #expect(ServiceError.connectionLost(host: "host").host == "host")
    #expect(ServiceError.throttled(until: nil).host == nil)
  }

  @Test func aPauseSaysUntilWhenByTheLocalClock() {
    let until = Date(timeIntervalSince1970: 1_795_200_060)
    let time = ClockTime.local.minutes(until)
    #expect(ServiceError.pauseRequested(until: until).sentence == "The service asked to wait until \(time)")
    #expect(
      ServiceError.throttled(until: until, by: "Stack Exchange").sentence
        == "Stack Exchange asked to wait until \(time)")
  }

  @Test(
    arguments: [
      (60, "14:05"), (35_700, "23:59"), (35_760, "22 Nov 00:00"), (3_456_000, "31 Dec 14:04"),
      (3_542_400, "1 Jan 2027 14:04"), (-86_400, "20 Nov 14:04"),
    ] as [(TimeInterval, String)])
  func aTimeOfAnotherDayIsToldWithItsDate(seconds: TimeInterval, time: String) {
    // 2026-11-21 14:04:00 UTC.
    let heard = Date(timeIntervalSince1970: 1_795_269_840)
    let pause = Pause(until: heard.addingTimeInterval(seconds), by: "X", words: "be patient", heard: heard)
    for error in [ServiceError.throttled(pause), .pauseRequested(pause)] {
      #expect(error.sentence(clock: .utc).string == "X asked to wait until \(time): be patient")
      #expect(error.shortSentence(clock: .utc).string == "wait until \(time)")
    }
  }

  @Test func aPauseIsAnHourAtMostAndAMinuteWhereNoTimeIsNamed() {
    let heard = Date(timeIntervalSince1970: 1_795_269_840)
    func end(_ seconds: TimeInterval?, at later: TimeInterval) -> TimeInterval {
      let pause = Pause(until: seconds.map { heard.addingTimeInterval($0) }, heard: heard)
      return pause.end(at: heard.addingTimeInterval(later)).timeIntervalSince(heard)
    }
    #expect([end(10, at: 0), end(3_600, at: 5), end(1e9, at: 900), end(nil, at: 30)] == [10, 3_600, 3_600, 60])
    let pause = Pause(until: heard.addingTimeInterval(600), heard: heard)
    let times: [TimeInterval] = [-1, 0, 59, 60, 599, 600]
    #expect(times.map { pause.holds(at: heard.addingTimeInterval($0)) } == [false, true, true, true, true, false])
    #expect(
      times.map { pause.holdsForPerson(at: heard.addingTimeInterval($0)) } == [false, true, true, false, false, false])
  }

  @Test(arguments: [
    (200, ServiceError.Outcome.passing), (301, .needsPerson), (400, .needsPerson), (401, .needsPerson),
    (403, .needsPerson), (404, .needsPerson), (408, .passing), (410, .gone), (425, .passing), (429, .passing),
    (500, .passing), (503, .passing), (999, .passing),
  ])
  func aStatusMeansWhatItMeans(status: Int, outcome: ServiceError.Outcome) {
    #expect(ServiceError.httpStatus(status, host: "host").outcome(at: .distantPast) == outcome)
  }

  @Test(arguments: [Date.distantFuture, Date(timeIntervalSince1970: .infinity)])
  func noDateIsTooFarAway(date: Date) {
    #expect(!ServiceError.throttled(until: date).sentence.isEmpty)
  }
}
