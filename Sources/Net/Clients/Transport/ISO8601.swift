import Foundation
import Text

/// Parses and formats dates in ISO 8601, in the forms that the services use.
///
/// A custom parser, because `ISO8601DateFormatter` accepts one form at a time, takes microseconds per call, and the feeds
/// contain a thousand dates a second.
package enum ISO8601 {
  /// Returns the date of a text; `nil` if it is not one.
  ///
  /// Accepted are `2014-05-15T14:46:00.828Z`, `2012-12-11 21:28:00 +0000`, `2012-12-11 21:28:00 UTC` and variants: `T` or a
  /// space, an optional fraction of any length, and as zone `Z`, `UTC`, `GMT`, `±hh`, `±hhmm` or `±hh:mm`, with an optional
  /// space before it. A time without a zone is not a date, hence `nil`.
  package static func date(_ text: String) -> Date? { date(text, assumingUTC: false) }

  /// Returns the same for a service that may omit the zone.
  ///
  /// - Parameter assumesUTC: Whether a time without a zone is in UTC; otherwise it is not a date.
  package static func date(_ text: String, assumingUTC assumesUTC: Bool) -> Date? {
    var text = text
    // The reader does not outlive the call, and so does not outlive the bytes.
    return text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes[...])
      return reader.instant(assumingUTC: assumesUTC)
    }
  }

  /// `2012-12-11T21:28:00Z`, rounded down to whole seconds.
  package static func string(_ date: Date) -> String {
    let interval = date.timeIntervalSince1970
    // Limited to years of four digits; the conversion would trap on NaN.
    let seconds = interval.isNaN ? 0 : Int(min(max(interval, -62_000_000_000), 253_000_000_000).rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - day * 86_400
    let civil = CivilDate(daysSince1970: day)
    func two(_ number: Int) -> String { String(number, padded: 2) }
    return String(civil.year, padded: 4) + "-" + two(civil.month) + "-" + two(civil.day)
      + "T" + two(time / 3600) + ":" + two(time / 60 % 60) + ":" + two(time % 60) + "Z"
  }

  /// Reads bytes from the front; each step returns `nil` if they do not match.
  private struct Reader {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>

    mutating func instant(assumingUTC assumesUTC: Bool) -> Date? {
      guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
        skip("T") || skip("t") || skip(" "),
        let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
        // A leap second, 60, is the same instant as the second after it.
        (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
      else { return nil }
      let date = CivilDate(year: year, month: month, day: day)
      let dayNumber = date.daysSince1970
      guard CivilDate(daysSince1970: dayNumber) == date else { return nil }
      let fraction = self.fraction()
      _ = skip(" ")
      guard let fraction, let offset = assumesUTC && bytes.isEmpty ? 0 : zone(), bytes.isEmpty else { return nil }
      let whole = dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset
      // One division of two exact numbers gives the nearest double, the same as parsing the decimal text.
      return Date(timeIntervalSince1970: Double(whole * fraction.unit + fraction.count) / Double(fraction.unit))
    }

    /// Returns the digits after the point in units of the last of them: for `.828`, 828 in 1000. Digits after the microsecond
    /// are dropped; without a point the result is 0 in 1, and a point without digits gives `nil`.
    private mutating func fraction() -> (count: Int, unit: Int)? {
      guard skip(".") || skip(",") else { return (0, 1) }
      var count = 0
      var unit = 1
      var isEmpty = true
      while let byte = bytes.first, (0x30...0x39).contains(byte) {
        if unit < 1_000_000 {
          count = count * 10 + Int(byte - 0x30)
          unit *= 10
        }
        isEmpty = false
        bytes.removeFirst()
      }
      return isEmpty ? nil : (count, unit)
    }

    /// Seconds east of UTC.
    private mutating func zone() -> Int? {
      if skip("Z") || skip("z") || skip("UTC") || skip("GMT") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
      let hasColon = skip(":")
      guard let minutes = bytes.isEmpty && !hasColon ? 0 : digits(2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digits(_ count: Int) -> Int? {
      guard bytes.count >= count else { return nil }
      var value = 0
      for byte in bytes.prefix(count) {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      bytes.removeFirst(count)
      return value
    }

    private mutating func skip(_ text: StaticString) -> Bool {
      let matches = text.withUTF8Buffer { bytes.starts(with: $0) }
      if matches { bytes.removeFirst(text.utf8CodeUnitCount) }
      return matches
    }
  }
}
