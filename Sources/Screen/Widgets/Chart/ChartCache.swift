import Charting

/// Intermediate results of drawing a chart's lines, kept from frame to frame, so that a frame costs as much as has changed.
///
/// A line that has not changed keeps its dots; after a pan or a new point only the columns that differ are computed. Lines
/// that a frame does not draw are removed.
public struct ChartCache: Sendable {
  private var lines: [ChartLine.ID: KeptLine] = [:]

  public init() {}

  /// Returns the dots of the visible lines, in the order of the lines.
  mutating func lines(of plot: ChartPlot, theme: Theme) -> [DrawnLine] {
    var kept: [ChartLine.ID: KeptLine] = [:]
    kept.reserveCapacity(plot.lines.count)
    let drawn = plot.lines.map { line in
      // Removed first, so that its arrays are not copied when they change.
      var one = lines.removeValue(forKey: line.id) ?? KeptLine()
      let drawn = one.drawn(line, on: plot, theme: theme)
      kept[line.id] = one
      return drawn
    }
    lines = kept
    return drawn
  }
}

/// A line as a plot draws it.
struct DrawnLine: Sendable {
  let trace: Trace
  /// Includes spans above and below the view.
  let spans: [LineSpan]
  let raster: LineRaster
}

private struct KeptLine: Sendable {
  private struct Source: Equatable {
    var series: LineSeries
    var shape: LineShape
    var time: LinearScale
    var value: LinearScale
    var isASCII: Bool
    var isOfMany: Bool
  }

  private var source: Source?
  private var cache = LineTraceCache()
  private var drawn: DrawnLine?

  mutating func drawn(_ line: ChartLine, on plot: ChartPlot, theme: Theme) -> DrawnLine {
    let source = Source(
      series: line.series, shape: line.shape, time: plot.time, value: plot.value, isASCII: theme.isASCII,
      isOfMany: plot.isOfMany)
    if let drawn, self.source == source { return drawn }
    let trace = line.series.trace(time: plot.time, value: plot.value, shape: line.shape, cache: &cache)
    let spans = LineSpan.spans(of: trace.columns, time: plot.time, value: plot.value, shape: line.shape)
    var grid = DotGrid(columns: plot.columns, rows: plot.lowestRow + 1, theme: theme)
    // Several lines have no bands.
    let spikes = plot.isOfMany ? trace.spikes(time: plot.time, value: plot.value) : []
    for span in spans + spikes {
      guard let rows = span.clipped(toDots: plot.value.dots)?.rows else { continue }
      // The lowest dot of the axis is in the row below, so a line at that value runs just above the axis.
      let lowest = grid.height - 1
      grid.light(x: span.x, rows: min(rows.lowerBound, lowest)...min(rows.upperBound, lowest))
    }
    let drawn = DrawnLine(trace: trace, spans: spans, raster: LineRaster(grid))
    (self.source, self.drawn) = (source, drawn)
    return drawn
  }
}
