import Charting
import Foundation
import Model

/// What the ConAir pane shows: a pure value, driven by the view model's scan.
struct ConAirContent: Sendable {
  enum Input: Sendable {
    /// All that follows comes from another source: where that is, or `nil` where nobody is asked.
    case source(Origin?, at: Date)
    case load(Load<TemperatureAsk, TemperatureHistory>.State, at: Date)
    case gesture(ChartGesture)
    case unit(TemperatureUnit, at: Date)
  }

  private struct Head: Sendable {
    var latest: Temperature?
    var change: Double?
  }

  private var chart: LiveChart
  /// What stands above the chart; held while paused, as the chart is.
  private var head = Head()
  private var history = TemperatureHistory()
  /// The series that the chart shows, in °C; `nil` where it has to be shown for the first time.
  private var drawn: Series?
  private var load = LoadState.idle
  private var trouble: Trouble?
  private var origin: Origin?
  private var unit: TemperatureUnit

  /// - Parameter origin: Where temperatures come from; `nil` where nobody is asked.
  init(origin: Origin?, unit: TemperatureUnit, now: Date) {
    self.origin = origin
    self.unit = unit
    chart = Self.chart(unit, now: now)
  }

  private static func chart(_ unit: TemperatureUnit, now: Date) -> LiveChart {
    let style = LiveChart.Style(
      span: TemperatureHistory.window, firstSpan: TemperatureHistory.window, shortestSpan: 10 * TemperatureHistory.step,
      history: TemperatureHistory.kept, edgeStep: TemperatureHistory.step,
      leastValueSpan: unit == .celsius ? 1 : 2, includesZero: false,
      emptyValues: unit.degrees(of: 15)...unit.degrees(of: 25))
    return LiveChart(style: style, longestJoin: TemperatureHistory.longestJoin, now: now)
  }

  mutating func take(_ input: Input) {
    switch input {
    case .source(let origin, let now): self = ConAirContent(origin: origin, unit: unit, now: now)
    case .unit(let unit, let now):
      // The view belongs to the axis, which is another now.
      self.unit = unit
      chart = Self.chart(unit, now: now)
      drawn = nil
      show(at: now)
    case .load(let state, let now): take(state, at: now)
    // Until there is a temperature there is nothing to hold.
    case .gesture(.togglePause) where head.latest == nil: break
    case .gesture(let gesture): chart.perform(gesture)
    }
    if !chart.isPaused { head = Head(latest: history.latest, change: history.change) }
  }

  private mutating func take(_ state: Load<TemperatureAsk, TemperatureHistory>.State, at now: Date) {
    trouble = state.trouble
    load =
      switch (state.asking, state.loadedAt) {
      case (nil, nil): .idle
      case (nil, let date?), (.poll, let date?): .loaded(at: date)
      case (.refresh, _?): .reloading
      case (_?, nil): .loading
      }
    guard state.asking == nil, let value = state.value else { return }
    history = value
    show(at: now)
  }

  private mutating func show(at now: Date) {
    if drawn != history.series {
      drawn = history.series
      chart.replace(with: history.series(in: unit))
    }
    chart.advance(to: now)
  }

  var state: ConAirState {
    ConAirState(
      latest: head.latest, change: head.change, chart: chart.chart, unit: unit,
      isFollowing: chart.isFollowing, isPaused: chart.isPaused, load: load, trouble: trouble, origin: origin ?? .live,
      isConfigured: origin != nil)
  }
}
