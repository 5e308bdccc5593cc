/// A time as clocks and calendars show it at an offset from UTC, for the labels of a time axis.
///
/// Gregorian, also before 1582. The calendar is computed as in Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms"
/// (`civil_from_days` and `days_from_civil`).
public struct LocalTime: Sendable, Hashable {
  /// There is a year 0.
  public let year: Int
  /// 1–12.
  public let month: Int
  /// 1–31.
  public let day: Int
  public let hour: Int
  public let minute: Int
  public let second: Int

  /// - Parameters:
  ///   - time: seconds since 1970, UTC; fractions are cut off.
  ///   - utcOffset: how far local time is ahead of UTC, in seconds.
  public init(_ time: Double, utcOffset: Int) {
    // Beyond ±10^14 s (three million years) the calendar stands still instead of overflowing.
    let bounded = time.isFinite ? min(max(time, -1e14), 1e14) : 0
    let seconds = Int(bounded.rounded(.down)) + utcOffset
    let days = Self.floorDivide(seconds, 86_400)
    let ofDay = seconds - days * 86_400
    hour = ofDay / 3_600
    minute = ofDay / 60 % 60
    second = ofDay % 60

    // Years that start in March put the leap day last; 400 of them are an era of 146,097 days.
    let shifted = days + 719_468
    let era = Self.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Returns the local time at which a month begins, in seconds since 1970 as if it were UTC.
  ///
  /// - Parameter months: Counted from January of the year 0, which is 0.
  static func startOfMonth(_ months: Int) -> Double {
    let yearFromMarch = floorDivide(months - 2, 12)
    let monthFromMarch = months - 2 - yearFromMarch * 12
    let era = floorDivide(yearFromMarch, 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * monthFromMarch + 2) / 5
    return Double(era * 146_097 + dayOfEra - 719_468) * 86_400
  }

  /// `14:03`.
  public var hoursAndMinutes: String { Self.twoDigits(hour) + ":" + Self.twoDigits(minute) }

  /// `14:03:20`.
  public var clock: String { hoursAndMinutes + ":" + Self.twoDigits(second) }

  /// `12 Nov`.
  public var dayAndMonth: String { "\(day) \(Self.monthNames[month - 1])" }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
