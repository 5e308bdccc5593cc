import Foundation
import Model
import Testing
import Text

@Suite struct ServiceErrorTests {
  private static let now = Date(timeIntervalSince1970: 1_795_200_000)

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
    #expect(error.sentence(at: Self.now) == error.sentence)
  }

  @Test(arguments: [
    (0.2, "1 s"), (1, "1 s"), (11.5, "12 s"), (119, "119 s"), (120, "2 min"), (121, "3 min"), (3600, "60 min"),
    (7200, "2 h"), (17_524, "4 h 53 min"), (-5, "1 s"),
  ])
  func aPauseSaysHowLongItLasts(seconds: TimeInterval, text: String) {
    let until = Self.now.addingTimeInterval(seconds)
    #expect(
      ServiceError.pauseRequested(until: until).sentence(at: Self.now).string
        == "The service asked for a pause for another \(text)")
    #expect(
      ServiceError.throttled(until: until).sentence(at: Self.now).string
        == "Too many requests: the service refuses more for another \(text)")
  }

  @Test func withoutAClockAPauseSaysUntilWhen() {
    let until = Self.now.addingTimeInterval(60)
    let time = ClockTime.local.seconds(until)
    #expect(ServiceError.pauseRequested(until: until).sentence == "The service asked for a pause until \(time)")
    #expect(
      ServiceError.throttled(until: until).sentence == "Too many requests: the service refuses more until \(time)")
  }

  @Test(arguments: [Date.distantFuture, Date(timeIntervalSince1970: .infinity)])
  func noDateIsTooFarAway(date: Date) {
    #expect(!ServiceError.throttled(until: date).sentence(at: Self.now).isEmpty)
    #expect(!ServiceError.throttled(until: date).sentence.isEmpty)
  }
}
