import Charting
import Screen

/// A pane's chart as it was drawn last: it is drawn again only for other data, another view or another size.
///
/// Everything else of a frame is drawn again each time; to bring thousands of points to dots takes longer than all of it.
final class ChartRaster {
  private struct Source: Equatable {
    var chart: Chart
    var size: Size
    var theme: Theme
  }

  private var source: Source?
  private var cells = Canvas(size: .zero)

  /// Draws a chart over the whole canvas.
  ///
  /// - Parameter picture: draws it into a blank canvas of the same size.
  func draw(_ chart: Chart, into canvas: inout Canvas, _ picture: (inout Canvas) -> Void) {
    let wanted = Source(chart: chart, size: canvas.size, theme: canvas.theme)
    if source != wanted {
      cells = Canvas(size: canvas.size, theme: canvas.theme)
      picture(&cells)
      source = wanted
    }
    canvas.blit(cells, x: 0, y: 0)
  }
}
