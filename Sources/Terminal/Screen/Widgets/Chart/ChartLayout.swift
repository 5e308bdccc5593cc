import Charting

/// The positions of a chart and its legend.
///
/// | room | the legend |
/// | --- | --- |
/// | 100 columns or more | beside the plot |
/// | rows enough for a plot of six | below it, a row for each line and, if there is room, for each limit |
/// | rows enough for a plot of eight | pages of them |
/// | five rows or more | a line below it, with the selected row |
/// | less, or nothing to tell apart | none |
public struct ChartLayout: Sendable, Hashable {
  public let plot: Rect
  /// Includes the line of its text field, which comes first. Empty without a legend.
  public let legend: Rect

  private static let leastWidthBeside = 100
  /// The height from which on a plot is easy to read.
  private static let amplePlot = 8
  /// The least height of a plot above a whole legend.
  private static let leastPlot = 6
  private static let leastHeight = 5
  private static let gap = 2
  /// If there are more rows, fewer than this are not worth their space: the legend has a single line instead.
  private static let leastPage = 4

  /// - Parameters:
  ///   - hasField: Whether the legend has a line with a text field, which then always has a place.
  ///   - hasHeadings: Whether the legend has headings without a field. They have a line where there is room for one.
  public init(size: Size, legend: ChartLegend, hasField: Bool = false, hasHeadings: Bool = false) {
    let count = legend.rows.count
    let field = hasField ? 1 : 0
    let headings = hasHeadings && !hasField ? 1 : 0
    guard count > 1 || hasField, size.height >= Self.leastHeight else {
      plot = Rect(x: 0, y: 0, width: size.width, height: size.height)
      self.legend = Rect(x: size.width, y: 0, width: 0, height: 0)
      return
    }
    if size.width >= Self.leastWidthBeside {
      // In steps of four columns, so that the plot does not move with every digit of a value.
      let natural = (LegendColumns.natural(legend) + 3) / 4 * 4
      let width = min(natural, size.width * 2 / 5)
      let x = size.width - width
      plot = Rect(x: 0, y: 0, width: x - Self.gap, height: size.height)
      self.legend = Rect(x: x, y: 0, width: width, height: min(count + field + headings, size.height))
      return
    }
    let (most, page) = (
      Self.mostRows(in: size, isAmple: false) - field, Self.mostRows(in: size, isAmple: true) - field
    )
    // Where there is no room for both, the field replaces the only row.
    let single = field > 0 && size.height == Self.leastHeight ? 0 : 1
    let rows = [count, legend.lineCount].first { $0 <= most } ?? (page >= Self.leastPage ? page : single)
    let rest = size.height - field - rows
    let lines = field + rows + (rows == count && rest > Self.amplePlot + 1 ? headings : 0)
    // A blank line, if the plot is high enough and does not keep one itself.
    let air =
      lines > 1 && (Self.amplePlot + 1..<ChartPlot.leastHeightForCursorLine).contains(size.height - lines) ? 1 : 0
    plot = Rect(x: 0, y: 0, width: size.width, height: size.height - lines - air)
    self.legend = Rect(x: 0, y: size.height - lines, width: size.width, height: lines)
  }

  /// Returns how many rows a whole legend may have in a size.
  ///
  /// - Parameter isAmple: Whether the plot must be easy to read.
  public static func mostRows(in size: Size, isAmple: Bool) -> Int {
    size.width >= leastWidthBeside
      ? size.height : min(size.height - (isAmple ? amplePlot : leastPlot), size.height / 2)
  }
}
