import Charting
import Foundation

/// How a chart is looked at: which part of the data is seen, and where the cursor stands. The data are the caller's.
///
/// The view follows: its right end is the live edge, and its values fit themselves to what is seen. Panning or zooming
/// takes the view out of that, axis by axis. ``ChartGesture/follow`` brings back the initial view; ``ChartGesture/fit``
/// shows all there is, and brings back the initial view when all is shown already. While paused, the view keeps the data of
/// that moment, and can still be moved.
struct ChartView: Sendable {
  /// What a chart is about, which does not change while it lives.
  struct Style: Sendable {
    /// Seconds that are shown while nobody zooms.
    var span: TimeInterval
    /// Seconds that are shown at first, while there is no more: the view doubles until it shows ``span``, so that a chart
    /// that has just begun is not an empty field.
    var firstSpan: TimeInterval
    /// Seconds that are shown when zoomed in as far as it goes.
    var shortestSpan: TimeInterval
    /// The value axis shows at least so much.
    var leastValueSpan: Double
    /// 0 is always on the value axis.
    var includesZero: Bool
    /// What the value axis shows while there is no value.
    var emptyValues: ClosedRange<Double>
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

  private enum Cursor: Hashable {
    case at(Double)
    /// On the newest point, whichever that is.
    case newest
  }

  /// The values that an axis was fitted to, and what they were: as long as that stands, so does the fit.
  private struct Fit {
    var lines: [ChartLine]
    var limits: [ChartLimit]
    var time: ClosedRange<Double>
    var extent: RobustExtent?
  }

  private var style: Style
  /// The data of the moment at which the chart was paused.
  private var held: ChartData?
  private(set) var isFollowing = true
  private var fitsValues = true
  private var extent = Extent.standard
  private(set) var viewport: Viewport
  private var cursor: Cursor?
  private var fit: Fit?
  /// Which lines are drawn: what is not drawn is not fitted to.
  private var choice = LineChoice()
  /// Values that are dashed.
  private var limits: [ChartLimit] = []

  init(style: Style, of data: ChartData) {
    self.style = style
    viewport = Viewport(time: 0...style.firstSpan, value: style.emptyValues)
    show(data)
  }

  var isPaused: Bool { held != nil }

  /// What is to be drawn of the data, or of those that are held while paused.
  func chart(of data: ChartData) -> Chart {
    let data = held ?? data
    var chart = Chart(
      lines: data.lines, limits: limits, viewport: viewport, annotations: data.annotations.times,
      cursor: cursorTime(in: data))
    if fitsValues, let outliers = fit?.extent?.outliers {
      chart.outliers = outliers.filter { $0.value.map { !viewport.value.contains($0) } ?? false }
    }
    (chart.hidden, chart.alone, chart.focused) = (choice.hidden, choice.alone, choice.focused)
    return chart
  }

  /// Draws only some of the lines, and the limits.
  mutating func choose(_ choice: LineChoice, limits: [ChartLimit] = [], of data: ChartData) {
    guard choice != self.choice || limits != self.limits else { return }
    (self.choice, self.limits) = (choice, limits)
    arrange(held ?? data)
  }

  /// The data of the lines that are drawn.
  private func drawn(of data: ChartData) -> ChartData {
    guard choice.alone != nil || !choice.hidden.isEmpty else { return data }
    var data = data
    data.lines.removeAll { !choice.shows($0.id) }
    return data
  }

  /// Takes the view along with data that have changed.
  mutating func show(_ data: ChartData) {
    guard !isPaused else { return }
    keepCursor(in: data)
    arrange(data)
  }

  /// While paused, takes over lines of which more of the past is known, up to the moment that is held.
  mutating func fill(from data: ChartData) {
    guard var held else { return }
    let lines = Dictionary(data.lines.map { ($0.id, $0) }) { first, _ in first }
    for index in held.lines.indices {
      guard let line = lines[held.lines[index].id] else { continue }
      held.lines[index].series = line.series
      held.lines[index].series.drop(after: held.edge)
    }
    self.held = held
    arrange(held)
  }
}

// MARK: - Where the view stands

extension ChartView {
  /// Puts the view where it belongs: at the edge if it follows, its values fitted if they do that.
  private mutating func arrange(_ data: ChartData) {
    if isFollowing {
      viewport.time = (data.edge - followedSpan(data))...data.edge
    } else {
      // What comes now may be out of view, and the cursor stays in it.
      if cursor == .newest { cursor = cursorTime(in: data).map(Cursor.at) }
      viewport.clampTime(to: limits(data), shortest: style.shortestSpan)
    }
    if fitsValues { fitValues(data) } else { keepValuesInSight(data) }
  }

  /// Fits the values to what is seen, but for single points far away. Where nothing is seen, the axis stays as it is.
  private mutating func fitValues(_ data: ChartData) {
    let data = drawn(of: data)
    if let fit, fit.time == viewport.time, fit.limits == limits, fit.lines == data.lines { return }
    let extent = RobustExtent(
      of: data.lines.map(\.series), in: viewport.time, leastSpan: style.leastValueSpan,
      includesZero: style.includesZero,
      before: fit?.extent)
    fit = Fit(lines: data.lines, limits: limits, time: viewport.time, extent: extent)
    if let extent { viewport.value = axis(for: reachingLimits(extent.values)) }
  }

  /// A range of values together with the limits that are no further from it than it is high: a line is to be seen coming
  /// close, and not flattened for a limit that is far away.
  private func reachingLimits(_ values: ClosedRange<Double>) -> ClosedRange<Double> {
    let reach = max(values.span, style.leastValueSpan)
    let near = limits.map(\.value).filter { $0 >= values.lowerBound - reach && $0 <= values.upperBound + reach }
    return near.reduce(values) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
  }

  /// The value axis for a range of values.
  private func axis(for values: ClosedRange<Double>) -> ClosedRange<Double> {
    NiceRange.around(values, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
  }

  /// Seconds that the view shows while it follows.
  private func followedSpan(_ data: ChartData) -> Double {
    // Points of a clock that is ahead may all lie beyond the edge; then there is nothing before it.
    let age = data.edge - (data.oldest ?? data.edge)
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
  private func limits(_ data: ChartData) -> ClosedRange<Double> {
    min(data.earliest ?? .infinity, data.edge - style.span)...data.edge
  }

  /// Moves the values until an eighth of the view, at its upper or lower end, has some of what is there at the times that
  /// are seen: an empty field would not tell where the line is.
  private mutating func keepValuesInSight(_ data: ChartData) {
    guard let seen = drawn(of: data).extent(in: viewport.time) else { return }
    let view = viewport.value
    let share = view.span / 8
    if view.lowerBound > seen.upperBound - share {
      viewport.panValue(by: (seen.upperBound - share - view.lowerBound) / view.span)
    } else if view.upperBound < seen.lowerBound + share {
      viewport.panValue(by: (seen.lowerBound + share - view.upperBound) / view.span)
    }
  }

  /// The range of all values and as much again on either side: beyond it there is nothing to look for.
  private func valueLimits(_ data: ChartData) -> ClosedRange<Double> {
    let values = axis(for: drawn(of: data).extent(in: -.infinity ... .infinity) ?? style.emptyValues)
    return (values.lowerBound - values.span)...(values.upperBound + values.span)
  }
}

// MARK: - Looking around

extension ChartView {
  mutating func perform(_ gesture: ChartGesture, on data: ChartData) {
    let live = data
    let data = held ?? live
    switch gesture {
    case .zoomIn: zoom(by: 0.5, data)
    case .zoomOut: zoom(by: 2, data)
    case .zoom(let factor, let time): zoom(by: factor, about: time, data)
    case .fit: follow(isFitted ? .standard : .all, data)
    case .follow: follow(.standard, data)
    case .span(let seconds):
      (style.span, style.firstSpan) = (seconds, seconds)
      follow(.standard, data)
    case .panTime(let fraction): panTime(by: fraction, data)
    case .panValue(let fraction): panValue(by: fraction, data)
    case .togglePause:
      held = isPaused ? nil : live
      show(live)
    case .toggleCursor:
      if cursor == nil { cursorToEnd(data) } else { cursor = nil }
    case .putCursor(let time, let reach): putCursor(at: time, within: reach, data)
    case .cursorToStart: cursorToStart(data)
    case .cursorToEnd: cursorToEnd(data)
    case .endCursor: cursor = nil
    }
  }

  /// Scales the time about the cursor; without one in view, about the live edge while following, else about the middle.
  private mutating func zoom(by factor: Double, _ data: ChartData) {
    var anchor = isFollowing ? data.edge : viewport.time.middle
    if case .at(let time) = cursor, viewport.time.contains(time) { anchor = time }
    zoom(by: factor, about: anchor, data)
  }

  /// A view that ends so close to the live edge, as a part of its width, is taken to end there.
  private static let edgeShare = 0.02

  /// Scales the time. The view follows while it ends at the live edge. Values that fit themselves fit to what is then seen;
  /// others are scaled about their middle.
  private mutating func zoom(by factor: Double, about anchor: Double, _ data: ChartData) {
    extent = .chosen
    viewport.zoomTime(by: factor, about: anchor)
    viewport.clampTime(to: limits(data), shortest: style.shortestSpan)
    isFollowing = data.edge - viewport.time.upperBound <= viewport.time.span * Self.edgeShare
    if !fitsValues {
      viewport.zoomValue(by: factor, about: viewport.value.middle)
      viewport.clampValue(to: valueLimits(data), shortest: style.leastValueSpan / 10)
    }
    arrange(data)
  }

  private var isFitted: Bool { isFollowing && fitsValues && extent == .all }

  /// Fits the values, and the time as wanted; all data, too, end at the live edge, so the view follows.
  private mutating func follow(_ extent: Extent, _ data: ChartData) {
    self.extent = extent
    isFollowing = true
    fitsValues = true
    arrange(data)
  }

  /// Moves the view in time, between the oldest point and the live edge. Where it shows all there is in that direction, it
  /// stays as it is and goes on following.
  private mutating func panTime(by fraction: Double, _ data: ChartData) {
    var moved = viewport
    moved.panTime(by: fraction)
    moved.clampTime(to: panLimits(data))
    moved.clampTime(to: limits(data), shortest: style.shortestSpan)
    let distance = abs(moved.time.lowerBound - viewport.time.lowerBound)
    // A view that fits all data misses some of it by rounding, or by what came before its first whole step. That is not
    // worth leaving the live edge for.
    let worthwhile = isFollowing ? Self.worthwhileShare * abs(fraction) * viewport.time.span : 0
    guard distance > worthwhile else { return }
    viewport = moved
    isFollowing = false
    arrange(data)
  }

  /// How much of a pan has to be possible for a view that follows to do it.
  private static let worthwhileShare = 0.1

  /// From the oldest point to the live edge; where the view reaches beyond them, no further than the view.
  private func panLimits(_ data: ChartData) -> ClosedRange<Double> {
    let earliest = min(data.earliest ?? .infinity, data.edge)
    return min(earliest, viewport.time.lowerBound)...max(data.edge, viewport.time.upperBound)
  }

  private mutating func panValue(by fraction: Double, _ data: ChartData) {
    fitsValues = false
    fit = nil
    viewport.panValue(by: fraction)
    viewport.clampValue(to: valueLimits(data))
    keepValuesInSight(data)
  }
}

// MARK: - The cursor

extension ChartView {
  private func cursorTime(in data: ChartData) -> Double? {
    switch cursor {
    case .at(let time): time
    case .newest: data.valueTimes?.upperBound
    case nil: nil
    }
  }

  /// Takes the cursor away where there is nothing any more that it could tell.
  private mutating func keepCursor(in data: ChartData) {
    guard let time = cursor.map({ _ in cursorTime(in: data) }) else { return }
    if !(time.flatMap { data.valueTimes?.contains($0) } ?? false) { cursor = nil }
  }

  /// Puts the cursor at a time between the first and the last value. On the last one it stays as long as the view follows.
  private mutating func putCursor(at time: Double, within reach: Double = 0, _ data: ChartData) {
    guard time.isFinite, reach.isFinite, let times = data.valueTimes else { return }
    if time + reach >= times.upperBound {
      cursor = isFollowing && viewport.time.contains(times.upperBound) ? .newest : .at(times.upperBound)
    } else {
      cursor = .at(max(time, times.lowerBound))
    }
    reveal(cursorTime(in: data) ?? time, margin: reach, data)
  }

  /// Moves the view so far that a time is seen, with a margin of some seconds beyond it: half of a column, by which the
  /// columns of the first and the last dot may reach beyond the view.
  private mutating func reveal(_ time: Double, margin: Double, _ data: ChartData) {
    let view = viewport.time
    guard time < view.lowerBound - margin * 0.99 || time > view.upperBound + margin * 0.99 else { return }
    let distance = time < view.lowerBound ? time - margin - view.lowerBound : time + margin - view.upperBound
    viewport.panTime(by: distance / view.span)
    isFollowing = false
    arrange(data)
  }

  private mutating func cursorToStart(_ data: ChartData) {
    guard let start = data.valueTimes(in: viewport.time)?.lowerBound else { return }
    putCursor(at: start, data)
  }

  /// Puts the cursor at the newest visible point; where none is seen, at the newest before the view.
  private mutating func cursorToEnd(_ data: ChartData) {
    let end =
      data.valueTimes(in: viewport.time)?.upperBound
      ?? data.valueTimes(in: -.infinity...viewport.time.upperBound)?
      .upperBound
    putCursor(at: end ?? viewport.time.upperBound, data)
  }
}
