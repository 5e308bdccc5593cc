import Charting
import Screen
import Text

/// A chart on the screen: its picture, its layout, and its position in its pane. They are kept from frame to frame, and
/// computed again only for another chart, size, theme or day.
package final class ChartPicture {
  /// The dependencies of the picture, besides the canvas' size and theme.
  private struct Source: Equatable {
    var chart: Chart
    /// The cursor shows dates other than today's.
    var today: SafeText
    var notes: ChartPlot.Notes
  }

  private let raster = KeptPicture<Source>()
  /// The lines' columns and dots.
  private var cache = ChartCache()
  private var laidOut: (plot: ChartPlot, theme: Theme, today: SafeText)?
  private var shown: (place: Rect, plot: ChartPlot)?
  /// The last layout's inputs.
  private var paper: (size: Size, context: PaneContext, theme: Theme)?

  package init() {}

  /// Returns the layout of the chart for a size.
  package func plot(of chart: Chart, size: Size, _ context: PaneContext, _ theme: Theme) -> ChartPlot {
    let today = context.clock.date(context.now)
    if let laidOut, laidOut.theme == theme, laidOut.today == today, laidOut.plot.size == size,
      laidOut.plot.chart == chart
    {
      return laidOut.plot
    }
    let plot = ChartPlot(chart, size: size, clock: context.clock, theme: theme, now: context.now)
    laidOut = (plot, theme, today)
    return plot
  }

  /// Returns the layout of a chart in the place of the last one; `nil` if there is none.
  package func plot(of chart: Chart) -> ChartPlot? {
    paper.map { plot(of: chart, size: $0.size, $0.context, $0.theme) }
  }

  /// Returns the time that a column of the chart on the screen stands for: `7 min`; `nil` if there is none.
  func columnText(of chart: Chart) -> SafeText? { plot(of: chart).map { ChartSpan.rounded($0.columnSpan) } }

  /// Draws a chart.
  ///
  /// - Parameters:
  ///   - place: The position in its pane; `nil` if it has no room, and nothing is drawn.
  ///   - canvas: The pane's canvas.
  ///   - beginning: The word before the time of the first value where most of the view is empty.
  ///   - cursorNote: Returns what is at the cursor besides the value.
  ///   - valueText: Formats a value with its unit.
  package func draw(
    _ chart: Chart, at place: Rect?, _ context: PaneContext, into canvas: inout Canvas,
    beginning: SafeText = "values", cursorNote: (ChartPlot) -> SafeText? = { _ in nil }, valueText: (Double) -> SafeText
  ) {
    guard let place else {
      (shown, paper) = (nil, nil)
      return
    }
    paper = (place.size, context, canvas.theme)
    let plot = plot(of: chart, size: place.size, context, canvas.theme)
    shown = (place, plot)
    var notes = ChartPlot.Notes(beginning: beginning)
    if chart.cursor != nil {
      notes.atCursor = cursorNote(plot)
      notes.column = "1 column = \(ChartSpan.rounded(plot.columnSpan))"
    }
    let source = Source(chart: chart, today: context.clock.date(context.now), notes: notes)
    canvas.within(place) {
      raster.draw(source, into: &$0) {
        plot.draw(into: &$0, cache: &cache, notes: notes, valueText: valueText)
      }
    }
  }

  /// Returns the chart under the mouse, as it was drawn last, and the mouse's position on it; `nil` if the mouse is beside
  /// the chart and not dragging it.
  func target(of event: MouseEvent) -> (plot: ChartPlot, place: Point)? {
    guard let (place, plot) = shown else { return nil }
    let rows = place.y..<place.maxY
    guard rows.contains(event.location.y) || event.action == .drag else { return nil }
    return (plot, Point(x: event.location.x - place.x, y: event.location.y - place.y))
  }
}

extension Chart {
  /// Returns the least and the greatest visible value: `0.4 … 4.0`; `nil` without a value.
  package func rangeText(glyphs: GlyphSet) -> SafeText? {
    extent(in: viewport.time).map {
      "\(SafeText($0.lowerBound, decimals: 1)) \(glyphs.ellipsis) \(SafeText($0.upperBound, decimals: 1))"
    }
  }

  /// Says what is drawn behind the lines: `behind: day before`; `nil` without a backdrop.
  package var backdropText: SafeText? {
    backdrop.map { backdrop in
      let name = SafeText(oneLine: backdrop.shift.name)
      return backdrop.hasValues(in: viewport.time) ? "behind: \(name)" : "\(name): no data"
    }
  }
}
