import Charting
import Foundation
import Model

/// The ConAir pane as a state machine: the clock's ticks, answers and commands go in, requests come out.
///
/// One request at most is on its way: a tick that comes meanwhile is let pass, and a request that somebody asks for
/// takes the place of the one before.
struct ConAirModel: Sendable {
  /// What makes the model ask, or stop asking.
  enum Trigger: Sendable {
    /// It is time for what is new.
    case tick
    /// Somebody wants it now, and is shown that it loads.
    case refresh
    /// The program is stopped: a connection will not outlive that.
    case suspension
  }

  struct Request: Sendable, Hashable {
    var number: Int
    var range: ClosedRange<Date>
  }

  let isConfigured: Bool
  private var history = TemperatureHistory()
  private var chart: LiveChart
  private var load = LoadState.idle
  private var loadedAt: Date?
  private var trouble: Trouble?
  private var pending: Request?
  private var requestCount = 0

  init(isConfigured: Bool, now: Date) {
    self.isConfigured = isConfigured
    let style = LiveChart.Style(
      span: TemperatureHistory.window, firstSpan: TemperatureHistory.window, shortestSpan: 10 * TemperatureHistory.step,
      history: TemperatureHistory.kept,
      edgeStep: TemperatureHistory.step, leastValueSpan: 1, includesZero: false, emptyValues: 15...25)
    chart = LiveChart(style: style, longestJoin: TemperatureHistory.longestJoin, now: now)
  }

  func state(origin: Origin) -> ConAirState {
    ConAirState(
      latest: history.latest, change: history.change(given: chart.series), chart: chart.chart,
      isFollowing: chart.isFollowing, isPaused: chart.isPaused, load: load, trouble: trouble, origin: origin,
      isConfigured: isConfigured)
  }

  /// - Returns: the request that takes the place of the one on its way, `.some(nil)` where that is only cancelled, and
  ///   `nil` where it goes on.
  mutating func trigger(_ trigger: Trigger, at now: Date) -> Request?? {
    switch trigger {
    case .tick where pending != nil: return nil
    case .suspension:
      settle()
      return .some(nil)
    case .tick, .refresh:
      guard isConfigured else { return nil }
      if loadedAt == nil { load = .loading } else if trigger == .refresh { load = .reloading }
      requestCount += 1
      let request = Request(number: requestCount, range: history.nextQuery(given: chart.series, at: now))
      pending = request
      return request
    }
  }

  /// What came of a request, in one step.
  ///
  /// - Parameter retry: when the next poll is due, should this one have failed.
  mutating func receive(_ outcome: Outcome<[Temperature]>, for request: Request, at now: Date, retry: Date) {
    guard pending == request else { return }
    switch outcome {
    case .value(let temperatures):
      chart.insert(history.points(of: temperatures, at: now))
      loadedAt = now
      trouble = nil
    case .failure(let error):
      trouble = Trouble(error, since: trouble?.since ?? now, retry: retry)
    case .end:
      break
    }
    settle()
    chart.advance(to: now)
  }

  /// Nothing is on its way.
  private mutating func settle() {
    pending = nil
    load = loadedAt.map { .loaded(at: $0) } ?? .idle
  }

  /// Commands that mean nothing here change nothing.
  mutating func perform(_ command: Command) {
    chart.perform(command)
  }
}
