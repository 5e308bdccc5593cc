import Foundation
import Model
import Text

/// The labels of a series, without those added by the query.
struct SeriesLabels: Sendable, Hashable {
  var values: [String: String]

  init(_ labels: [String: String]) {
    values = labels
    // Functions remove the metric's name.
    values["__name__"] = nil
    values[PromQL.partLabel] = nil
  }

  subscript(name: String) -> String { values[name] ?? "" }

  /// Tells series apart, whatever the labels hold.
  var key: RoomKey { RoomKey(text) }

  /// All labels as one text.
  var text: String {
    values.sorted { $0.key < $1.key }.map { PromQL.quoted($0.key) + PromQL.quoted($0.value) }.joined(separator: ",")
  }

  /// The identity of the series' target: `job` and `instance`; `nil` if an expression has aggregated them.
  var target: [String: String]? {
    guard let instance = values["instance"], let job = values["job"] else { return nil }
    return ["instance": instance, "job": job]
  }
}

/// The names of one query's series: their label `room`, else the labels in which they differ.
struct SeriesNames: Sendable {
  /// The length of a name in characters.
  static let letters = 80
  /// Labels of the scrape, in the order in which names omit them.
  private static let scrapeLabels = ["job", "instance"]

  /// The labels in which the series differ.
  let varying: [String]
  private let names: [SeriesLabels: SafeText]

  init(_ series: [SeriesLabels]) {
    let all = Set(series.flatMap(\.values.keys)).sorted()
    varying = all.filter { name in Set(series.map { $0[name] }).count > 1 }
    let hasRooms = !series.isEmpty && series.allSatisfy { !$0["room"].isEmpty }
    var chosen = hasRooms ? ["room"] : varying
    if !hasRooms {
      for label in Self.scrapeLabels {
        let fewer = chosen.filter { $0 != label }
        if !fewer.isEmpty, Self.tell(fewer, series) { chosen = fewer }
      }
    }
    // Rooms with the same name are distinguished by their other differences.
    let byName = Dictionary(grouping: series) { labels in chosen.map { labels[$0] } }
    var names: [SeriesLabels: SafeText] = [:]
    for (values, alike) in byName {
      let rest = alike.count > 1 ? varying.filter { !chosen.contains($0) } : []
      for labels in alike {
        let words = values + rest.map { labels[$0] }
        names[labels] = SafeText(oneLine: words.filter { !$0.isEmpty }.joined(separator: " "), limit: Self.letters)
      }
    }
    self.names = names
  }

  /// Returns whether labels distinguish all series.
  private static func tell(_ labels: [String], _ series: [SeriesLabels]) -> Bool {
    Set(series.map { one in labels.map { one[$0] } }).count == series.count
  }

  /// `nil` if nothing in the labels names the series.
  subscript(labels: SeriesLabels) -> SafeText? { names[labels].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the series sorted by name.
  func sorted(_ series: some Collection<SeriesLabels>) -> [SeriesLabels] {
    series.map { (labels: $0, name: self[$0]?.string ?? "", key: $0.values.sorted { $0.key < $1.key }.description) }
      .sorted { ($0.name, $0.key) < ($1.name, $1.key) }
      .map(\.labels)
  }
}
