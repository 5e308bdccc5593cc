import Foundation
import Model
import Text

/// The labels of a series, without those that belong to the query.
struct SeriesLabels: Sendable, Hashable {
  var values: [String: String]

  init(_ labels: [String: String]) {
    values = labels
    // The metric's name is gone after every function.
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

  /// What the series' target is known by: `job` and `instance`; `nil` where an expression has summed them up.
  var target: [String: String]? {
    guard let instance = values["instance"], let job = values["job"] else { return nil }
    return ["instance": instance, "job": job]
  }
}

/// What the series of one query are called: by their label `room`, else by the labels in which they differ.
struct SeriesNames: Sendable {
  /// Letters of a name.
  static let letters = 80
  /// Labels that tell where a series was scraped, in the order in which a name does without them.
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
    // Rooms of the same name are told apart by what else differs.
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

  /// Whether some labels tell all series apart.
  private static func tell(_ labels: [String], _ series: [SeriesLabels]) -> Bool {
    Set(series.map { one in labels.map { one[$0] } }).count == series.count
  }

  /// `nil` where nothing in the labels names the series.
  subscript(labels: SeriesLabels) -> SafeText? { names[labels].flatMap { $0.isEmpty ? nil : $0 } }

  /// The series by their names.
  func sorted(_ series: some Collection<SeriesLabels>) -> [SeriesLabels] {
    series.map { (labels: $0, name: self[$0]?.string ?? "", key: $0.values.sorted { $0.key < $1.key }.description) }
      .sorted { ($0.name, $0.key) < ($1.name, $1.key) }
      .map(\.labels)
  }
}
