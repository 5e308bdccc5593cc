import Text

/// What a page says of values that it goes on to show although nothing measures them any more:
/// `homeassistant_entity_available{entity="sensor.cellar"} 0`, `node_hwmon_temp_fault{chip="0",sensor="temp1"} 1`.
struct StatedAvailability: Sendable {
  private struct Statement: Sendable {
    /// The first word of its name, which is the program's.
    var program: String
    var labels: [String: String]
    /// Whether it is about everything of the program: `tado_up`.
    var isGeneral: Bool
  }

  /// Last words of metrics that are zero when nothing is measured.
  private static let good: Set = [
    "alive", "availability", "available", "connected", "online", "present", "reachable", "up", "valid",
  ]
  /// Last words of metrics that are one then.
  private static let bad: Set = ["failed", "fault", "offline", "stale", "unavailable", "unreachable"]
  /// The most statements of a page that are read.
  private static let limit = 1_000

  static let reason: SafeText = "the page says that it is unavailable"

  private var gone: [Statement] = []

  init(_ page: PrometheusText) {
    var ends: [String: Double?] = [:]
    for sample in page.samples where sample.value == 0 || sample.value == 1 {
      guard gone.count < Self.limit else { return }
      let value = ends[sample.name] ?? Self.valueWhenGone(sample.name)
      ends.updateValue(value, forKey: sample.name)
      guard value == sample.value else { continue }
      let words = sample.name.lowercasedWords
      gone.append(
        Statement(
          program: words.first ?? "", labels: sample.labels, isGeneral: sample.labels.isEmpty && words.count == 2))
    }
  }

  /// The value with which a metric says that nothing is measured; `nil` if it is about something else.
  private static func valueWhenGone(_ name: String) -> Double? {
    guard let last = name.lowercasedWords.last else { return nil }
    return good.contains(last) ? 0 : bad.contains(last) ? 1 : nil
  }

  /// Returns whether nothing measures a sample any more: a statement has no label that the sample has not, and is about the
  /// same program, or about the same thing by several labels.
  func isGone(_ sample: PrometheusText.Sample) -> Bool {
    guard !gone.isEmpty else { return false }
    let program = sample.name.lowercasedWords.first
    return gone.contains { statement in
      guard statement.isGeneral || !statement.labels.isEmpty else { return false }
      guard statement.program == program || statement.labels.count > 1 else { return false }
      return statement.labels.allSatisfy { sample.labels[$0.key] == $0.value }
    }
  }
}
