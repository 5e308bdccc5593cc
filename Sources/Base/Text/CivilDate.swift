/// A date of the proleptic Gregorian calendar.
///
/// Both conversions are Howard Hinnant's: "chrono-compatible low-level date algorithms", `civil_from_days` and
/// `days_from_civil`. They count years from March on, so that the leap day comes last.
public struct CivilDate: Sendable, Hashable {
  public var year: Int
  /// From 1.
  public var month: Int
  /// From 1.
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date of a day counted from 1970-01-01, which is day 0.
  public init(daysSince1970 days: Int) {
    let shifted = days + 719_468  // since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// The number of days since 1970-01-01. A date that does not exist, such as 31 June, gives a day of the next month.
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
