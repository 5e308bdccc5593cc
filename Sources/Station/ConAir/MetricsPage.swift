import Foundation

/// The newest reading of each sensor, as a page for Prometheus.
///
/// Samples have no time: Prometheus uses that of the scrape, because it refuses samples of a sensor whose clock is far off,
/// and draws those of a stopped sensor for another five minutes. The time of a measurement is a metric beside its
/// temperature.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/ (text format 0.0.4)
struct MetricsPage: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The origin of a temperature, the value of the label `source`.
  enum Source: String {
    case station
    /// Invented by this station.
    case invented
  }

  private var temperatures: [String] = []
  private var times: [String] = []

  /// Adds a sensor, with its temperature unless it has stopped measuring.
  mutating func add(_ newest: NewestReading, of sensor: SensorName, from source: Source = .station, now: Timestamp) {
    let labels = "{room=\"\(Self.escaped(sensor.text))\",source=\"\(source.rawValue)\"}"
    if !newest.hasStopped(at: now) { temperatures.append("\(labels) \(newest.reading.temperature)") }
    times.append("\(labels) \(Self.seconds(newest.reading.timestamp))")
  }

  var text: String {
    Self.metric("reactui_room_temperature_celsius", "Newest reading of a sensor that still measures.", temperatures)
      + Self.metric("reactui_room_reading_timestamp_seconds", "Unix time of a sensor's newest reading.", times)
  }

  private static func metric(_ name: String, _ help: String, _ samples: [String]) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + samples.map { "\(name)\($0)\n" }.joined()
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func seconds(_ timestamp: Timestamp) -> String {
    let (seconds, milliseconds) = timestamp.milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return milliseconds == 0 ? "\(seconds)" : "\(Double(timestamp.milliseconds) / 1_000)"
  }
}

/// The newest reading of a sensor that is not in the future.
struct NewestReading: Sendable {
  var reading: Reading
  /// Milliseconds between the previous reading and this one; `nil` if there is no previous one.
  var interval: Int64?

  /// Returns whether three readings are missing, or, if that is longer, five minutes have passed.
  func hasStopped(at now: Timestamp) -> Bool {
    let patience = max(300_000, min(interval ?? 0, 86_400_000) * 3)
    return now.milliseconds - reading.timestamp.milliseconds > patience
  }
}
