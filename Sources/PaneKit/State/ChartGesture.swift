import Foundation

/// A person's action on a chart.
public enum ChartGesture: Sendable, Hashable {
  /// Shows half or twice the time, about the cursor, the live edge of a following view, or the middle.
  case zoomIn, zoomOut
  /// Scales the visible range of time by a factor (below 1 zooms in) about a time that keeps its place.
  case zoom(Double, about: Double)
  /// Fits both axes to all data; if they are already fitted, the same as ``follow``.
  case fit
  /// Shows this many seconds up to the present, also after ``follow``.
  case span(Double)
  /// Moves the view in time by a fraction of its width, later if positive.
  case panTime(Double)
  /// Moves the view in value by a fraction of its height, up if positive.
  case panValue(Double)
  /// Restores the initial view, at the present.
  case follow
  /// Freezes the chart while data is still collected, or unfreezes it.
  case togglePause
  /// Shows the cursor at the newest visible point, or removes it.
  case toggleCursor
  /// Sets the cursor at a time (seconds since 1970), or at the newest point if that is at most `within` seconds later, which
  /// is half the time of a column. The chart shows `margin` seconds more than its view at either end; half a column if `nil`.
  case putCursor(at: Double, within: Double, margin: Double? = nil)
  /// Sets the cursor at the oldest or at the newest visible point.
  case cursorToStart, cursorToEnd
  case endCursor
  /// Sets the cursor at a time (seconds since 1970), also where nothing is loaded yet, and shows that time.
  case goTo(Double)
}
