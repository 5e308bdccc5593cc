import Foundation
import Text

/// The information in the newest samples: the current series, and the server's time.
struct PrometheusPresent: Sendable {
  struct Newest: Sendable {
    var value: Double
    /// Seconds.
    var age: Double = 0
  }

  /// By the server's clock.
  var now: Date
  var newest: [SeriesLabels: Newest] = [:]
  /// The number of series of native histograms, which are not temperatures.
  var histograms = 0
  /// The names of these series.
  private(set) var names = SeriesNames([])
  /// The selected series, by name; `nil` for all of them.
  private(set) var chosen: [SeriesLabels]?
  /// The labels that select series on the server, if not all are wanted: those in which the series differ. The answer may
  /// have more series than these.
  private(set) var selection: [[String: String]]?
  /// The labels of what is not measured any more.
  private var gone: [SeriesLabels] = []
  private let query: PromQL
  private let families: [String: PrometheusText.Family]
  /// What the series say about their units.
  private var units: [SeriesLabels: StatedUnit] = [:]

  /// The most labels by which series are selected, so that a query stays short.
  private static let selectingLabels = 20

  /// - Parameters:
  ///   - series: The answer to ``PromQL/newest``.
  ///   - query: The query whose series they are.
  ///   - families: The metadata of its metrics, as far as they are known.
  ///   - clock: The local time, for an answer without one.
  init(
    _ series: [PrometheusSeries], of query: PromQL = PromQL(""), _ families: [String: PrometheusText.Family] = [:],
    clock: Date, limit: Int
  ) {
    now = clock
    self.families = families
    self.query = query
    var ages: [SeriesLabels: Double] = [:]
    for series in series {
      guard let sample = series.samples.last else {
        if series.hasHistograms { histograms += 1 }
        continue
      }
      switch series.labels[PromQL.partLabel].flatMap(PromQL.Part.init) {
      case .now where PrometheusRooms.possibleTimes.contains(sample.value):
        now = Date(timeIntervalSince1970: sample.value)
      case .last:
        let labels = SeriesLabels(series.labels)
        newest[labels] = Newest(value: sample.value)
        units[labels] = unit(of: labels, named: series.labels["__name__"])
      case .gone: gone.append(SeriesLabels(series.labels))
      case .age where sample.value.isFinite: ages[SeriesLabels(series.labels)] = max(sample.value, 0)
      default: break
      }
    }
    for (labels, age) in ages { newest[labels]?.age = age }
    let measured = Set(measured(Array(newest.keys)))
    newest = newest.filter { measured.contains($0.key) }
    names = SeriesNames(Array(newest.keys))
    guard newest.count > limit else { return }
    let chosen = Array(names.sorted(newest.keys).prefix(limit))
    self.chosen = chosen
    let selecting = names.varying.lazy.filter { name in
      // A value that is too long is not what the server has.
      PromQL.isPlainName(name) && chosen.allSatisfy { !TextLimit.label.isShortened($0[name]) }
    }
    .prefix(Self.selectingLabels)
    selection =
      selecting.isEmpty
      ? nil : chosen.map { labels in Dictionary(uniqueKeysWithValues: selecting.map { ($0, labels[$0]) }) }
  }

  /// Returns whether Home Assistant says that it cannot reach what a series is of. An expression may have taken other labels
  /// away.
  func isGone(_ labels: SeriesLabels) -> Bool {
    gone.contains { one in
      let common = labels.values.filter { one.values[$0.key] != nil }
      return (common["entity"] ?? common["friendly_name"]) != nil
        && common.allSatisfy { one.values[$0.key] == $0.value }
    }
  }

  /// What is known about the unit of a series, which may have ended.
  func unit(of labels: SeriesLabels) -> StatedUnit { units[labels] ?? unit(of: labels, named: nil) }

  /// An operator, and a function that changes the value, takes the name away. Then the text of the query says what was
  /// computed of which metrics.
  private func unit(of labels: SeriesLabels, named name: String?) -> StatedUnit {
    if let name = query.units.keepsNames ? nil : name {
      return TemperatureMetric.unit(of: name, families[name] ?? .init(), labels: labels.values)
    }
    return query.units.unit(labels: labels.values, families)
  }

  /// Returns the series without those that repeat another one in a second unit, and without what was not measured, unless
  /// there is nothing else.
  func measured(_ series: [SeriesLabels]) -> [SeriesLabels] {
    let series = series.oneUnitEach(of: \.withoutUnit, in: unit(of:))
    let measured = series.filter { if case .unmeasured = unit(of: $0) { false } else { true } }
    return measured.isEmpty ? series : measured
  }
}
