import Foundation
import Rooms
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

  /// Returns the labels with these names that are not empty.
  fileprivate func part(_ names: Set<String>) -> SeriesLabels {
    var part = self
    part.values = values.filter { !$0.value.isEmpty && names.contains($0.key) }
    return part
  }

  /// The values in the order of the names.
  fileprivate var words: [String] { values.sorted { $0.key < $1.key }.map(\.value) }

  /// The labels without those in which exporters report the unit.
  var withoutUnit: SeriesLabels {
    var labels = self
    labels.values = values.filter { !MetricLabels.isUnit($0.key, $0.value) }
    return labels
  }

  /// The identity of the series' target: `job` and `instance`; `nil` if an expression has aggregated them.
  var target: [String: String]? {
    guard let instance = values["instance"], let job = values["job"],
      !TextLimit.label.isShortened(instance), !TextLimit.label.isShortened(job)
    else { return nil }
    return ["instance": instance, "job": job]
  }
}

/// The names of one query's series: a label that names rooms, such as `room`, else the labels in which they differ.
struct SeriesNames: Sendable {
  /// The length of a name in characters.
  static let letters = 80
  /// Labels of the scrape, in the order in which names omit them, before those of the unit.
  private static let scrapeLabels = ["job", "instance"]
  /// Labels that name rooms, the best first.
  private static let namingLabels = ["room", "friendly_name", "location", "place", "area", "zone", "name"]

  /// The labels in which the series differ.
  let varying: [String]
  private let names: [SeriesLabels: SafeText]

  init(_ series: [SeriesLabels]) {
    varying = Self.varying(in: series)
    let varying = Set(varying)
    let naming = Self.namingLabels.first { label in
      // The numbers of a machine's thermal zones are no names.
      !series.isEmpty && series.allSatisfy { $0[label].contains { label == "room" || $0.isLetter } }
    }
    var chosen = naming.map { [$0] } ?? varying
    if naming == nil {
      for label in Self.scrapeLabels + Self.units(in: series) where chosen.contains(label) {
        let fewer = chosen.subtracting([label])
        if !fewer.isEmpty, Self.tell(fewer, series) { chosen = fewer }
      }
    }
    // Rooms with the same name are distinguished by their other differences.
    let byName = Dictionary(grouping: series) { $0.part(chosen) }
    let rest = varying.subtracting(chosen)
    var names: [SeriesLabels: SafeText] = [:]
    for (part, alike) in byName {
      let words = alike.map { labels in part.words + (alike.count > 1 ? labels.part(rest).words : []) }
      let short = words.map(Self.withoutRepeats)
      let isEnough = Set(short.map { $0.map { $0.lowercased() } }).count == alike.count
      for (labels, words) in zip(alike, isEnough ? short : words) {
        names[labels] = SafeText(oneLine: words.joined(separator: " "), limit: Self.letters)
      }
    }
    self.names = names
  }

  /// Returns the labels in which series differ, sorted. A label that a series does not have counts as empty.
  ///
  /// It looks at each label of each series once: a server may send many names.
  private static func varying(in series: [SeriesLabels]) -> [String] {
    struct Use {
      var value: String
      var count = 0
      var varies = false
    }
    var uses: [String: Use] = [:]
    for labels in series {
      for (name, value) in labels.values {
        uses[name, default: Use(value: value)].count += 1
        if uses[name]?.value != value { uses[name]?.varies = true }
      }
    }
    return uses.filter { $0.value.varies || $0.value.count < series.count && !$0.value.value.isEmpty }.keys.sorted()
  }

  /// Returns the labels in which exporters report the unit, sorted. It, too, looks at each label of each series once.
  private static func units(in series: [SeriesLabels]) -> [String] {
    Set(series.flatMap { $0.values.filter { MetricLabels.isUnit($0.key, $0.value) }.keys }).sorted()
  }

  /// Returns the words without those that say the same as an earlier one: `attic Attic` is attic.
  private static func withoutRepeats(_ words: [String]) -> [String] {
    var known: Set<String> = []
    return words.filter { !$0.isEmpty && known.insert($0.lowercased()).inserted }
  }

  /// Returns whether labels distinguish all series.
  private static func tell(_ labels: Set<String>, _ series: [SeriesLabels]) -> Bool {
    Set(series.map { $0.part(labels) }).count == series.count
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
