import Foundation
import Testing

@testable import Clients

@Suite struct ISO8601Tests {
  @Test(arguments: [
    ("2014-05-15T14:46:00.828Z", 1_400_165_160.828),
    ("2012-12-11 21:28:00 +0000", 1_355_261_280),
    ("2012-12-11 21:28:00 UTC", 1_355_261_280),
    ("2012-12-11 21:28:00.25 UTC", 1_355_261_280.25),
    ("2017-08-08T17:34:54+00:00", 1_502_213_694),
    ("2012-12-11T22:28:00+01:00", 1_355_261_280),
    ("2012-12-11T15:58:00-0530", 1_355_261_280),
    ("2012-12-11T23:28:00+02", 1_355_261_280),
    ("2026-11-20T22:00:54.054123456Z", 1_795_212_054.054123),
    ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("2000-02-29T00:00:00Z", 951_782_400),
    ("1969-12-31T23:59:59.5Z", -0.5),
    ("0001-01-01T00:00:00Z", -62_135_596_800),
  ])
  func everyFormThatServicesSendIsRead(text: String, seconds: Double) {
    #expect(ISO8601.date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "2012", "2012-12-11", "2012-12-11T21:28:00", "2012-13-11T21:28:00Z", "2012-12-32T21:28:00Z",
    "2023-02-29T00:00:00Z", "2012-12-11T24:00:00Z", "2012-12-11T21:60:00Z", "2012-12-11T21:28:61Z",
    "2012-12-11T21:28:00.Z", "2012-12-11T21:28:00Zz", "2012-12-11T21:28:00+1", "2012-12-11T21:28:00+25:00",
    "2012-12-11T21:28:00+01:", "2012-12-11T21:28:00 PST", "2012\u{0661}12-11T21:28:00Z", "２０１２-12-11T21:28:00Z",
    "yesterday", "99999-12-11T21:28:00Z", "-012-12-11T21:28:00Z",
  ])
  func whatNamesNoInstantIsNone(text: String) {
    #expect(ISO8601.date(text) == nil)
  }

  @Test(arguments: [
    (1_355_261_280.0, "2012-12-11T21:28:00Z"),
    (1_355_261_280.999, "2012-12-11T21:28:00Z"),
    (951_782_399, "2000-02-28T23:59:59Z"),
    (-0.5, "1969-12-31T23:59:59Z"),
  ])
  func instantsAreWrittenInWholeSecondsOfUTC(seconds: Double, text: String) {
    #expect(ISO8601.string(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func noDateIsTooFarAwayToBeWritten(seconds: Double) {
    #expect(ISO8601.string(Date(timeIntervalSince1970: seconds)).count == 20)
  }
}
