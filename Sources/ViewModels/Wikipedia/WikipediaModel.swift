import Charting
import Foundation
import Model
import Text

/// What the Wikipedia pane shows as a state machine: batches of events and commands go in.
struct WikipediaModel: Sendable {
  /// Where what is shown comes from.
  private let origin: Origin
  private var connection = WikipediaState.Connection.connecting
  private var chart: LiveChart
  /// What there is beside the chart; `shown` stands still while paused, as the chart does.
  private var live = Content()
  private var shown = Content()
  private var selection: Int?

  private struct Content: Sendable {
    var rate: Double?
    var latestEdit: SafeText?
    /// Newest first.
    var recent: [RecentEvent] = []
  }

  init(origin: Origin = .live, now: Date) {
    self.origin = origin
    let style = LiveChart.Style(
      span: 240, firstSpan: 60, shortestSpan: 30, history: 86_400, edgeStep: EditRate.window, leastValueSpan: 1,
      includesZero: true,
      emptyValues: 0...1)
    chart = LiveChart(style: style, now: now)
  }

  var state: WikipediaState {
    WikipediaState(
      connection: connection, origin: origin, rate: shown.rate, latestEdit: shown.latestEdit, chart: chart.chart,
      isFollowing: chart.isFollowing, isPaused: chart.isPaused, recent: shown.recent, selection: selection)
  }

  /// The page of the selected event, else that of the newest that has one.
  var link: URL? {
    if let selection { return shown.recent.first { $0.id == selection }?.event.link }
    return shown.recent.lazy.compactMap(\.event.link).first
  }

  /// Takes over what came. From elsewhere than before, it starts afresh.
  mutating func absorb(_ batch: WikipediaIntake.Batch, at now: Date) {
    if batch.origin != origin { self = WikipediaModel(origin: batch.origin, now: now) }
    connection = batch.connection
    live.rate = batch.rate
    live.latestEdit = batch.latestEdit ?? live.latestEdit
    chart.insert(batch.points)
    chart.annotate(batch.signUps)
    // The end of a window may be told a little before the clock shows it.
    chart.drop(after: now.addingTimeInterval(EditRate.window))
    chart.advance(to: now)
    if !batch.events.isEmpty {
      let limit = WikipediaState.recentLimit
      let new: [RecentEvent] = batch.events.suffix(limit).reversed()
      live.recent = new + live.recent.prefix(limit - new.count)
    }
    if !chart.isPaused { showLive() }
  }

  /// Commands that mean nothing here change nothing.
  mutating func perform(_ command: Command, visibleRows: Int) {
    switch command {
    case .move(let motion): move(motion, visibleRows: visibleRows)
    case .selectEvent(let id): if shown.recent.contains(where: { $0.id == id }) { selection = id }
    case .back:
      selection = nil
      chart.perform(.mark(nil))
    default:
      if let gesture = ChartGesture(command) { chart.perform(gesture) }
      if !chart.isPaused { showLive() }
    }
  }

  private mutating func showLive() {
    shown = live
    // An event that has left the list takes the selection with it: the list follows the newest again.
    if let selection, !shown.recent.contains(where: { $0.id == selection }) { self.selection = nil }
  }

  /// Down from nothing selects the newest; up from the newest selects nothing, so that the list follows again.
  private mutating func move(_ motion: Motion, visibleRows: Int) {
    let events = shown.recent
    let row = selection.flatMap { id in events.firstIndex { $0.id == id } } ?? -1
    let target =
      switch motion {
      case .lines(let count): row.clampedSum(count)
      case .pages(let count): row.clampedSum(count * max(1, visibleRows - 1))
      case .start: -1
      case .end: events.count - 1
      }
    selection = target < 0 || events.isEmpty ? nil : events[min(target, events.count - 1)].id
  }
}
