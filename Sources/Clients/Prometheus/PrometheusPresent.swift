import Foundation
import Model
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
  private let query: PromQL
  /// What the series say about their units.
  private var units: [SeriesLabels: StatedUnit] = [:]

  /// The most labels by which series are selected, so that a query stays short.
  private static let selectingLabels = 20

  /// - Parameters:
  ///   - series: The answer to ``PromQL/newest``.
  ///   - query: The query whose series they are.
  ///   - clock: The local time, for an answer without one.
  init(_ series: [PrometheusSeries], of query: PromQL = PromQL(""), clock: Date, limit: Int) {
    now = clock
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
        // An operator, and a function that changes the value, takes the name away; then the labels' unit is the former one.
        if let name = series.labels["__name__"] ?? (query.isSelector ? query.metric ?? "" : nil) {
          units[labels] = TemperatureMetric.unit(of: name, labels: labels.values)
        }
      case .age where sample.value.isFinite: ages[SeriesLabels(series.labels)] = max(sample.value, 0)
      default: break
      }
    }
    for (labels, age) in ages { newest[labels]?.age = age }
    let measured = Set(oneUnitEach(Array(newest.keys)))
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

  /// What is known about the unit of a series, which may have ended.
  func unit(of labels: SeriesLabels) -> StatedUnit {
    units[labels] ?? (query.isSelector ? TemperatureMetric.unit(of: query.metric ?? "", labels: labels.values) : .none)
  }

  /// Returns the series without those that repeat another one in a second unit.
  func oneUnitEach(_ series: [SeriesLabels]) -> [SeriesLabels] {
    series.oneUnitEach(of: \.withoutUnit, in: unit(of:))
  }
}
