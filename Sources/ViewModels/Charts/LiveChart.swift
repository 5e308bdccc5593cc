import Charting
import Foundation

/// A chart that follows live data until somebody looks around in it.
///
/// The view follows: its right end is the live edge, and its values fit themselves to what is seen. Panning or zooming
/// takes the view out of that, axis by axis. ``ChartGesture/follow`` brings back the initial view; ``ChartGesture/fit``
/// shows all there is, and brings back the initial view when all is shown already. While paused, the chart shows what it
/// held at that moment, and can still be looked around in.
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
    /// The live edge moves in steps of so many seconds, so that the line does not tremble along; `nil` where the caller says
    /// what time it is sees to that.
    var edgeStep: TimeInterval?
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

  /// How much time is shown while the view follows.
  private enum Extent {
    /// ``Style/span``, once there is so much.
    case standard
    /// All there is.
    case all
    /// What somebody zoomed to.
    case chosen
  }

  private let style: Style
  private var live: Content
  private var shown: Content
  private(set) var isFollowing = true
  private(set) var isPaused = false
  private var fitsValues = true
  private var extent = Extent.standard
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

  /// Takes a series in the place of the one that is held.
  mutating func replace(with series: Series) {
    live.series = series
  }

  mutating func annotate(_ times: some Sequence<Double>) {
    for time in times { live.annotations.insert(time) }
  }

  /// Lets go of all that lies in the future: where times are of the local clock, that is from before it was set back.
  mutating func drop(after now: Date) {
    let now = now.timeIntervalSince1970
    live.series.drop(after: now)
    // Asked first, since there hardly ever is anything, and a change would copy what is shared with the state.
    if let newest = live.annotations.times.last, newest > now { live.annotations.drop(after: now) }
  }

  /// Moves the live edge on and lets go of what is older than the history. To be called after data came.
  ///
  /// The edge goes back only with a clock that was set back: one that is a step behind may have been read a moment ago.
  mutating func advance(to now: Date) {
    let now = now.timeIntervalSince1970
    let edge = style.edgeStep.map { (now / $0).rounded(.up) * $0 } ?? now
    let isClockSetBack = edge < live.edge - (style.edgeStep ?? 0)
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
      viewport.time = (shown.edge - followedSpan)...shown.edge
    } else {
      viewport.clampTime(to: limits, shortest: style.shortestSpan)
    }
    if !fitsValues {
      keepValuesInSight()
    } else if let values = shown.series.extent(in: viewport.time) {
      viewport.value = NiceRange.around(
        values, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
    }
  }

  /// Seconds that the view shows while it follows.
  private var followedSpan: Double {
    // Points of a clock that is ahead may all lie beyond the edge; then there is nothing before it.
    let age = shown.edge - (shown.series.timeExtent?.lowerBound ?? shown.edge)
    switch extent {
    case .chosen: return viewport.time.span
    case .all: return age > 0 ? max(age, style.shortestSpan) : style.span
    case .standard:
      var span = style.firstSpan
      while span < min(age, style.span) { span = min(span * 2, style.span) }
      return span
    }
  }

  /// From the oldest data (but at least ``Style/span`` before the edge) to the edge.
  private var limits: ClosedRange<Double> {
    min(shown.series.timeExtent?.lowerBound ?? .infinity, shown.edge - style.span)...shown.edge
  }
}

// MARK: - Looking around

extension LiveChart {
  mutating func perform(_ gesture: ChartGesture) {
    switch gesture {
    case .zoomIn: zoom(by: 0.5)
    case .zoomOut: zoom(by: 2)
    case .fit: fit()
    case .follow: follow(.standard)
    case .panTime(let fraction): panTime(by: fraction)
    case .panValue(let fraction): panValue(by: fraction)
    case .togglePause: togglePause()
    case .mark(let time): cursor = time.flatMap { shown.series.nearest(to: $0)?.time }
    }
  }

  /// Scales the time about the live edge while following, else about the marked sample or the middle. Values that fit
  /// themselves fit to what is then seen; others are scaled about the middle.
  private mutating func zoom(by factor: Double) {
    extent = .chosen
    let mark = cursor.flatMap { viewport.time.contains($0) ? $0 : nil }
    viewport.zoomTime(by: factor, about: isFollowing ? shown.edge : mark ?? viewport.time.middle)
    viewport.clampTime(to: limits, shortest: style.shortestSpan)
    if !fitsValues {
      viewport.zoomValue(by: factor, about: viewport.value.middle)
      viewport.clampValue(to: valueLimits, shortest: style.leastValueSpan / 10)
    }
    arrange()
  }

  /// Both axes to all data. The live edge is part of it, so the view follows.
  private mutating func fit() {
    follow(isFitted ? .standard : .all)
  }

  private var isFitted: Bool { isFollowing && fitsValues && extent == .all }

  private mutating func follow(_ extent: Extent) {
    self.extent = extent
    isFollowing = true
    fitsValues = true
    arrange()
  }

  /// Moves the view in time, between the oldest point and the live edge. Where it shows all there is in that direction, it
  /// stays as it is and goes on following.
  private mutating func panTime(by fraction: Double) {
    var moved = viewport
    moved.panTime(by: fraction)
    moved.clampTime(to: panLimits)
    moved.clampTime(to: limits, shortest: style.shortestSpan)
    let distance = abs(moved.time.lowerBound - viewport.time.lowerBound)
    // A view that fits all data misses some of it by rounding, or by what came before its first whole step. That is not
    // worth leaving the live edge for.
    let worthwhile = isFollowing ? Self.worthwhileShare * abs(fraction) * viewport.time.span : 0
    guard distance > worthwhile else { return }
    viewport = moved
    isFollowing = false
    arrange()
  }

  /// How much of a pan has to be possible for a view that follows to do it.
  private static let worthwhileShare = 0.1

  /// From the oldest point to the live edge; where the view reaches beyond them, no further than the view.
  private var panLimits: ClosedRange<Double> {
    let oldest = min(shown.series.timeExtent?.lowerBound ?? .infinity, shown.edge)
    return min(oldest, viewport.time.lowerBound)...max(shown.edge, viewport.time.upperBound)
  }

  private mutating func panValue(by fraction: Double) {
    fitsValues = false
    viewport.panValue(by: fraction)
    viewport.clampValue(to: valueLimits)
    keepValuesInSight()
  }

  /// Moves the values until an eighth of the view, at its upper or lower end, has some of what is there at the times that
  /// are seen: an empty field would not tell where the line is.
  private mutating func keepValuesInSight() {
    guard let seen = shown.series.extent(in: viewport.time) else { return }
    let view = viewport.value
    let share = view.span / 8
    if view.lowerBound > seen.upperBound - share {
      viewport.panValue(by: (seen.upperBound - share - view.lowerBound) / view.span)
    } else if view.upperBound < seen.lowerBound + share {
      viewport.panValue(by: (seen.lowerBound + share - view.upperBound) / view.span)
    }
  }

  private mutating func togglePause() {
    isPaused.toggle()
    if !isPaused { showLive() }
  }

  /// The range of all values and as much again on either side: beyond it there is nothing to look for.
  private var valueLimits: ClosedRange<Double> {
    let extent = shown.series.timeExtent.flatMap { shown.series.extent(in: $0) } ?? style.emptyValues
    let data = NiceRange.around(extent, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
    return (data.lowerBound - data.span)...(data.upperBound + data.span)
  }
}
