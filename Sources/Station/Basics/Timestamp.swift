import Foundation
import Text

/// A time in whole milliseconds since 1970-01-01 00:00 UTC, the unit of all protocols and of the database. Whole numbers,
/// because a `Date` in binary seconds turns `.828` into `.827999` when it is written.
struct Timestamp: Hashable, Comparable, Sendable {
  let milliseconds: Int64

  init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The time of a clock, within the years 1 to 9999, which the protocols' texts hold.
  init(_ date: Date) {
    let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    milliseconds = Int64((seconds * 1_000).rounded())
  }

  static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// Whole seconds, rounded towards the past.
  var seconds: Int64 { Int64((Double(milliseconds) / 1_000).rounded(.down)) }

  /// `2014-05-15T14:46:00.828Z`
  var iso8601: String {
    let fraction = milliseconds - seconds * 1_000
    return "\(day)T\(time).\(String(Int(fraction), padded: 3))Z"
  }

  /// `2014-05-15T14:46:00Z`, rounded towards the past.
  var iso8601Seconds: String { "\(day)T\(time)Z" }

  /// `2012-12-11 21:28:00 +0000`, the form in which ConAir writes its points.
  var conAir: String { "\(day) \(time) +0000" }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, as in HTTP headers. Source: RFC 9110 §5.6.7.
  var httpDate: String {
    // 1970 began on a Thursday.
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((dayNumber % 7) + 7) % 7]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let date = CivilDate(daysSince1970: dayNumber)
    return "\(weekday), \(Self.two(date.day)) \(months[date.month - 1]) \(String(date.year, padded: 4)) \(time) GMT"
  }

  /// The day, counted from 1970-01-01.
  private var dayNumber: Int { Int((Double(seconds) / 86_400).rounded(.down)) }

  private var day: String {
    let date = CivilDate(daysSince1970: dayNumber)
    return "\(String(date.year, padded: 4))-\(Self.two(date.month))-\(Self.two(date.day))"
  }

  private var time: String {
    let second = Int(seconds) - dayNumber * 86_400
    return [second / 3_600, second / 60 % 60, second % 60].map(Self.two).joined(separator: ":")
  }

  private static func two(_ number: Int) -> String { String(number, padded: 2) }
}

extension Timestamp {
  /// Parses ISO 8601 as sensors and clients write it: date and time separated by `T` or a space, seconds and their fraction
  /// optional, then `Z`, `UTC`, `±hh:mm`, `±hhmm` or nothing, which means UTC. A date alone is its midnight.
  init?(iso8601 text: String) {
    var rest = Scanner(text)
    guard let year = rest.number(digits: 4), rest.take("-"), let month = rest.number(digits: 2), rest.take("-"),
      let day = rest.number(digits: 2), (1...12).contains(month), day >= 1
    else { return nil }
    let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    // 31 February has a number too, that of a day in March.
    guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
    var milliseconds = Int64(date.daysSince1970) * 86_400_000

    if rest.take("T") || rest.take("t") || rest.take(" ") {
      guard let hour = rest.number(digits: 2), rest.take(":"), let minute = rest.number(digits: 2), hour < 24,
        minute < 60
      else { return nil }
      milliseconds += hour * 3_600_000 + minute * 60_000
      if rest.take(":") {
        // A leap second, 60, is the first of the next minute.
        guard let second = rest.number(digits: 2), second <= 60 else { return nil }
        milliseconds += second * 1_000
        if rest.take(".") || rest.take(",") {
          guard let fraction = rest.fraction() else { return nil }
          milliseconds += fraction
        }
      }
      guard let offset = rest.offset() else { return nil }
      milliseconds -= offset
    }
    guard rest.isAtEnd else { return nil }
    self.milliseconds = milliseconds
  }

  /// Removes the parts of a date from the start of a text.
  private struct Scanner {
    private var bytes: Substring.UTF8View

    init(_ text: String) { bytes = text[...].utf8 }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = bytes.first, UInt32(first) == character.value else { return false }
      bytes.removeFirst()
      return true
    }

    mutating func number(digits count: Int) -> Int64? {
      guard bytes.count >= count, bytes.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      defer { bytes.removeFirst(count) }
      return bytes.prefix(count).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Returns milliseconds; finer digits are dropped.
    mutating func fraction() -> Int64? {
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      bytes.removeFirst(digits.count)
      let three = digits.prefix(3).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
      return three * [1, 100, 10, 1][min(digits.count, 3)]
    }

    /// Milliseconds east of Greenwich.
    mutating func offset() -> Int64? {
      if isAtEnd || take("Z") || take("z") { return 0 }
      _ = take(" ")
      if bytes.elementsEqual("UTC".utf8) || bytes.elementsEqual("GMT".utf8) {
        bytes.removeFirst(3)
        return 0
      }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(digits: 2), hours < 24 else { return nil }
      _ = take(":")
      guard let minutes = isAtEnd ? 0 : number(digits: 2), minutes < 60 else { return nil }
      return (hours * 60 + minutes) * (isWest ? -60_000 : 60_000)
    }
  }
}
