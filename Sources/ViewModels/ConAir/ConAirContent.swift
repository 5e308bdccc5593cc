import Charting
import Foundation
import Model

/// What the ConAir pane shows: a pure value, driven by the view model's scan.
struct ConAirContent: Sendable {
  enum Input: Sendable {
    case load(Load<TemperatureAsk, TemperatureHistory>.State, at: Date)
    case gesture(ChartGesture)
  }

  private struct Head: Sendable {
    var latest: Temperature?
    var change: Double?
  }

  private var chart: LiveChart
  /// What stands above the chart; held while paused, as the chart is.
  private var head = Head()
  private var history = TemperatureHistory()
  private var load = LoadState.idle
  private var trouble: Trouble?

  init(now: Date) {
    let style = LiveChart.Style(
      span: TemperatureHistory.window, firstSpan: TemperatureHistory.window, shortestSpan: 10 * TemperatureHistory.step,
      history: TemperatureHistory.kept,
      edgeStep: TemperatureHistory.step, leastValueSpan: 1, includesZero: false, emptyValues: 15...25)
    chart = LiveChart(style: style, longestJoin: TemperatureHistory.longestJoin, now: now)
  }

  mutating func take(_ input: Input) {
    switch input {
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
    chart.replace(with: value.series)
    chart.advance(to: now)
  }

  func state(_ origin: Origin, isConfigured: Bool) -> ConAirState {
    ConAirState(
      latest: head.latest, change: head.change, chart: chart.chart,
      isFollowing: chart.isFollowing, isPaused: chart.isPaused, load: load, trouble: trouble, origin: origin,
      isConfigured: isConfigured)
  }
}
