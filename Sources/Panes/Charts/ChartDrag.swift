import Screen
import ViewModels

/// What the mouse does to a chart: a click puts the cursor there or takes it away, a drag pans or, while the cursor is
/// there, moves it, and the wheel zooms at the pointer.
///
/// A click acts when the button is pressed, before it can be known that a drag follows; the drag takes that back.
struct ChartDrag {
  private struct Press {
    /// Where the mouse was last.
    var column: Int
    /// The cursor was there before.
    var hadCursor: Bool
    var hasMoved = false
  }

  private var press: Press?

  /// The mouse was pressed beside the chart: what is dragged from there is not the chart.
  mutating func end() { press = nil }

  /// - Parameter place: of the plot's picture; a drag may have left it.
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
      return [isOnCursor ? .endCursor : .putCursor(at: time, within: plot.columnSpan / 2)]
    case .drag:
      guard let press, place.x != press.column else { return [] }
      self.press = Press(column: place.x, hadCursor: press.hadCursor, hasMoved: true)
      if press.hadCursor {
        let column = min(max(place.x, plot.plotX), plot.lastColumn)
        return [.putCursor(at: plot.time(ofColumn: column), within: plot.columnSpan / 2)]
      }
      let pan = ChartGesture.panTime(Double(press.column - place.x) / Double(plot.columns))
      return press.hasMoved ? [pan] : [.endCursor, pan]
    }
  }
}
