import Charting

/// Intermediate results of drawing a chart's lines, kept from frame to frame, so that a frame costs as much as has changed.
///
/// A line that has not changed keeps its dots; after a pan or a new point only the columns that differ are computed. Lines
/// that a frame does not draw are removed.
public struct ChartCache: Sendable {
  private var lines: [ChartLine.ID: KeptLine] = [:]
  /// One for each part of the line behind.
  private var backdrop: [KeptLine] = []

  public init() {}

  /// Returns the dots of the visible lines, in the order of the lines.
  mutating func lines(of plot: ChartPlot, theme: Theme) -> [DrawnLine] {
    var kept: [ChartLine.ID: KeptLine] = [:]
    kept.reserveCapacity(plot.lines.count)
    let drawn = plot.lines.map { line in
      // Removed first, so that its arrays are not copied when they change.
      var one = lines.removeValue(forKey: line.id) ?? KeptLine()
      let drawn = one.drawn(line, at: plot.time, on: plot, theme: theme)
      kept[line.id] = one
      return drawn
    }
    lines = kept
    return drawn
  }

  /// Returns the cells of the line behind the others; none without one.
  mutating func backdrop(of plot: ChartPlot, theme: Theme) -> [LineRaster.LitCell] {
    guard let shown = plot.chart.backdrop else {
      backdrop = []
      return []
    }
    return plot.parts(of: shown.shift).enumerated().flatMap { index, part in
      if index == backdrop.count { backdrop.append(KeptLine()) }
      let time = plot.time.earlier(by: part.seconds)
      return backdrop[index].drawn(shown.line, at: time, on: plot, theme: theme).raster.cells
        .filter { part.columns.contains($0.index % plot.columns) }
    }
  }
}

/// A line as a plot draws it.
struct DrawnLine: Sendable {
  let raster: LineRaster
  /// The highest and the lowest values of a single line that goes through means; `nil` where it goes through its points.
  let edges: DotGrid?
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

  /// - Parameter time: The time axis of the line.
  mutating func drawn(_ line: ChartLine, at time: LinearScale, on plot: ChartPlot, theme: Theme) -> DrawnLine {
    let source = Source(
      series: line.series, shape: line.shape, time: time, value: plot.value, isASCII: theme.isASCII,
      isOfMany: plot.isOfMany)
    if let drawn, self.source == source { return drawn }
    let trace = line.series.trace(time: time, value: plot.value, shape: line.shape, cache: &cache)
    let spans = LineSpan.spans(of: trace.columns, time: time, value: plot.value, shape: line.shape)
    let blank = DotGrid(columns: plot.columns, rows: plot.rows, theme: theme)
    var grid = blank
    for span in spans { grid.light(span) }
    var edges: DotGrid?
    if plot.isOfMany {
      // Several lines have no edges, which could not be told apart.
      for spike in trace.spikes(time: time, value: plot.value) { grid.light(spike) }
    } else if !trace.spreads.isEmpty {
      edges = blank
      for span in trace.edges(time: time, value: plot.value) { edges?.light(span) }
    }
    let drawn = DrawnLine(raster: LineRaster(grid), edges: edges)
    (self.source, self.drawn) = (source, drawn)
    return drawn
  }
}
