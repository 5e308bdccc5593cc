import Foundation
import Testing
import Text

/// Times as a person writes them, in a time zone whose clock is changed on 29 March and on 25 October 2026.
@Suite struct TimeWordsTests {
  private static let spring = date("2026-03-29T01:00:00Z"), autumn = date("2026-10-25T01:00:00Z")
  private static let clock = ClockTime { $0 >= spring && $0 < autumn ? 7_200 : 3_600 }
  /// A Thursday.
  private static let now = date("2026-11-26T09:30:00Z")

  private static func date(_ text: String) -> Date { (try? Date(text, strategy: .iso8601)) ?? .distantPast }

  private static func meaning(_ text: SafeText, now: Date = now) -> TimeWords.Meaning {
    TimeWords.meaning(of: text, now: now, in: clock)
  }

  @Test(
    arguments: [
      ("07:00", "2026-11-26T06:00:00Z"), ("7:00", "2026-11-26T06:00:00Z"), ("10:30", "2026-11-26T09:30:00Z"),
      ("10:31", "2026-11-25T09:31:00Z"), ("23:59:59", "2026-11-25T22:59:59Z"),
      ("7am", "2026-11-26T06:00:00Z"), ("7:15 PM", "2026-11-25T18:15:00Z"), ("12am", "2026-11-25T23:00:00Z"),
      ("12 pm", "2026-11-25T11:00:00Z"), ("now", "2026-11-26T09:30:00Z"),
      ("yesterday 7:00", "2026-11-25T06:00:00Z"), ("7:00 Yesterday", "2026-11-25T06:00:00Z"),
      ("yesterday at 7:00", "2026-11-25T06:00:00Z"), ("yesterday", "2026-11-24T23:00:00Z"),
      ("today 7:00", "2026-11-26T06:00:00Z"), ("today", "2026-11-25T23:00:00Z"),
      ("mon 7:00", "2026-11-23T06:00:00Z"), ("Friday, 7:00", "2026-11-20T06:00:00Z"),
      ("thu 7:00", "2026-11-26T06:00:00Z"), ("thursday 11:00", "2026-11-19T10:00:00Z"),
      ("24 Nov 07:00", "2026-11-24T06:00:00Z"), ("Nov 24 7:00", "2026-11-24T06:00:00Z"),
      ("07:00 24 november", "2026-11-24T06:00:00Z"), ("24 Nov", "2026-11-23T23:00:00Z"),
      ("24.11. 7:00", "2026-11-24T06:00:00Z"), ("24.11.2025 7:00", "2025-11-24T06:00:00Z"),
      ("24 Dec 7:00", "2025-12-24T06:00:00Z"), ("29 feb 12:00", "2024-02-29T11:00:00Z"),
      ("24 Nov 2025 07:00", "2025-11-24T06:00:00Z"), ("2026-11-24 07:00", "2026-11-24T06:00:00Z"),
      ("2026-11-24T07:00", "2026-11-24T06:00:00Z"), ("2026-11-24T07:00:30Z", "2026-11-24T07:00:30Z"),
      ("2026-07-01 07:00", "2026-07-01T05:00:00Z"), ("02:30-05:00 2026-11-24", "2026-11-24T07:30:00Z"),
    ] as [(SafeText, String)])
  func aTimeIsRead(text: SafeText, expected: String) {
    #expect(Self.meaning(text) == .times([Self.date(expected)]))
  }

  @Test(
    arguments: [
      ("", "07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("soon", "“soon” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("25:00", "“25:00” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("7:60", "“7:60” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("13pm", "“13pm” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("7:00 8:00", "“8:00” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("now 7:00", "“7:00” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("mon tue", "“tue” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"),
      ("24", "A day has a number and a month: 24 Nov 07:00"),
      ("nov 7:00", "A day has a number and a month: 24 Nov 07:00"),
      ("2026 7:00", "A day has a number and a month: 24 Nov 07:00"),
      ("yesterday 24 nov", "A day has a number and a month: 24 Nov 07:00"),
      ("31 jun 7:00", "There is no 31 Jun"), ("2025-02-29", "There is no 29 Feb 2025"),
      ("2026-13-01", "There is no month 13"), ("0.0.", "There is no month 0"),
      ("tomorrow 7:00", "07:00 on 27 Nov 2026 is in the future"),
      ("2026-11-26 10:31", "10:31 on 26 Nov 2026 is in the future"),
      ("2027-01-01", "00:00 on 1 Jan 2027 is in the future"),
      ("9999-12-31 23:59", "23:59 on 31 Dec 9999 is in the future"),
    ] as [(SafeText, SafeText)])
  func whatIsNoTimeIsSaid(text: SafeText, sentence: SafeText) {
    #expect(Self.meaning(text) == .mistake(sentence))
  }

  @Test(arguments: ["2026-03-29 02:30", "29 mar 2:30", "2026-03-29 02:00", "2026-03-29 02:59:59"] as [SafeText])
  func aTimeThatTheClockLeapsOverDoesNotExist(text: SafeText) {
    guard case .mistake(let sentence) = Self.meaning(text) else { return #expect(Bool(false), "\(text)") }
    #expect(sentence.string.hasSuffix("on 29 Mar 2026: the clock was set forward"))
  }

  /// On the very day, when `02:30` means today.
  @Test func todaysMissingHourIsNotYesterdays() {
    let noon = Self.date("2026-03-29T10:00:00Z")
    #expect(Self.meaning("2:30", now: noon) == .mistake("There is no 02:30 on 29 Mar 2026: the clock was set forward"))
    #expect(Self.meaning("3:00", now: noon) == .times([Self.spring]))
    #expect(Self.meaning("1:59", now: noon) == .times([Self.spring - 60]))
  }

  @Test func aTimeThatComesTwiceIsBoth() {
    let both = [Self.autumn - 1_800, Self.autumn + 1_800]
    #expect(Self.meaning("2026-10-25 02:30") == .times(both))
    #expect(Self.meaning("25 Oct 2:30") == .times(both))
    #expect(Self.meaning("2026-10-25 02:30+02:00") == .times([both[0]]))
    #expect(Self.meaning("2026-10-25 02:30+01:00") == .times([both[1]]))
    #expect(Self.meaning("2026-10-25 03:00") == .times([Self.autumn + 3_600]))
    #expect(Self.meaning("2:30", now: both[0] + 60) == .times([both[0]]), "the second is in the future")
  }

  /// Whatever is typed, it is read or refused.
  @Test func nothingThatIsTypedTraps() {
    let pieces = [
      "7", "07:00", "9999", "0000", ":", "::", "-", "+", "z", "t", "0000-00-00", "9999-99-99t", "99.99.9999", "..",
      "am",
      "pm", "24", "nov", "sun", "now", "2026-11-24", "7:00+99:99", "1:00-", "７:００", "é", "99999999999999999999", "0pm",
    ]
    for one in pieces {
      for other in pieces {
        for text in ["\(one) \(other)", "\(one)\(other)"] { _ = Self.meaning(SafeText(oneLine: text)) }
      }
    }
  }
}
