import Foundation
import Text

/// Reads and writes instants in ISO 8601, the forms that the services use.
///
/// A parser of its own, since `ISO8601DateFormatter` takes one form at a time, costs microseconds a call, and the feeds
/// bring a thousand dates a second.
enum ISO8601 {
  /// The instant that a text names, `nil` when it names none.
  ///
  /// Read are `2014-05-15T14:46:00.828Z`, `2012-12-11 21:28:00 +0000`, `2012-12-11 21:28:00 UTC` and what lies between:
  /// `T` or a space, a fraction of any length or none, and as zone `Z`, `UTC`, `GMT`, `±hh`, `±hhmm` or `±hh:mm`, with
  /// a space before it or not. A time without a zone is no instant, hence `nil`.
  static func date(_ text: String) -> Date? { date(text, assumingUTC: false) }

  /// The same, of a service that may leave out the zone.
  ///
  /// - Parameter assumesUTC: Whether a time without a zone is in UTC; else it is no instant.
  static func date(_ text: String, assumingUTC assumesUTC: Bool) -> Date? {
    var text = text
    // The reader does not outlive the call, and so not the bytes.
    return text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes[...])
      return reader.instant(assumingUTC: assumesUTC)
    }
  }

  /// `2012-12-11T21:28:00Z`, in whole seconds: of a fraction, the second before it.
  static func string(_ date: Date) -> String {
    let interval = date.timeIntervalSince1970
    // Bounded to years of four digits; the conversion would trap on a date that is no number.
    let seconds = interval.isNaN ? 0 : Int(min(max(interval, -62_000_000_000), 253_000_000_000).rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - day * 86_400
    let civil = CivilDate(daysSince1970: day)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(civil.year, 4) + "-" + padded(civil.month, 2) + "-" + padded(civil.day, 2)
      + "T" + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2) + "Z"
  }

  /// Reads bytes from the front; every step says `nil` when what it wants is not there.
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
      // One division of two exact numbers gives the nearest double, the same that the decimal text itself has.
      return Date(timeIntervalSince1970: Double(whole * fraction.unit + fraction.count) / Double(fraction.unit))
    }

    /// The digits after the point as a count of the unit of the last of them: of `.828`, 828 in 1000. Digits beyond
    /// the microsecond are left out; without a point there are 0 in 1, and a point without digits is `nil`.
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
