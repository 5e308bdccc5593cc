import Foundation

/// The newest temperature of a room by our clock, and its change; frozen while the pane is paused.
struct LatestReading: Sendable {
  /// With its time by our clock.
  var temperature: Temperature?
  /// The seconds by which the server's clock is ahead.
  var lead: TimeInterval = 0
  /// The change in degrees Celsius since 24 h before.
  var change: Double?

  init() {}

  init(_ history: TemperatureHistory, setBackTo: Date) {
    temperature = history.latest.flatMap { latest in
      history.measuredAt.map { Temperature(time: min($0, setBackTo), celsius: latest.celsius) }
    }
    lead = history.lead
    change = history.change
  }
}
