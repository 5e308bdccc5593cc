import Foundation
import Model
import NIOHTTP1
import Testing

@testable import Clients

@Suite struct RetryAfterTests {
  /// 6 November 1994, 08:49:37 GMT, the example of RFC 9110, §5.6.7.
  private let example = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    "120", " 120 ", "Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT", "Sun Nov  6 08:51:37 1994",
  ])
  func secondsAndTheThreeFormsOfADateAreRead(text: String) {
    #expect(RetryAfter.date(in: ["Retry-After": text], at: example) == example.addingTimeInterval(120))
  }

  @Test(arguments: [
    "", "soon", "-5", "0", "1.5", "Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 99 Nov 1994 08:51:37 GMT", "1e9",
  ])
  func whatIsNoTimeToComeIsNone(text: String) {
    #expect(RetryAfter.date(in: ["Retry-After": text], at: example) == nil)
  }

  @Test(arguments: [
    "3601", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT", String(repeating: "9", count: 400),
  ])
  func noServerKeepsItsClientsAwayForEverAndWhatItAskedForIsTold(text: String) throws {
    let asked = try #require(RetryAfter.date(in: ["Retry-After": text], at: example))
    #expect(asked > example.addingTimeInterval(3600))
    for status in [429, 503] {
      let error = ServiceError(status: status, headers: ["Retry-After": text], host: "host", at: example)
      #expect(error.outcome(at: example) == .wait(until: example.addingTimeInterval(3600)))
      #expect(error.outcome(at: example.addingTimeInterval(60)) == .wait(until: example.addingTimeInterval(3600)))
      #expect(error.pauseEnd == asked)
    }
  }

  @Test(arguments: [
    // A server whose clock is an hour behind, one that is an hour ahead, and one that tells no time that can be read.
    ("Sun, 06 Nov 1994 07:49:37 GMT", "Sun, 06 Nov 1994 07:51:37 GMT"),
    ("Sun, 06 Nov 1994 09:49:37 GMT", "Sun, 06 Nov 1994 09:51:37 GMT"),
    ("Sunday, 06-Nov-94 07:49:37 GMT", "Sun Nov  6 07:51:37 1994"), ("soon", "Sun, 06 Nov 1994 08:51:37 GMT"),
  ])
  func aDateIsMeantByTheServersOwnClock(date: String, retryAfter: String) {
    let headers: HTTPHeaders = ["Date": date, "Retry-After": retryAfter]
    #expect(RetryAfter.date(in: headers, at: example) == example.addingTimeInterval(120))
  }

  @Test func aRefusalSaysUntilWhen() {
    let until = example.addingTimeInterval(120)
    func error(_ status: Int, _ headers: HTTPHeaders) -> ServiceError {
      ServiceError(status: status, headers: headers, host: "host", at: example)
    }
    #expect(error(429, ["Retry-After": "120"]) == .throttled(Pause(until: until, by: "host", heard: example)))
    #expect(error(429, [:]) == .throttled(Pause(until: nil, by: "host", heard: example)))
    #expect(error(503, ["Retry-After": "120"]) == .pauseRequested(Pause(until: until, by: "host", heard: example)))
    #expect(error(503, [:]) == .httpStatus(503, host: "host"))
    #expect(error(500, ["Retry-After": "120"]) == .httpStatus(500, host: "host"))
  }
}
