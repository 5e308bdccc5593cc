import Charting
import Foundation
import Model

/// What the ConAir pane shows.
public struct ConAirState: Sendable, Equatable {
  /// `nil` until the first value: the pane says "updating…".
  public var latest: Temperature?
  /// Degrees Celsius warmer than 24 h before the latest value; `nil` where no point stands within 10 minutes of then.
  public var change: Double?
  /// In degrees of ``unit``.
  public var chart: Chart
  /// What temperatures are shown in.
  public var unit: TemperatureUnit
  public var isFollowing: Bool
  /// The latest temperature, the change and the chart stand still; polling goes on.
  public var isPaused: Bool
  public var load: LoadState
  public var trouble: Trouble?
  public var origin: Origin
  /// A service is configured; without one (and without the demonstration) there is nothing to ask.
  public var isConfigured: Bool

  public init(
    latest: Temperature? = nil, change: Double? = nil, chart: Chart, unit: TemperatureUnit = .celsius,
    isFollowing: Bool = true, isPaused: Bool = false, load: LoadState = .idle, trouble: Trouble? = nil,
    origin: Origin = .live, isConfigured: Bool = true
  ) {
    self.latest = latest
    self.change = change
    self.chart = chart
    self.unit = unit
    self.isFollowing = isFollowing
    self.isPaused = isPaused
    self.load = load
    self.trouble = trouble
    self.origin = origin
    self.isConfigured = isConfigured
  }
}
