import Foundation

extension Date {
  /// The time of this machine's clock, within the years 1 to 9999.
  ///
  /// A clock may show any time. Milliseconds of a protocol, days of a calendar and the ticks of an axis hold these years only; far
  /// outside of them a second more is the same number, and what waits for it would be due at once.
  public static var ofMachine: Date { Date().withinCalendar }

  /// This time, or the first or the last of the years 1 to 9999 (ISO 8601, four digits).
  var withinCalendar: Date {
    Date(timeIntervalSince1970: min(max(timeIntervalSince1970, -62_135_596_800), 253_402_300_799))
  }
}
