import Charting
import Foundation
import Screen
import Text

/// The stretch of time that a chart shows, in the words of its border.
struct ChartSpan {
  private let from: Date
  private let to: Date

  init(_ chart: Chart) {
    from = Date(timeIntervalSince1970: chart.viewport.time.lowerBound)
    to = Date(timeIntervalSince1970: chart.viewport.time.upperBound)
  }

  /// The part of a length by which a rounded one may differ from it.
  private static let tolerance = 0.03

  private static let day: Double = 86_400

  /// How long it is as people say it: `1 y`, `7 d`, `24 h`, `90 min`, `3 min`; so 1,444 minutes are 24 h.
  var length: SafeText {
    let seconds = to.timeIntervalSince(from)
    func rounded(to unit: Double) -> Double? {
      let whole = (seconds / unit).rounded() * unit
      return abs(whole - seconds) <= seconds * Self.tolerance ? whole : nil
    }
    if seconds > 1.5 * Self.day, let days = rounded(to: Self.day) {
      return rounded(to: 365 * Self.day).map { "\(SafeText($0 / (365 * Self.day), decimals: 0)) y" }
        ?? "\(SafeText(days / Self.day, decimals: 0)) d"
    }
    if let hours = rounded(to: 3_600) { return "\(SafeText(hours / 3_600, decimals: 0)) h" }
    // Five minutes before one: an hour and a half that is a little more is still 90 min.
    if let minutes = rounded(to: 300) ?? rounded(to: 60) { return "\(SafeText(minutes / 60, decimals: 0)) min" }
    return "\(SafeText(seconds, decimals: 0)) s"
  }

  /// A length with two digits at least, in a unit that people say it in: `0.7 s`, `5 s`, `7.2 min`, `12 min`, `1.5 h`, `2 d`.
  static func rounded(_ seconds: Double) -> SafeText {
    let units: [(seconds: Double, name: SafeText)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
    // From where rounding makes one of it.
    let unit = units.first { seconds >= 0.995 * $0.seconds } ?? (1, "s")
    let number = seconds / unit.seconds
    let isWhole = number >= 9.95 || abs(number - number.rounded()) < 0.05
    return "\(SafeText(number, decimals: isWhole ? 0 : 1)) \(unit.name)"
  }

  /// When it was: `14:00–14:03`, with its dates where that was not today or where it runs over midnight.
  ///
  /// A border that is too narrow for both dates has the first, one that is too narrow for that has none: it would leave
  /// out all that it has to tell.
  ///
  /// - Parameters:
  ///   - title: the border's, `words`: what else stands on its right side, `width`: of the pane, in columns.
  func dates(_ context: PaneContext, title: SafeText, besides words: [SafeText], width: Int) -> SafeText {
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
