import Charting
import Foundation
import Model

/// The ConAir pane as a state machine: the clock's ticks, answers and commands go in; what is to be asked for stands in
/// it.
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
    /// It asks for all that is shown, not only for what is new.
    var isWhole: Bool
  }

  private struct Head: Sendable {
    var latest: Temperature?
    var change: Double?
  }

  let isConfigured: Bool
  /// Where what is shown comes from.
  private let origin: Origin
  private var history = TemperatureHistory()
  private var chart: LiveChart
  /// What stands above the chart; it stands still while paused, as the chart does.
  private var head = Head()
  private var load = LoadState.idle
  private var loadedAt: Date?
  private var trouble: Trouble?
  /// The latest request, while it is to be on its way.
  private(set) var pending: Request?
  private var requestCount = 0
  /// The clock's ticks are coming.
  private var isPolling = false

  init(isConfigured: Bool, origin: Origin = .live, now: Date) {
    self.isConfigured = isConfigured
    self.origin = origin
    let style = LiveChart.Style(
      span: TemperatureHistory.window, firstSpan: TemperatureHistory.window, shortestSpan: 10 * TemperatureHistory.step,
      history: TemperatureHistory.kept,
      edgeStep: TemperatureHistory.step, leastValueSpan: 1, includesZero: false, emptyValues: 15...25)
    chart = LiveChart(style: style, longestJoin: TemperatureHistory.longestJoin, now: now)
  }

  var state: ConAirState {
    ConAirState(
      latest: head.latest, change: head.change, chart: chart.chart,
      isFollowing: chart.isFollowing, isPaused: chart.isPaused, load: load, trouble: trouble, origin: origin,
      isConfigured: isConfigured)
  }

  mutating func trigger(_ trigger: Trigger, at now: Date) {
    switch trigger {
    case .tick:
      isPolling = true
      if pending == nil { ask(at: now) }
    case .refresh:
      // From the demonstration the live service is tried, and that starts afresh.
      ask(wholly: origin == .demo, at: now)
      if pending != nil, loadedAt != nil { load = .reloading }
    case .suspension:
      isPolling = false
      settle()
    }
  }

  private mutating func ask(wholly: Bool = false, at now: Date) {
    guard isConfigured else { return }
    if loadedAt == nil { load = .loading }
    requestCount += 1
    let isWhole = wholly || chart.series.isEmpty
    let range = history.nextQuery(given: isWhole ? Series() : chart.series, at: now)
    pending = Request(number: requestCount, range: range, isWhole: isWhole)
  }

  /// What comes from now on comes from elsewhere, and what is held does not. A request for all goes on: it is the one
  /// whose answer tells where they come from.
  mutating func change(to origin: Origin, at now: Date) {
    guard origin != self.origin else { return }
    let before = self
    self = ConAirModel(isConfigured: before.isConfigured, origin: origin, now: now)
    requestCount = before.requestCount
    isPolling = before.isPolling
    if let request = before.pending, request.isWhole {
      pending = request
      load = .loading
    } else if isPolling {
      ask(at: now)
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
      trouble = Trouble(error, since: trouble?.since ?? now, retry: max(retry, error.pauseEnd ?? retry))
    case .end:
      break
    }
    settle()
    chart.advance(to: now)
    if !chart.isPaused { showLive() }
  }

  private mutating func showLive() {
    head = Head(latest: history.latest, change: history.change(given: chart.series))
  }

  /// Nothing is on its way.
  private mutating func settle() {
    pending = nil
    load = loadedAt.map { .loaded(at: $0) } ?? .idle
  }

  /// Commands that mean nothing here change nothing.
  mutating func perform(_ command: Command) {
    // Until there is a temperature there is nothing to hold.
    if command == .togglePause, head.latest == nil { return }
    if let gesture = ChartGesture(command) { chart.perform(gesture) }
    if !chart.isPaused { showLive() }
  }
}
