import Foundation
import Testing
import Text

@Suite struct NumberAndTimeTextTests {
  @Test func decimalsAreFixedAndTiesGoToTheEvenDigit() {
    #expect(SafeText(21.25, decimals: 1) == "21.2")
    #expect(SafeText(-0.5, decimals: 0) == "0")
    #expect(SafeText(-1.5, decimals: 0) == "−2")
    #expect(SafeText(3, decimals: 2) == "3.00")
  }

  @Test(arguments: 0...4) func numbersAreWrittenAsCWritesThem(decimals: Int) {
    var numbers: [Double] = [0, 0.05, 0.15, 0.25, 0.35, 1.005, 2.675, 1e11 + 0.25, 1e12, 1e15, 1e300, .infinity]
    // Ties, numbers beside them, and some that are neither.
    for step in 0..<4_000 {
      numbers += [Double(step) / 16, (Double(step) / 20).nextUp, Double(step) / 20, Double(step) * 0.0371]
    }
    for number in numbers {
      #expect(SafeText(number, decimals: decimals).string == String(format: "%.\(decimals)f", number))
    }
  }

  @Test func aChangeAlwaysHasItsSign() {
    #expect(SafeText(change: 214) == "+214")
    #expect(SafeText(change: -31) == "−31")
    #expect(SafeText(change: -0.04, decimals: 1) == "±0.0")
    #expect(SafeText(change: 0) == "±0")
  }

  private static let ages: [(seconds: Double, expected: String)] = [
    (-5, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"), (86_400, "1 d"),
    (2_592_000, "1 mo"), (31_449_600, "12 mo"), (31_536_000, "1 y"), (1e18, "?"),
  ]

  @Test(arguments: ages)
  func agesUseTheirLargestUnit(seconds: Double, expected: String) {
    let now = Date(timeIntervalSince1970: 2_000_000_000)
    #expect(TimeText.age(of: now.addingTimeInterval(-seconds), at: now).string == expected)
  }

  @Test func theClockShowsTheCivilDateOfItsZone() {
    let date = Date(timeIntervalSince1970: 1_718_000_123.9)  // 2024-06-10 06:15:23 UTC
    #expect(ClockTime.utc.full(date) == "2024-06-10 06:15:23")
    let india = ClockTime { _ in 5 * 3600 + 1800 }
    #expect(india.minutes(date) == "11:45")
    #expect(ClockTime { _ in -7 * 3600 }.day(date) == "9 Jun")
  }

  /// Berlin's night of 25 October 2026, when 03:00 is 02:00 once more, and of 29 March, when an hour is missing.
  @Test(arguments: [
    (1_792_884_600.0, "2026-10-25 01:30:00"), (1_792_888_200, "2026-10-25 02:30:00+02:00"),
    (1_792_891_800, "2026-10-25 02:30:00+01:00"), (1_792_895_400, "2026-10-25 03:30:00"),
    (1_792_886_399, "2026-10-25 01:59:59"), (1_792_886_400, "2026-10-25 02:00:00+02:00"),
    (1_792_893_599, "2026-10-25 02:59:59+01:00"), (1_792_893_600, "2026-10-25 03:00:00"),
    (1_774_744_200, "2026-03-29 01:30:00"), (1_774_747_800, "2026-03-29 03:30:00"),
  ])
  func aTimeThatTheClockShowsTwiceHasItsOffset(seconds: Double, text: String) {
    let berlin = ClockTime { date in
      (1_774_746_000..<1_792_890_000).contains(date.timeIntervalSince1970) ? 7_200 : 3_600
    }
    let date = Date(timeIntervalSince1970: seconds)
    #expect(berlin.unambiguous(date).string == text)
    #expect(berlin.unambiguous(date, isDated: false).string == text.split(separator: " ").last.map(String.init))
    let newYork = ClockTime { date in date.timeIntervalSince1970 < 0 ? -4 * 3_600 : -5 * 3_600 }
    #expect(newYork.unambiguous(Date(timeIntervalSince1970: -60)) == "1969-12-31 19:59:00-04:00")
  }

  @Test func theCivilDateAgreesWithTheCalendarOverCenturies() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: -200_000, through: 200_000, by: 997) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345)
      // Before 1582 Foundation follows the Julian calendar, the computation the Gregorian one throughout.
      guard day > -141_000 else { continue }
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let expected = String(format: "%d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(ClockTime.utc.full(date).string.hasPrefix(expected))
    }
  }

  @Test func datesBeyondReasonDoNotTrap() {
    for seconds in [Double.infinity, -.infinity, 1e300, -1e300] {
      _ = ClockTime.local.full(Date(timeIntervalSince1970: seconds))
      _ = TimeText.age(of: Date(timeIntervalSince1970: seconds), at: Date(timeIntervalSince1970: 0))
    }
  }
}
