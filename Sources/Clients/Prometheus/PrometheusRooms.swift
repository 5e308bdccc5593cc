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

/// The rooms of a query, collected from its answers.
struct PrometheusRooms: Sendable {
  static let possibleTimes = -62_000_000_000.0...253_000_000_000

  typealias Steps = [SeriesLabels: [RoomReading]]

  private(set) var present: PrometheusPresent
  private var steps: Steps = [:]

  /// The most series of which steps are kept, if the server sends more than were chosen.
  private static let seriesLimit = 1_000

  init(_ present: PrometheusPresent) { self.present = present }

  /// Takes the steps of an answer.
  mutating func take(_ answer: Steps) {
    for (labels, readings) in answer where steps[labels] != nil || steps.count < Self.seriesLimit {
      steps[labels, default: []] += readings
    }
  }

  /// Returns the steps in the answer to ``PromQL/steps(of:only:)``. A sample stands for the time since the previous one.
  static func steps(in series: [PrometheusSeries], of present: PrometheusPresent, step: TimeInterval) -> Steps {
    var parts: [SeriesLabels: [PromQL.Part: [Double: Double]]] = [:]
    for series in series {
      guard let part = series.labels[PromQL.partLabel].flatMap(PromQL.Part.init) else { continue }
      var values: [Double: Double] = [:]
      for sample in series.samples where Self.possibleTimes.contains(sample.time) { values[sample.time] = sample.value }
      parts[SeriesLabels(series.labels), default: [:]][part] = values
    }
    let chosen = present.chosen.map(Set.init)
    var steps: Steps = [:]
    for (labels, parts) in parts where chosen?.contains(labels) != false {
      guard let scale = present.unit(of: labels).scale else { continue }
      let (lows, highs, means) = (parts[.min] ?? [:], parts[.max] ?? [:], parts[.mean] ?? [:])
      steps[labels] = lows.keys.sorted().compactMap { time in
        guard let low = lows[time], let high = highs[time] else { return nil }
        let date = Date(timeIntervalSince1970: time - step)
        return Self.reading(
          at: date, lowest: scale.celsius(low), mean: means[time].map(scale.celsius), highest: scale.celsius(high))
      }
    }
    return steps
  }

  /// Returns a reading; `nil` if the value is not a temperature.
  ///
  /// One NaN among the samples of a step makes its mean NaN, but neither its lowest nor its highest value; then the middle of
  /// the two is used as the mean.
  private static func reading(at time: Date, lowest: Double, mean: Double?, highest: Double) -> RoomReading? {
    guard Temperature.credible.contains(lowest), Temperature.credible.contains(highest) else { return nil }
    let mean = mean.flatMap { Temperature.credible.contains($0) ? $0 : nil } ?? (lowest + highest) / 2
    return RoomReading(time: time, lowest: lowest, mean: mean, highest: highest)
  }

  private var series: [SeriesLabels] {
    present.chosen ?? present.oneUnitEach(Array(Set(steps.keys).union(present.newest.keys)))
  }

  /// The number of series, with those that are not chosen.
  var total: Int { present.chosen == nil ? series.count : present.newest.count }

  /// The targets of the series that have ended.
  var silentTargets: [[String: String]] {
    Set(series.filter { present.newest[$0] == nil }.compactMap(\.target))
      .sorted { ($0["job"] ?? "", $0["instance"] ?? "") < ($1["job"] ?? "", $1["instance"] ?? "") }
  }

  /// - Parameters:
  ///   - reasons: Why a target's series have ended, by its labels.
  ///   - limit: The most rooms.
  func rooms(silentBecause reasons: [[String: String]: SafeText] = [:], limit: Int) -> [RoomReadings] {
    let names = present.chosen == nil ? SeriesNames(series) : present.names
    return names.sorted(series).prefix(limit).map { labels in
      let newest = present.newest[labels]
      let unit = present.unit(of: labels)
      let celsius = newest.flatMap { newest in unit.scale?.celsius(newest.value) }
        .flatMap { Temperature.credible.contains($0) ? $0 : nil }
      let latest = newest.flatMap { newest in
        celsius.map { Temperature(time: present.now.addingTimeInterval(-min(newest.age, 1e9)), celsius: $0) }
      }
      let silence: SafeText? =
        if let contradiction = unit.contradiction {
          contradiction
        } else if let newest {
          celsius == nil ? "the server has \(Self.text(of: newest.value)), which is no temperature" : nil
        } else {
          labels.target.flatMap { reasons[$0] } ?? "the query no longer gives it"
        }
      return RoomReadings(
        key: labels.key, name: names[labels], readings: steps[labels] ?? [], latest: latest, silence: silence)
    }
  }

  static func text(of value: Double) -> SafeText {
    switch value {
    case .infinity: "+Inf"
    case -.infinity: "-Inf"
    case _ where value.isNaN: "NaN"
    default: "\(value)"
    }
  }
}
