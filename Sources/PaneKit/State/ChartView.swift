import Charting
import Foundation

/// The view of a chart: the visible part of the data, and the cursor. The data belongs to the caller.
///
/// The view follows: its right end is the live edge, and its value axis fits the visible data. Panning or zooming stops this
/// for one axis. ``ChartGesture/follow`` restores the initial view; ``ChartGesture/fit`` shows all data, or restores the
/// initial view if all is visible already. While paused, the view keeps the data of that moment, and can still be moved.
package struct ChartView: Sendable {
  /// The time shown while the view follows.
  private enum Extent {
    /// ``Style/span``, once there is enough data.
    case standard
    /// All data.
    case all
    /// The range that a person zoomed to.
    case chosen
  }

  private enum Cursor: Hashable {
    case at(Double)
    /// At a time that a person went to, whether or not there are values.
    case sought(Double)
    /// At the newest point, also when newer ones come.
    case newest
  }

  /// The values to which the axis was fitted, and the result, which is kept while the values stay within.
  private struct Fit {
    var lines: [ChartLine]
    var limits: [ChartLimit]
    var time: ClosedRange<Double>
    var backdrop: Backdrop?
    var extent: RobustExtent?
    /// Of the backdrop.
    var earlierExtent: RobustExtent?
  }

  private var style: Style
  /// The data at the time of pausing.
  private var held: ChartData?
  package private(set) var isFollowing = true
  private var fitsValues = true
  private var extent = Extent.standard
  package private(set) var viewport: Viewport
  private var cursor: Cursor?
  private var fit: Fit?
  /// The lines that are drawn; others do not affect the axes.
  private var choice = LineChoice()
  /// The values of dashed lines.
  private var limits: [ChartLimit] = []
  /// Whether the line of an earlier time is drawn behind.
  package private(set) var showsBackdrop = false

  package init(style: Style, of data: ChartData) {
    self.style = style
    viewport = Viewport(time: 0...style.firstSpan, value: style.emptyValues)
    show(data)
  }

  package var isPaused: Bool { held != nil }

  /// Returns what is drawn of the data, or, while paused, of the data at that time.
  package func chart(of data: ChartData) -> Chart {
    let data = held ?? data
    var chart = Chart(
      lines: data.lines, limits: limits, viewport: viewport, annotations: data.annotations.times,
      cursor: cursorTime(in: data))
    chart.earliest = data.earliest
    chart.backdrop = showsBackdrop ? backdrop(of: data) : nil
    if fitsValues, let outliers = fit?.extent?.outliers {
      chart.outliers = outliers.filter { $0.value.map { !viewport.value.contains($0) } ?? false }
    }
    (chart.hidden, chart.alone, chart.focused) = (choice.hidden, choice.alone, choice.focused)
    chart.fitsValues = fitsValues
    return chart
  }

  /// Sets the lines to draw, the limits, and whether the line of an earlier time is drawn behind.
  package mutating func choose(
    _ choice: LineChoice, limits: [ChartLimit] = [], showsBackdrop: Bool = false, of data: ChartData
  ) {
    guard choice != self.choice || limits != self.limits || showsBackdrop != self.showsBackdrop else { return }
    (self.choice, self.limits, self.showsBackdrop) = (choice, limits, showsBackdrop)
    arrange(held ?? data)
  }

  /// How much earlier the line behind is; `nil` while the view follows all data, and where it shows more than a year.
  package var shift: TimeShift? { isFollowing && extent == .all ? nil : TimeShift(for: viewport.time.span) }

  /// Returns what can be drawn behind: the only line, or of several the one that is alone or focused; `nil` if that is
  /// hidden.
  package func backdrop(of data: ChartData) -> Backdrop? {
    let lines = (held ?? data).lines
    let id = lines.count == 1 ? lines[0].id : choice.alone ?? choice.focused
    guard let shift, let line = lines.first(where: { $0.id == id && choice.shows($0.id) }) else { return nil }
    return Backdrop(line, shift)
  }

  /// Returns the data of the lines that are drawn.
  private func drawn(of data: ChartData) -> ChartData {
    guard choice.alone != nil || !choice.hidden.isEmpty else { return data }
    var data = data
    data.lines.removeAll { !choice.shows($0.id) }
    return data
  }

  /// Adapts the view to changed data.
  package mutating func show(_ data: ChartData) {
    guard !isPaused else { return }
    keepCursor(in: data)
    arrange(data)
  }

  /// Replaces the lines by others with the same times; while paused, up to the time of pausing.
  package mutating func replaceLines(with data: ChartData) {
    guard var held else { return show(data) }
    held.lines = data.lines
    for index in held.lines.indices { held.lines[index].series.drop(after: held.edge) }
    self.held = held
    arrange(held)
  }

  /// While paused, adds newly loaded data of the past, up to the time of pausing.
  package mutating func fill(from data: ChartData) {
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
  /// Puts the view at the edge if it follows, with fitted values if they are automatic.
  private mutating func arrange(_ data: ChartData) {
    if isFollowing {
      viewport.time = (data.edge - followedSpan(data))...data.edge
    } else {
      // New data may be out of view, and the cursor stays in it.
      if cursor == .newest { cursor = cursorTime(in: data).map(Cursor.at) }
      viewport.clampTime(to: limits(data), shortest: style.shortestSpan)
    }
    if fitsValues { fitValues(data) } else { keepValuesInSight(data) }
  }

  /// Fits the value axis to the visible values, without outliers. Without visible values the axis stays as it is.
  private mutating func fitValues(_ data: ChartData) {
    let backdrop = showsBackdrop ? self.backdrop(of: data) : nil
    let data = drawn(of: data)
    if let fit, fit.time == viewport.time, fit.limits == limits, fit.lines == data.lines, fit.backdrop == backdrop {
      return
    }
    let extent = RobustExtent(
      of: data.lines.map(\.series), in: viewport.time, leastSpan: style.leastValueSpan,
      includesZero: style.includesZero,
      before: fit?.extent)
    let earlier = backdrop.flatMap {
      RobustExtent(
        of: [$0.line.series], in: $0.times(of: viewport.time), leastSpan: style.leastValueSpan,
        includesZero: style.includesZero, before: fit?.earlierExtent)
    }
    fit = Fit(
      lines: data.lines, limits: limits, time: viewport.time, backdrop: backdrop, extent: extent,
      earlierExtent: earlier)
    let ranges = [extent, earlier].compactMap { $0?.values }
    guard let lowest = ranges.map(\.lowerBound).min(), let highest = ranges.map(\.upperBound).max() else { return }
    viewport.value = axis(for: reachingLimits(lowest...highest))
  }

  /// Returns a range of values extended by the limits that are no further away than its height: a line should be seen
  /// approaching a limit, but not be flattened for a distant one.
  private func reachingLimits(_ values: ClosedRange<Double>) -> ClosedRange<Double> {
    let reach = max(values.span, style.leastValueSpan)
    let near = limits.map(\.value).filter { $0 >= values.lowerBound - reach && $0 <= values.upperBound + reach }
    return near.reduce(values) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
  }

  /// Returns the value axis for a range of values.
  private func axis(for values: ClosedRange<Double>) -> ClosedRange<Double> {
    NiceRange.around(values, minimumSpan: style.leastValueSpan, includesZero: style.includesZero)
  }

  /// Returns the seconds that the view shows while it follows.
  private func followedSpan(_ data: ChartData) -> Double {
    // With a clock that is ahead, all points may be after the edge; then there is nothing before it.
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

  /// Returns the range from the oldest data (but at least ``Style/span`` before the edge) to the edge.
  private func limits(_ data: ChartData) -> ClosedRange<Double> {
    min(data.earliest ?? .infinity, data.edge - style.span)...data.edge
  }

  /// Moves the values until an eighth of the view, at its upper or lower end, contains data at the visible times: an empty
  /// view would not show where the line is.
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

  /// Returns the range of all values, extended by its height at either side: there is nothing to find beyond it.
  private func valueLimits(_ data: ChartData) -> ClosedRange<Double> {
    let values = axis(for: drawn(of: data).extent(in: -.infinity ... .infinity) ?? style.emptyValues)
    return (values.lowerBound - values.span)...(values.upperBound + values.span)
  }
}

// MARK: - Looking around

extension ChartView {
  package mutating func perform(_ gesture: ChartGesture, on data: ChartData) {
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
    case .putCursor(let time, let reach, let margin): putCursor(at: time, within: reach, margin: margin ?? reach, data)
    case .goTo(let time): go(to: time, data)
    case .cursorToStart: cursorToStart(data)
    case .cursorToEnd: cursorToEnd(data)
    case .endCursor: cursor = nil
    }
  }

  /// Scales the time about the cursor; without a visible one, about the live edge while following, else about the middle.
  private mutating func zoom(by factor: Double, _ data: ChartData) {
    var anchor = isFollowing ? data.edge : viewport.time.middle
    if let cursor, cursor != .newest, let time = cursorTime(in: data), viewport.time.contains(time) { anchor = time }
    zoom(by: factor, about: anchor, data)
  }

  /// A view that ends this close to the live edge, as a fraction of its width, counts as ending there.
  private static let edgeShare = 0.02

  /// Scales the time. The view follows if it ends at the live edge. An automatic value axis is fitted to the visible values;
  /// a manual one is scaled about its middle.
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

  /// Makes the value axis automatic, and shows the given extent of time; all data ends at the live edge, too, so the view
  /// follows.
  private mutating func follow(_ extent: Extent, _ data: ChartData) {
    self.extent = extent
    isFollowing = true
    fitsValues = true
    arrange(data)
  }

  /// Moves the view in time, between the oldest point and the live edge. If it shows everything in that direction, it stays
  /// and continues to follow.
  private mutating func panTime(by fraction: Double, _ data: ChartData) {
    var moved = viewport
    moved.panTime(by: fraction)
    moved.clampTime(to: panLimits(data))
    moved.clampTime(to: limits(data), shortest: style.shortestSpan)
    let distance = abs(moved.time.lowerBound - viewport.time.lowerBound)
    // A view of all data misses some of it by rounding, or before its first whole step, which is no reason to leave the live
    // edge.
    let worthwhile = isFollowing ? Self.worthwhileShare * abs(fraction) * viewport.time.span : 0
    guard distance > worthwhile else { return }
    viewport = moved
    isFollowing = false
    arrange(data)
  }

  /// The fraction of a pan that must be possible for a following view to move.
  private static let worthwhileShare = 0.1

  /// Returns the range from the oldest point to the live edge; if the view extends beyond it, limited to the view.
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
    case .at(let time), .sought(let time): time
    case .newest: data.valueTimes?.upperBound
    case nil: nil
    }
  }

  /// Removes the cursor if there are no values left.
  private mutating func keepCursor(in data: ChartData) {
    if case .sought(let time) = cursor, limits(data).contains(time) { return }
    guard let time = cursor.map({ _ in cursorTime(in: data) }) else { return }
    if !(time.flatMap { data.valueTimes?.contains($0) } ?? false) { cursor = nil }
  }

  /// Sets the cursor at a time between the first and the last value. On the last one it stays as long as the view follows.
  private mutating func putCursor(
    at time: Double, within reach: Double = 0, margin: Double = 0, _ data: ChartData
  ) {
    guard time.isFinite, reach.isFinite, margin.isFinite, let times = data.valueTimes else { return }
    if time + reach >= times.upperBound {
      cursor = isFollowing && viewport.time.contains(times.upperBound) ? .newest : .at(times.upperBound)
    } else {
      cursor = .at(max(time, times.lowerBound))
    }
    reveal(cursorTime(in: data) ?? time, margin: margin, data)
  }

  /// Moves the view so that a time is visible, with a margin in seconds, by which the first and the last column may extend beyond
  /// the view.
  private mutating func reveal(_ time: Double, margin: Double, _ data: ChartData) {
    let view = viewport.time
    guard time < view.lowerBound - margin * 0.99 || time > view.upperBound + margin * 0.99 else { return }
    let distance = time < view.lowerBound ? time - margin - view.lowerBound : time + margin - view.upperBound
    viewport.panTime(by: distance / view.span)
    isFollowing = false
    arrange(data)
  }

  /// Sets the cursor at a time, in the middle of the view unless that shows the time already.
  private mutating func go(to time: Double, _ data: ChartData) {
    guard time.isFinite, limits(data).contains(time) else { return }
    cursor = .sought(time)
    guard !viewport.time.contains(time) else { return }
    viewport.panTime(by: (time - viewport.time.middle) / viewport.time.span)
    viewport.clampTime(to: limits(data), shortest: style.shortestSpan)
    isFollowing = false
    arrange(data)
  }

  private mutating func cursorToStart(_ data: ChartData) {
    guard let start = data.valueTimes(in: viewport.time)?.lowerBound else { return }
    putCursor(at: start, data)
  }

  /// Sets the cursor at the newest visible point, or, if none is visible, at the newest before the view.
  private mutating func cursorToEnd(_ data: ChartData) {
    let end =
      data.valueTimes(in: viewport.time)?.upperBound
      ?? data.valueTimes(in: -.infinity...viewport.time.upperBound)?
      .upperBound
    putCursor(at: end ?? viewport.time.upperBound, data)
  }
}
