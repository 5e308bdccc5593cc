import Foundation

/// The newest reading of each sensor, as a page that Prometheus scrapes.
///
/// Samples have no time of their own: Prometheus takes that of the scrape, since it refuses samples of a sensor whose clock is far off
/// and draws those of a sensor that has stopped for five minutes more. When a sensor measured is a metric beside its temperature.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/ (text format 0.0.4)
struct MetricsPage: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Where a temperature comes from, the value of the label `source`.
  enum Source: String {
    case station
    /// Made up by this station.
    case invented
  }

  private var temperatures: [String] = []
  private var times: [String] = []

  /// Adds a sensor, of which a temperature is told unless it has stopped measuring.
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

/// The newest reading of a sensor that is not of the future.
struct NewestReading: Sendable {
  var reading: Reading
  /// Milliseconds between the reading before it and this one; `nil` where there is none.
  var interval: Int64?

  /// Whether three readings are missing, or five minutes have passed where that is longer.
  func hasStopped(at now: Timestamp) -> Bool {
    let patience = max(300_000, min(interval ?? 0, 86_400_000) * 3)
    return now.milliseconds - reading.timestamp.milliseconds > patience
  }
}
