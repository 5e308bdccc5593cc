import Charting
import Foundation
import Screen
import Text

/// The range of time that a chart shows, as its border describes it.
package struct ChartSpan {
  private let from: Date
  private let to: Date

  package init(_ chart: Chart) {
    from = Date(timeIntervalSince1970: chart.viewport.time.lowerBound)
    to = Date(timeIntervalSince1970: chart.viewport.time.upperBound)
  }

  /// The fraction by which a rounded duration may differ.
  private static let tolerance = 0.03

  private static let day: Double = 86_400

  /// The duration as people say it: `1 y`, `7 d`, `3.5 d`, `24 h`, `90 min`, `3 min`; 1,444 minutes are 24 h.
  package var length: SafeText { Self.length(of: to.timeIntervalSince(from)) }

  /// Returns a number of seconds as people say it.
  static func length(of seconds: TimeInterval) -> SafeText {
    func rounded(to unit: Double) -> Double? {
      let whole = (seconds / unit).rounded() * unit
      return abs(whole - seconds) <= seconds * tolerance ? whole : nil
    }
    if seconds > 1.5 * day, let days = rounded(to: day) {
      return rounded(to: 365 * day).map { "\(SafeText($0 / (365 * day), decimals: 0)) y" }
        ?? "\(SafeText(days / day, decimals: 0)) d"
    }
    if seconds > 2 * day { return "\(SafeText(seconds / day, decimals: 1)) d" }
    if let hours = rounded(to: 3_600) { return "\(SafeText(hours / 3_600, decimals: 0)) h" }
    if seconds > 2 * 3_600 { return "\(SafeText(seconds / 3_600, decimals: 1)) h" }
    // Tries multiples of five minutes before one: a little more than an hour and a half is still 90 min.
    if let minutes = rounded(to: 300) ?? rounded(to: 60) { return "\(SafeText(minutes / 60, decimals: 0)) min" }
    return "\(SafeText(seconds, decimals: 0)) s"
  }

  /// Returns a duration with at least two digits in a common unit: `0.7 s`, `5 s`, `7.2 min`, `12 min`, `1.5 h`, `2 d`.
  static func rounded(_ seconds: Double) -> SafeText {
    let units: [(seconds: Double, name: SafeText)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
    // The unit is used from where rounding gives one of it.
    let unit = units.first { seconds >= 0.995 * $0.seconds } ?? (1, "s")
    let number = seconds / unit.seconds
    let isWhole = number >= 9.95 || abs(number - number.rounded()) < 0.05
    return "\(SafeText(number, decimals: isWhole ? 0 : 1)) \(unit.name)"
  }

  /// Returns the times: `14:00–14:03`, with dates if it was not today or spans midnight.
  ///
  /// A border that is too narrow for both dates has the first; one that is too narrow for that has none, because all other
  /// words would be left out.
  ///
  /// - Parameters:
  ///   - title: The border's title.
  ///   - words: The other words at its right side.
  ///   - width: The pane's width in columns.
  package func dates(_ context: PaneContext, title: SafeText, besides words: [SafeText], width: Int) -> SafeText {
    let clock = context.clock
    let (firstDay, lastDay) = (clock.day(from), clock.day(to))
    let start: SafeText = "\(firstDay) \(clock.minutes(from))"
    let hours: SafeText = "\(clock.minutes(from))–\(clock.minutes(to))"
    let forms: [SafeText] =
      if firstDay != lastDay {
        ["\(start) – \(lastDay) \(clock.minutes(to))", "\(start) –"]
      } else if firstDay != clock.day(context.now) {
        ["\(firstDay) \(hours)", hours]
      } else {
        [hours]
      }
    let room =
      PaneBorder.statusRoom(beside: title, width: width)
      - words.reduce(0) { $0 + ($1.isEmpty ? 0 : DisplayWidth.of($1) + PaneBorder.statusGap) }
    return forms.first { DisplayWidth.of($0) <= room } ?? ""
  }
}
