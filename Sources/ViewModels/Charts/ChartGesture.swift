import Foundation

/// What a person does with a chart.
public enum ChartGesture: Sendable, Hashable {
  /// Shows half the time, or twice the time: about the cursor, the live edge of a view that follows, or the middle.
  case zoomIn, zoomOut
  /// Scales the time that is shown by a factor (below 1 shows less, closer), about an instant that keeps its place.
  case zoom(Double, about: Double)
  /// Fits both axes to all data; where they are fitted already, the same as ``follow``.
  case fit
  /// Shows so many seconds up to the present, also after ``follow``.
  case span(Double)
  /// Moves the view in time by a fraction of its width: later when positive.
  case panTime(Double)
  /// Moves the view in value by a fraction of its height: up when positive.
  case panValue(Double)
  /// Brings back the initial view, at the present.
  case follow
  /// Holds what is shown while data go on being collected, or shows them again.
  case togglePause
  /// Shows the cursor at the newest visible point, or takes it away.
  case toggleCursor
  /// Puts the cursor at a time (seconds since 1970), and onto the newest point where that is at most `within` seconds later:
  /// half of what a column stands for.
  case putCursor(at: Double, within: Double)
  /// Puts the cursor at the oldest or at the newest visible point.
  case cursorToStart, cursorToEnd
  case endCursor
}
