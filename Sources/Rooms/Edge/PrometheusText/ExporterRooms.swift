import Foundation
import Rooms
import Text

/// The temperatures on an exporter's page, as rooms.
struct ExporterRooms: Sendable {
  struct Room: Sendable, Hashable {
    var key: RoomKey
    var name: SafeText
    /// In degrees Celsius, whatever the unit on the page.
    var celsius: Double
    /// Why the value is no temperature, or no longer measured, if the page says so.
    var silence: SafeText?
    /// The time of the measurement, if the page contains it.
    var time: Date?
  }

  /// Sorted by name.
  private(set) var rooms: [Room] = []

  private struct Series {
    var metric: String
    var labels: SeriesLabels
    var sample: PrometheusText.Sample
    var unit: StatedUnit

    /// What is measured, in whatever unit.
    var measurement: Measurement {
      Measurement(metric: TemperatureMetric.withoutUnit(metric), labels: labels.withoutUnit)
    }
  }

  private struct Measurement: Hashable {
    var metric: String
    var labels: SeriesLabels
  }

  init(_ page: PrometheusText) {
    var series: [Series] = []
    var known: Set<PrometheusText.Sample> = []
    let names = Set(page.samples.map(\.name))
    for sample in page.samples {
      guard
        let unit = TemperatureMetric.measured(
          sample.name, page.families[sample.name] ?? .init(), labels: sample.labels, among: names)
      else { continue }
      // Of two samples of one series, the first is used, as in Prometheus.
      let key = PrometheusText.Sample(name: sample.name, labels: sample.labels, value: 0, timestamp: nil)
      guard known.insert(key).inserted else { continue }
      series.append(Series(metric: sample.name, labels: SeriesLabels(sample.labels), sample: sample, unit: unit))
    }
    let byMetric = Dictionary(grouping: series.oneUnitEach(of: \.measurement, in: \.unit), by: \.metric)
    let (chips, availability) = (HardwareLabels(page), StatedAvailability(page))
    for (metric, series) in byMetric {
      let shown = chips.shown(series.map(\.labels))
      let names = SeriesNames(shown)
      let stem = SafeText(oneLine: TemperatureMetric.stem(of: metric), limit: SeriesNames.letters)
      for (one, labels) in zip(series, shown) {
        rooms.append(
          Room(
            key: RoomKey("\(metric) \(one.labels.text)"), name: names[labels] ?? stem,
            celsius: one.unit.scale?.celsius(one.sample.value) ?? .nan,
            silence: one.unit.contradiction ?? (availability.isGone(one.sample) ? StatedAvailability.reason : nil),
            time: Self.time(one.sample.timestamp, inSeconds: page.hasEnd)))
      }
    }
    nameApart(byMetric.count)
    rooms.sort { ($0.name.string, $0.key.mark) < ($1.name.string, $1.key.mark) }
  }

  /// Puts the name of the metric before the names of rooms that otherwise have the same name.
  private mutating func nameApart(_ metrics: Int) {
    guard metrics > 1 else { return }
    let counts = Dictionary(rooms.map { ($0.name, 1) }, uniquingKeysWith: +)
    for index in rooms.indices where counts[rooms[index].name, default: 0] > 1 {
      let metric = rooms[index].key.mark.prefix { $0 != " " }
      let stem = SafeText(oneLine: TemperatureMetric.stem(of: String(metric)), limit: SeriesNames.letters)
      if stem != rooms[index].name { rooms[index].name = "\(stem) \(rooms[index].name)" }
    }
  }

  private static func time(_ timestamp: Double?, inSeconds: Bool) -> Date? {
    timestamp.map { inSeconds ? $0 : $0 / 1_000 }.flatMap { seconds in
      PrometheusRooms.possibleTimes.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }
  }
}

/// The labels that node_exporter reports for chips and sensors, next to their temperatures.
private struct HardwareLabels {
  private struct Sensor: Hashable {
    var chip: String
    var sensor: String
  }

  private var labels: [Sensor: String] = [:]

  init(_ page: PrometheusText) {
    for sample in page.samples where sample.name == "node_hwmon_sensor_label" {
      if let chip = sample.labels["chip"], let sensor = sample.labels["sensor"], let label = sample.labels["label"] {
        labels[Sensor(chip: chip, sensor: sensor)] = label
      }
    }
  }

  /// Adds sensors' labels to the series if they distinguish the sensors of a chip.
  func shown(_ series: [SeriesLabels]) -> [SeriesLabels] {
    let labelled = series.map { one -> SeriesLabels in
      var shown = one
      shown.values["sensor"] = labels[Sensor(chip: one["chip"], sensor: one["sensor"])] ?? one.values["sensor"]
      return shown
    }
    let counts = Dictionary(labelled.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(series, labelled).map { counts[$1, default: 0] > 1 ? $0 : $1 }
  }
}
