import Foundation
import Rooms
import Text

/// The rooms of a query, collected from the answers to the requests of one look.
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
    present.chosen ?? present.measured(Array(Set(steps.keys).union(present.newest.keys)))
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
      let isGone = present.isGone(labels)
      let newest = isGone ? nil : present.newest[labels]
      let unit = present.unit(of: labels)
      let celsius = newest.flatMap { newest in unit.scale?.celsius(newest.value) }
        .flatMap { Temperature.credible.contains($0) ? $0 : nil }
      let latest = newest.flatMap { newest in
        celsius.map { Temperature(time: present.now.addingTimeInterval(-min(newest.age, 1e9)), celsius: $0) }
      }
      let silence: SafeText? =
        if let contradiction = unit.contradiction {
          contradiction
        } else if isGone {
          "Home Assistant says that it is unavailable"
        } else if let newest {
          celsius == nil ? "the server has \(Self.text(of: newest.value)), which is no temperature" : nil
        } else {
          labels.target.flatMap { reasons[$0] } ?? "the query no longer gives it"
        }
      return RoomReadings(
        key: labels.key, name: names[labels], readings: isGone ? [] : steps[labels] ?? [], latest: latest,
        silence: silence,
        remark: unit.remark)
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
