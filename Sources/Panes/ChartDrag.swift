import Screen
import ViewModels

/// What the mouse does to a chart: a click marks a sample, a drag pans, the wheel zooms.
///
/// A click acts when the button is pressed, before it can be known that a drag follows; the drag takes the mark back.
struct ChartDrag {
  private struct Press {
    /// Where the mouse was last.
    var column: Int
    /// The mark that there was before; told to the chart with the first motion.
    var mark: Double?
    var hasMoved = false
  }

  private var press: Press?

  /// The mouse was pressed beside the chart: what is dragged from there is not the chart.
  mutating func end() { press = nil }

  /// - Parameter place: of the plot's picture; a drag may have left it.
  mutating func gestures(for action: MouseEvent.Action, at place: Point, of plot: ChartPlot) -> [ChartGesture] {
    switch action {
    case .wheelUp: return [.zoomIn]
    case .wheelDown: return [.zoomOut]
    case .click:
      guard let time = plot.time(at: place) else {
        end()
        return []
      }
      press = Press(column: place.x, mark: plot.chart.cursor)
      let isMarked = plot.chart.cursor.map { plot.column(of: $0) == place.x } ?? false
      return [.mark(isMarked ? nil : time)]
    case .drag:
      guard let press, place.x != press.column else { return [] }
      self.press = Press(column: place.x, mark: press.mark, hasMoved: true)
      let pan = ChartGesture.panTime(Double(press.column - place.x) / Double(plot.columns))
      return press.hasMoved ? [pan] : [.mark(press.mark), pan]
    }
  }
}
