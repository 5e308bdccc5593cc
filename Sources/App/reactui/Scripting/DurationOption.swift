import Foundation

/// A duration on the command line: `90min`, `24h`, `7d`.
enum DurationOption {
  /// - Returns: `nil` if the text is no duration.
  static func seconds(_ text: String) -> TimeInterval? {
    guard let match = text.wholeMatch(of: /(\d{1,6}) ?(s|min|h|d)/), let number = Double(match.1) else { return nil }
    let units = ["s": 1.0, "min": 60, "h": 3_600, "d": 86_400]
    return units[String(match.2)].map { number * $0 }
  }
}
