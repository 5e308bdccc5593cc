import Charting
import Foundation
import Model
import PaneKit

/// The chart of the edit rate: counted and stored windows, its lines, the span that it shows, the sign-ups that it marks, and
/// whether it is paused.
struct RateChart: Sendable {
  private var data: ChartData
  private var rates: RateLines
  private var kept = KeptRates()
  private var view: ChartView
  /// The seconds that a person chose to show; `nil` for the chart's own.
  private var span = Remembered<TimeInterval?, TimeInterval>(nil) { $0 = $1 }
  /// The users of the sign-ups that are marked, as far as they are known.
  private(set) var signUps = SignUps()
  private var liveRate: EditCounts?
  private var shownRate: EditCounts?

  init(editors: Set<WikiEditor>, areApart: Bool = false, history: TimeInterval = 86_400, now: Date) {
    rates = RateLines(editors: editors, areApart: areApart)
    data = ChartData(lines: rates.lines, history: history, edgeStep: EditRate.window, now: now)
    let style = ChartView.Style(
      span: RateSpans.told, firstSpan: RateSpans.first, shortestSpan: 30, leastValueSpan: 1, includesZero: true,
      emptyValues: 0...1)
    view = ChartView(style: style, of: data)
  }

  /// An empty chart with the lines and the span that a person chose, for the rates of other wikis or of another origin.
  func emptied(at now: Date) -> RateChart {
    var next = RateChart(editors: rates.editors, areApart: rates.areApart, history: data.history, now: now)
    next.span = span
    next.showBackdrop(view.showsBackdrop)
    if let seconds = span.value { next.view.perform(.span(seconds), on: next.data) }
    return next
  }

  var chart: Chart { view.chart(of: data) }
  var isPaused: Bool { view.isPaused }
  var isFollowing: Bool { view.isFollowing }
  var areApart: Bool { rates.areApart }
  /// Whether there is a line that can be compared with an earlier time.
  var canCompare: Bool { view.backdrop(of: data) != nil }
  /// The edits per second of the shown editors; `nil` before the first full window and without a connection.
  var rate: Double? { shownRate.map { $0.rate(of: rates.editors) } }
}

// MARK: - What a person does

extension RateChart {
  mutating func perform(_ gesture: ChartGesture) { view.perform(gesture, on: data) }

  /// The spans to choose from, in seconds.
  var spans: [TimeInterval] { RateSpans.all(within: data.history) }

  /// Shows the next longer or shorter span.
  ///
  /// - Returns: The chosen span, to be stored; `nil` if there is no other.
  mutating func show(_ step: SpanStep) -> TimeInterval? {
    guard let next = step.next(from: view.viewport.time.span, among: spans, seconds: \.self) else { return nil }
    show(span: next)
    return next
  }

  /// Shows the span that was chosen in an earlier run, unless one has been chosen in this run.
  mutating func recall(span seconds: TimeInterval?) {
    let former = span.value
    span.recall(seconds.flatMap { $0 > 0 ? min($0, data.history) : nil })
    if let seconds = span.value, seconds != former { view.perform(.span(seconds), on: data) }
  }

  /// Shows the edits of these editors, in a single line or in a line for each kind.
  mutating func show(_ editors: Set<WikiEditor>, areApart: Bool) {
    guard editors != rates.editors || areApart != rates.areApart else { return }
    rates.show(editors, areApart: areApart)
    replaceLines()
  }

  /// Draws the line of an earlier time behind that of the present, or no longer.
  mutating func showBackdrop(_ shows: Bool) { view.choose(LineChoice(), showsBackdrop: shows, of: data) }

  /// Shows a span that a person chose.
  mutating func show(span seconds: TimeInterval) {
    span.reduce(seconds)
    view.perform(.span(seconds), on: data)
  }
}

// MARK: - What happens

extension RateChart {
  /// Adds counted windows and sign-ups, and advances to the present. While paused, the chart stands still.
  ///
  /// - Parameter wiki: The only wiki whose events are requested, for sign-ups whose wiki the feed does not report.
  /// - Returns: The windows to be stored.
  mutating func insert(_ batch: WikipediaBatch, of wiki: String?, at now: Date) -> [KeptRate] {
    liveRate = batch.rate
    rates.insert(batch.points + kept.closing(batch.points))
    let windows = batch.points.compactMap { KeptRate($0, hasReverts: rates.hasReverts) }
    data.annotate(batch.signUps.map(\.time))
    signUps.insert(batch.signUps.map { SignUp(time: $0.time, user: $0.user, wiki: $0.wiki ?? wiki) })
    // A tick may be a little ahead of the clock, but no whole window.
    let end = now.addingTimeInterval(EditRate.window)
    rates.drop(after: end.timeIntervalSince1970)
    data.lines = rates.lines
    data.drop(after: end)
    data.advance(to: now)
    rates.drop(before: data.edge - data.history)
    signUps.keep(data.edge - data.history...max(data.edge, end.timeIntervalSince1970))
    view.show(data)
    return windows
  }

  /// Adds stored windows; counted ones take precedence.
  mutating func insert(_ stored: [KeptRate]) {
    rates.insert(kept.points(of: stored, besides: rates.times))
    rates.drop(before: data.edge - data.history)
    replaceLines()
  }

  /// Shows the rate as it is now.
  mutating func showLatest() { shownRate = liveRate }

  /// Draws reverts from now on, because the feed reports them. A paused chart waits.
  mutating func showReverts() {
    guard !rates.hasReverts else { return }
    rates.hasReverts = true
    data.lines = rates.lines
    if !isPaused { view.replaceLines(with: data) }
  }

  /// Changes the number of seconds for which rates are kept.
  mutating func keep(_ history: TimeInterval) {
    data.history = history
    if let seconds = span.value, seconds > history { show(span: history) }
  }

  private mutating func replaceLines() {
    data.lines = rates.lines
    view.replaceLines(with: data)
  }
}
