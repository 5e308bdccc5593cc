import Foundation

/// Writes times: relative where people think that way, by the clock on axes and for samples.
public enum TimeText {
  /// A duration in the largest unit that expresses it exactly: `90 s`, `10 min`, `2 h`.
  public static func length(_ seconds: Double) -> SafeText {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
    let whole = Int(seconds.rounded())
    if whole != 0, whole % 86_400 == 0 { return "\(whole / 86_400) d" }
    if whole != 0, whole % 3_600 == 0 { return "\(whole / 3_600) h" }
    return whole != 0 && whole % 60 == 0 ? "\(whole / 60) min" : "\(whole) s"
  }

  /// The time between two dates in its largest unit: `now`, `5 min`, `2 h`, `3 d`, `4 mo`, `6 y`.
  ///
  /// A date in the future, as when two clocks differ, is `now`. A month has 30 days, a year 365.
  public static func age(of date: Date, at now: Date) -> SafeText {
    let seconds = max(0, now.timeIntervalSince(date))
    // An age beyond the range of an `Int` makes no sense, and the conversion would trap.
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

/// Writes clock times in one time zone, without the cost of a formatter.
public struct ClockTime: Sendable {
  /// Seconds east of UTC at a date.
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
    minutes(parts(of: date))
  }

  /// `14:03:20`
  public func seconds(_ date: Date) -> SafeText {
    seconds(parts(of: date))
  }

  /// `21 Nov`
  public func day(_ date: Date) -> SafeText {
    let civil = parts(of: date).date
    return "\(civil.day) \(Self.months[civil.month - 1])"
  }

  /// `21 Nov`, with the year if it differs from that of `now`.
  public func day(_ date: Date, from now: Date) -> SafeText {
    let year = parts(of: date).date.year
    return year == parts(of: now).date.year ? day(date) : "\(day(date)) \(year)"
  }

  /// `Sat`
  public func weekday(_ date: Date) -> SafeText {
    let names: [SafeText] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    return names[(civil(date).daysSince1970 % 7 + 7) % 7]
  }

  /// The day of a date.
  func civil(_ date: Date) -> CivilDate { parts(of: date).date }

  /// Returns whether two dates are on the same day.
  public func isSameDay(_ one: Date, _ other: Date) -> Bool {
    let (one, other) = (parts(of: one).date, parts(of: other).date)
    return (one.year, one.month, one.day) == (other.year, other.month, other.day)
  }

  /// `2026-11-21`
  public func date(_ date: Date) -> SafeText { day(parts(of: date)) }

  /// `2026-11-21 14:03:20`
  public func full(_ date: Date) -> SafeText {
    let parts = parts(of: date)
    return "\(day(parts)) \(seconds(parts))"
  }

  /// `2026-10-25 02:30:00`, or, where the clock shows this time twice because it is set back, with the offset from UTC:
  /// `2026-10-25 02:30:00+02:00`.
  ///
  /// - Parameter isDated: Whether the day is written.
  public func unambiguous(_ date: Date, isDated: Bool = true) -> SafeText {
    let text = isDated ? full(date) : seconds(date)
    let offset = utcOffset(date)
    // Clocks are set back by at most two hours.
    let isRepeated = [-Self.longestChange, Self.longestChange].contains { distance in
      let other = utcOffset(date.addingTimeInterval(distance))
      return other != offset && utcOffset(date.addingTimeInterval(Double(offset - other))) == other
    }
    guard isRepeated else { return text }
    let minutes = abs(offset) / 60
    return "\(text)\(offset < 0 ? "-" : "+")\(padded: minutes / 60, to: 2):\(padded: minutes % 60, to: 2)"
  }

  /// `2026-11-21T14:03:20+01:00` (ISO 8601).
  public func iso(_ date: Date) -> SafeText {
    let (parts, minutes) = (parts(of: date), utcOffset(date) / 60)
    let offset: SafeText = "\(padded: abs(minutes) / 60, to: 2):\(padded: abs(minutes) % 60, to: 2)"
    return "\(day(parts))T\(seconds(parts))\(minutes < 0 ? "-" : "+")\(offset)"
  }

  /// Seconds.
  private static let longestChange: TimeInterval = 2 * 3_600

  private func day(_ parts: Parts) -> SafeText {
    "\(parts.date.year)-\(padded: parts.date.month, to: 2)-\(padded: parts.date.day, to: 2)"
  }

  private func minutes(_ parts: Parts) -> SafeText {
    "\(padded: parts.second / 3600, to: 2):\(padded: parts.second / 60 % 60, to: 2)"
  }

  private func seconds(_ parts: Parts) -> SafeText {
    "\(padded: parts.second / 3600, to: 2):\(padded: parts.second / 60 % 60, to: 2):\(padded: parts.second % 60, to: 2)"
  }

  static let months: [SafeText] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private struct Parts {
    var date: CivilDate
    /// The second of the day.
    var second: Int
  }

  private func parts(of date: Date) -> Parts {
    let limit = 1e12
    let bounded = min(max(date.timeIntervalSince1970, -limit), limit)
    let seconds = Int(bounded.rounded(.down)) + utcOffset(date)
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    return Parts(date: CivilDate(daysSince1970: days), second: seconds - days * 86_400)
  }
}
