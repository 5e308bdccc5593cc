import Charting
import Foundation

/// A chart that follows live data until somebody looks around in it.
///
/// The view follows: its right end is the live edge, and its values fit themselves to what is seen. Panning or zooming
/// takes the view out of that, axis by axis; ``Command/followLive`` and ``Command/fit`` put it back. While paused, the
/// chart shows what it held at that moment, and can still be looked around in.
struct LiveChart: Sendable {
  /// What a chart is about, which does not change while it lives.
  struct Style: Sendable {
    /// Seconds that are shown while nobody zooms.
    var span: TimeInterval
    /// Seconds that are shown at first, while there is no more: the view doubles until it shows ``span``, so that a chart
    /// that has just begun is not an empty field.
    var firstSpan: TimeInterval
    /// Seconds that are shown when zoomed in as far as it goes.
    var shortestSpan: TimeInterval
    /// Seconds for which data is kept, and so the longest view.
    var history: TimeInterval
    /// The live edge moves in steps of so many seconds, so that the line does not tremble along.
    var edgeStep: TimeInterval
    /// The value axis shows at least so much.
    var leastValueSpan: Double
    /// 0 is always on the value axis.
    var includesZero: Bool
    /// What the value axis shows while there is no value.
    var emptyValues: ClosedRange<Double>
  }

  /// What there is to show.
  private struct Content: Sendable {
    var series: Series
    var annotations = Annotations(limit: 10_000)
    /// The latest time that the chart reaches, seconds since 1970.
    var edge: Double = 0
  }

  private let style: Style
  private var live: Content
  private var shown: Content
  private(set) var isFollowing = true
  private(set) var isPaused = false
  private var fitsValues = true
  /// Nobody has chosen how much time is shown.
  private var growsWithData = true
  private var viewport: Viewport
  private var cursor: Double?

  init(style: Style, longestJoin: TimeInterval? = nil, now: Date) {
    self.style = style
    live = Content(series: Series(longestJoin: longestJoin))
    shown = live
    viewport = Viewport(time: 0...style.firstSpan, value: style.emptyValues)
    advance(to: now)
  }

  var chart: Chart {
    Chart(series: shown.series, viewport: viewport, annotations: shown.annotations.times, cursor: cursor)
  }

  /// All live data, whether paused or not.
  var series: Series { live.series }
}

// MARK: - Live data

extension LiveChart {
  mutating func insert(_ points: some Sequence<Series.Point>) {
    live.series.insert(contentsOf: points)
  }

  mutating func annotate(_ times: some Sequence<Double>) {
    for time in times { live.annotations.insert(time) }
  }

  /// Lets go of all that lies in the future: where times are of the local clock, that is from before it was set back.
  mutating func drop(after now: Date) {
    live.series.drop(after: now.timeIntervalSince1970)
    live.annotations.drop(after: now.timeIntervalSince1970)
  }

  /// Moves the live edge on and lets go of what is older than the history. To be called after data came.
  ///
  /// The edge goes back only with a clock that was set back: one that is a step behind may have been read a moment ago.
  mutating func advance(to now: Date) {
    let edge = (now.timeIntervalSince1970 / style.edgeStep).rounded(.up) * style.edgeStep
    let isClockSetBack = edge < live.edge - style.edgeStep
    live.edge = isClockSetBack ? edge : max(live.edge, edge)
    live.series.drop(before: live.edge - style.history)
    live.annotations.drop(before: live.edge - style.history)
    if !isPaused { showLive() }
  }

  private mutating func showLive() {
    shown = live
    if let time = cursor, shown.series.nearest(to: time, within: 0) == nil { cursor = nil }
    arrange()
  }

  /// Puts the view where it belongs: at the edge if it follows, its values fitted if they do that.
  private mutating func arrange() {
    if isFollowing {
      if growsWithData { grow() }
      let span = viewport.time.span
      viewport.time = (shown.edge - span)...shown.edge
    } else {
      viewport.clampTime(to: limits, shortest: style.shortestSpan)
    }
    if fitsValues, let extent = shown.series.extent(in: viewport.time) {
      viewport.value = NiceRange.around(
        extent, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
    }
  }

  /// Doubles the view's length while the data is longer.
  private mutating func grow() {
    let age = shown.edge - (shown.series.timeExtent?.lowerBound ?? shown.edge)
    var span = style.firstSpan
    while span < min(age, style.span) { span = min(span * 2, style.span) }
    viewport.time = (shown.edge - span)...shown.edge
  }

  /// From the oldest data (but at least ``Style/span`` before the edge) to the edge.
  private var limits: ClosedRange<Double> {
    min(shown.series.timeExtent?.lowerBound ?? .infinity, shown.edge - style.span)...shown.edge
  }
}

// MARK: - Looking around

extension LiveChart {
  /// Commands that mean nothing to a chart change nothing.
  mutating func perform(_ command: Command) {
    switch command {
    case .zoomIn: zoom(by: 0.5)
    case .zoomOut: zoom(by: 2)
    case .fit: fit()
    case .followLive: follow()
    case .panTime(let fraction): panTime(by: fraction)
    case .panValue(let fraction): panValue(by: fraction)
    case .togglePause: togglePause()
    case .markTime(let time): cursor = time.flatMap { shown.series.nearest(to: $0)?.time }
    default: break
    }
  }

  /// Scales the time about the live edge while following, else about the marked sample or the middle. Values that fit
  /// themselves fit to what is then seen; others are scaled about the middle.
  private mutating func zoom(by factor: Double) {
    growsWithData = false
    let mark = cursor.flatMap { viewport.time.contains($0) ? $0 : nil }
    viewport.zoomTime(by: factor, about: isFollowing ? shown.edge : mark ?? viewport.time.middle)
    viewport.clampTime(to: limits, shortest: style.shortestSpan)
    if !fitsValues {
      viewport.zoomValue(by: factor, about: viewport.value.middle)
      viewport.clampValue(to: valueLimits)
    }
    arrange()
  }

  /// Both axes to all data. The live edge is part of it, so the view follows.
  private mutating func fit() {
    growsWithData = false
    // Points of a clock that is ahead may all lie beyond the edge.
    let first = shown.series.timeExtent?.lowerBound ?? .infinity
    viewport.time = (first < shown.edge ? first : shown.edge - style.span)...shown.edge
    viewport.clampTime(to: limits, shortest: style.shortestSpan)
    follow()
  }

  private mutating func follow() {
    isFollowing = true
    fitsValues = true
    arrange()
  }

  private mutating func panTime(by fraction: Double) {
    var moved = viewport
    moved.panTime(by: fraction)
    moved.clampTime(to: limits, shortest: style.shortestSpan)
    // Nothing lies beyond the edge: there a step to the right changes nothing.
    guard moved != viewport else { return }
    viewport = moved
    isFollowing = false
    arrange()
  }

  private mutating func panValue(by fraction: Double) {
    fitsValues = false
    viewport.panValue(by: fraction)
    viewport.clampValue(to: valueLimits)
  }

  private mutating func togglePause() {
    isPaused.toggle()
    if !isPaused { showLive() }
  }

  /// The range of all values and as much again on either side, so that the line is not lost out of sight.
  private var valueLimits: ClosedRange<Double> {
    let extent = shown.series.timeExtent.flatMap { shown.series.extent(in: $0) } ?? style.emptyValues
    let data = NiceRange.around(extent, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
    return (data.lowerBound - data.span)...(data.upperBound + data.span)
  }
}
