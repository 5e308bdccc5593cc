import Foundation

/// The spans of time that the chart of the edit rate shows, in seconds.
enum RateSpans {
  /// The span of a new chart, which doubles as its data come.
  static let first: TimeInterval = 60
  /// The history that a feed's first answers tell, which a chart shows as soon as it has it.
  static let told: TimeInterval = 600

  /// Returns those through which a new chart grows, and then longer ones, up to the time for which rates are kept.
  static func all(within history: TimeInterval) -> [TimeInterval] {
    let growing = sequence(first: first) { $0 * 2 }.prefix { $0 < told }
    return (growing + [told, 3_600, 21_600, 86_400, 7 * 86_400, 30 * 86_400]).filter { $0 < history } + [history]
  }
}
