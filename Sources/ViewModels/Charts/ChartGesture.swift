import Foundation

/// What a person does with a live chart.
public enum ChartGesture: Sendable, Hashable {
  case zoomIn, zoomOut
  /// Fits both axes to all data; where they are fitted already, the same as ``follow``.
  case fit
  /// Moves the view in time by a fraction of its width: later when positive.
  case panTime(Double)
  /// Moves the view in value by a fraction of its height: up when positive.
  case panValue(Double)
  /// Brings back the initial view, at the present.
  case follow
  /// Holds what is shown while data go on being collected, or shows them again.
  case togglePause
  /// Marks the sample nearest to a time (seconds since 1970), or none.
  case mark(Double?)
}
