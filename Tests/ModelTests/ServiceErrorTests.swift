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

  @Test func aPauseSaysUntilWhenByTheLocalClock() {
    let until = Date(timeIntervalSince1970: 1_795_200_060)
    let time = ClockTime.local.seconds(until)
    #expect(ServiceError.pauseRequested(until: until).sentence == "The service asked for a pause until \(time)")
    #expect(
      ServiceError.throttled(until: until).sentence == "Too many requests: the service refuses more until \(time)")
  }

  @Test(arguments: [Date.distantFuture, Date(timeIntervalSince1970: .infinity)])
  func noDateIsTooFarAway(date: Date) {
    #expect(!ServiceError.throttled(until: date).sentence.isEmpty)
  }
}
