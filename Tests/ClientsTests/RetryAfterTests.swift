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

  @Test(arguments: ["3601", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func noServerKeepsItsClientsAwayForEver(text: String) {
    #expect(RetryAfter.date(in: ["Retry-After": text], at: example) == example.addingTimeInterval(3600))
  }

  @Test func aRefusalSaysUntilWhen() {
    let until = example.addingTimeInterval(120)
    func error(_ status: Int, _ headers: HTTPHeaders) -> ServiceError {
      ServiceError(status: status, headers: headers, host: "host", at: example)
    }
    #expect(error(429, ["Retry-After": "120"]) == .throttled(until: until, by: "host"))
    #expect(error(429, [:]) == .throttled(until: nil, by: "host"))
    #expect(error(503, ["Retry-After": "120"]) == .pauseRequested(until: until, by: "host"))
    #expect(error(503, [:]) == .httpStatus(503, host: "host"))
    #expect(error(500, ["Retry-After": "120"]) == .httpStatus(500, host: "host"))
  }
}
