import Screen

/// The mouse on a chart: a click sets or removes the cursor, a drag pans or, if there is a cursor, moves it, and the wheel
/// zooms at the pointer.
///
/// A click acts when the button is pressed, before it is known whether a drag follows; a drag reverts that.
struct ChartDrag {
  private struct Press {
    /// The last column of the mouse.
    var column: Int
    /// Whether there was a cursor before.
    var hadCursor: Bool
    var hasMoved = false
  }

  private var press: Press?

  /// Called when the mouse is pressed beside the chart: a drag from there does not concern the chart.
  mutating func end() { press = nil }

  /// - Parameter place: The position in the plot's picture; a drag may have left it.
  mutating func gestures(for action: MouseEvent.Action, at place: Point, of plot: ChartPlot) -> [ChartGesture] {
    switch action {
    case .wheelUp: return [plot.time(at: place).map { .zoom(0.5, about: $0) } ?? .zoomIn]
    case .wheelDown: return [plot.time(at: place).map { .zoom(2, about: $0) } ?? .zoomOut]
    case .click:
      guard let time = plot.time(at: place) else {
        end()
        return []
      }
      press = Press(column: place.x, hadCursor: plot.chart.cursor != nil)
      let isOnCursor = plot.chart.cursor.map { plot.column(of: $0) == place.x } ?? false
      return [isOnCursor ? .endCursor : .putCursor(at: time, on: plot)]
    case .drag:
      guard let press, place.x != press.column else { return [] }
      self.press = Press(column: place.x, hadCursor: press.hadCursor, hasMoved: true)
      if press.hadCursor {
        let column = min(max(place.x, plot.plotX), plot.lastColumn)
        return [.putCursor(at: plot.time(ofColumn: column), on: plot)]
      }
      let seconds = Double(press.column - place.x) * plot.columnSpan
      let pan = ChartGesture.panTime(seconds / plot.chart.viewport.time.span)
      return press.hasMoved ? [pan] : [.endCursor, pan]
    }
  }
}

extension ChartGesture {
  /// Sets the cursor at the time of a column, without moving the view if it shows that column.
  static func putCursor(at time: Double, on plot: ChartPlot) -> ChartGesture {
    .putCursor(at: time, within: plot.columnSpan / 2, margin: plot.margin)
  }
}
