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
    (.refused(name: "access_denied", message: "page above 25"), "Refused: page above 25 (access_denied)"),
    (.refused(name: "access_denied", message: ""), "Refused: access_denied"),
    (.throttled(until: nil), "Too many requests: wait a while before the next one"),
    (.notFound("question 7"), "Not found: question 7"),
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
    (.refused(name: "access_denied", message: "page above 25"), "page above 25"),
    (.refused(name: "access_denied", message: ""), "access_denied"),
    (.throttled(until: nil), "too many requests"),
    (.throttled(until: Date(timeIntervalSince1970: 3_600)), "wait until 01:00"),
    (.pauseRequested(until: Date(timeIntervalSince1970: 3_620), by: "Stack Exchange"), "wait until 01:00:20"),
    (.notFound("question 7"), "not found: question 7"),
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

  @Test(arguments: [Date.distantFuture, Date(timeIntervalSince1970: .infinity)])
  func noDateIsTooFarAway(date: Date) {
    #expect(!ServiceError.throttled(until: date).sentence.isEmpty)
  }
}
