import Foundation

/// How times are written: relative where people think so, by the clock on axes and for samples.
public enum TimeText {
  /// The time between two instants in its largest unit: `now`, `5 min`, `2 h`, `3 d`, `4 mo`, `6 y`.
  ///
  /// A time in the future, which two clocks that differ produce, is `now`. A month is 30 days, a year 365.
  public static func age(of date: Date, at now: Date) -> SafeText {
    let seconds = max(0, now.timeIntervalSince(date))
    // Beyond what an Int holds there is nothing sensible to say, and the conversion would trap.
    guard seconds < 1e15 else { return "?" }
    let minutes = Int(seconds) / 60
    let hours = minutes / 60
    let days = hours / 24
    switch (minutes, hours, days) {
    case (..<1, _, _): return "now"
    case (..<60, _, _): return "\(minutes) min"
    case (_, ..<24, _): return "\(hours) h"
    case (_, _, ..<30): return "\(days) d"
    case (_, _, ..<365): return "\(days / 30) mo"
    default: return "\(days / 365) y"
    }
  }
}

/// Writes times of the clock for one place on Earth, without the cost of a formatter.
public struct ClockTime: Sendable {
  /// Seconds east of UTC at an instant.
  public let utcOffset: @Sendable (Date) -> Int

  public init(utcOffset: @escaping @Sendable (Date) -> Int) { self.utcOffset = utcOffset }

  /// The user's time zone, as the C library knows it (`TZ`).
  public static let local = ClockTime { date in
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e12 else { return 0 }
    var time = time_t(seconds.rounded(.down))
    var parts = tm()
    localtime_r(&time, &parts)
    return parts.tm_gmtoff
  }

  public static let utc = ClockTime { _ in 0 }

  /// `14:03`
  public func minutes(_ date: Date) -> SafeText {
    let parts = self.parts(of: date)
    return "\(two(parts.hour)):\(two(parts.minute))"
  }

  /// `14:03:20`
  public func seconds(_ date: Date) -> SafeText {
    let parts = self.parts(of: date)
    return "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
  }

  /// `21 Nov`
  public func day(_ date: Date) -> SafeText {
    let parts = self.parts(of: date)
    return "\(parts.day) \(Self.months[parts.month - 1])"
  }

  /// `2026-11-21 14:03:20`
  public func full(_ date: Date) -> SafeText {
    let parts = self.parts(of: date)
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day)) \(seconds(date))"
  }

  private static let months: [SafeText] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private func two(_ number: Int) -> SafeText { number < 10 ? "0\(number)" : "\(number)" }

  private struct Parts {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
  }

  /// The civil date of a day number: Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
  private func parts(of date: Date) -> Parts {
    let limit = 1e12
    let bounded = min(max(date.timeIntervalSince1970, -limit), limit)
    let seconds = Int(bounded.rounded(.down)) + utcOffset(date)
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let second = seconds - days * 86_400

    let shifted = days + 719_468  // days since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return Parts(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1,
      hour: second / 3600, minute: second / 60 % 60, second: second % 60)
  }
}
