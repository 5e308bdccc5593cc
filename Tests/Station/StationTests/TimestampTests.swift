import Foundation
import Testing

@testable import Station

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2012-12-11T21:28:00Z", 1_355_261_280_000), ("2012-12-11 21:28:00 +0000", 1_355_261_280_000),
    ("2012-12-11 21:28:00 UTC", 1_355_261_280_000), ("2012-12-11T22:58:00+01:30", 1_355_261_280_000),
    ("2012-12-11T14:28-0700", 1_355_261_280_000), ("2012-12-11T21:28:00", 1_355_261_280_000),
    ("2014-05-15T14:46:00.828Z", 1_400_165_160_828), ("2014-05-15T14:46:00.8289999Z", 1_400_165_160_828),
    ("2014-05-15T14:46:00,8Z", 1_400_165_160_800), ("2024-02-29", 1_709_164_800_000),
    ("1969-12-31T23:59:59.999Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
  ])
  func datesAreReadAsTheyAreWritten(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "now", "2012", "2012-13-01", "2012-00-01", "2023-02-29", "2012-12-11T25:00:00Z", "2012-12-11T21:60:00Z",
    "2012-12-11T21:28:00 01:00", "2012-12-11T21:28:00Zulu", "2012-12-11T21:28:00.Z", "2012-12-11T21", "12-12-2012",
    "２０１２-12-11", "2012-12-11T", "+2012-12-11", "2012-12-11T21:28:00+24:00",
  ])
  func whatIsNoDateIsNone(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: [
    (-0x1p62, "0001-01-01T00:00:00.000Z"), (0x1p62, "9999-12-31T23:59:59.000Z"),
    (.infinity, "9999-12-31T23:59:59.000Z"),
  ])
  func aClockOutsideOfTheYearsThatAreWrittenIsAtTheirEnd(seconds: TimeInterval, text: String) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)).iso8601 == text)
  }

  @Test func everyDayOfFourCenturiesIsWrittenAsItIsRead() {
    // A day and an odd time further each time, across leap years and the turn of centuries, and before 1970.
    for step in stride(from: -73_000 as Int64, to: 73_000, by: 1) {
      let timestamp = Timestamp(milliseconds: step * 86_400_000 + step * 1_237)
      #expect(Timestamp(iso8601: timestamp.iso8601) == timestamp)
    }
  }

  @Test func allFormsAgree() {
    let timestamp = Timestamp(milliseconds: 1_400_165_160_828)
    #expect(timestamp.iso8601 == "2014-05-15T14:46:00.828Z")
    #expect(timestamp.conAir == "2014-05-15 14:46:00 +0000")
    #expect(timestamp.httpDate == "Thu, 15 May 2014 14:46:00 GMT")
    #expect(Timestamp(milliseconds: 784_111_777_000).httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(Timestamp(milliseconds: -1).httpDate == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(Timestamp(timestamp.date) == timestamp)
  }
}
