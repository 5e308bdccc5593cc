import Charting
import Foundation
import Text

/// The layout of a chart for a size: the positions of its axes, ticks and labels.
///
///      4 ┤ ╷ ⢀⠤⠒⠢⡀          The top row has the marks of annotations, behind the line.
///      3 ┤╌╌⡠⠃╌╌╌╌⠑⠤╌╌ 3    A limit is dashed, and labelled right of the plot.
///      2 ┤⠤⠔⠊      ⠈⠑●
///      1 ┤
///      0 ┼──┬────┬─────     The lowest row of the plot is the time axis. A line in this row is drawn over it.
///         14:00 14:01       The row below has the axis' labels, each centred under its tick.
///
/// Of several lines each ends in its mark (``LineLook``). Their values are told elsewhere, in a legend or a border, so that
/// nothing moves over the lines.
///
/// What the cursor tells is in the lowest line, so that the rows of the plot are the same without it. From 16 rows on that line
/// is kept for it. Of fewer rows it takes that of the axis' labels, which stand in the axis meanwhile; of fewer than five they
/// are left out.
///
/// Everything drawn at a value or a time takes its position from the same two scales, so ticks, line and labels stay
/// together: what equals a tick is drawn in the middle of the tick's row. From two rows on there is at least one label on either
/// axis.
public struct ChartPlot: Sendable {
  public let chart: Chart
  public let size: Size
  public let timeTicks: [Tick]
  public let valueTicks: [Tick]
  /// The first column of the plot, right of the value axis.
  public let plotX: Int
  public let columns: Int
  /// The number of rows of the plot, including that of the time axis.
  public let rows: Int
  /// Whether a line below that of the axis' labels is kept for the cursor's text.
  let hasCursorLine: Bool
  /// The heights from which on the cursor's text has a line of its own, and the axis' labels may stand in the axis.
  static let (leastHeightForCursorLine, leastHeightForHoursInAxis) = (16, 5)

  /// The visible lines in order.
  let lines: [ChartLine]
  /// Whether the chart has several lines, which are distinguished even if only one of them is drawn.
  let isOfMany: Bool
  let clock: ClockTime
  let now: Date?
  let time: LinearScale
  let value: LinearScale
  /// The columns of the plot with annotations, from left to right.
  let annotationColumns: [Int]
  /// The labels of visible limits, at most one in a row, right of the plot.
  let limitLabels: [LimitLabel]

  /// - Parameters:
  ///   - clock: The time zone of the time axis.
  ///   - now: The date of a cursor on the same day is left out; `nil` to always include it.
  public init(_ chart: Chart, size: Size, clock: ClockTime, theme: Theme, now: Date? = nil) {
    self.chart = chart
    self.size = size
    self.clock = clock
    self.now = now
    lines = chart.visibleLines
    isOfMany = chart.lines.count > 1
    let dots = DotGrid.dotsPerCell(theme)

    hasCursorLine = size.height >= Self.leastHeightForCursorLine
    rows = max(1, size.height - (hasCursorLine ? 2 : 1))
    value = LinearScale.value(of: chart.viewport, rows: rows, dotsPerRow: dots.height, isFitted: chart.fitsValues)
    valueTicks = Ticks.values(on: value)

    // Label, space, axis: on a narrow canvas the labels are cut so that a column is left for the line.
    let labels = valueTicks.map(\.label.count).max() ?? 0
    let gutter = max(0, min(labels, size.width - 3))
    plotX = gutter + 2
    let limitWidth = Self.limitWidth(of: chart, width: size.width)
    limitLabels = limitWidth > 0 ? Self.limitLabels(of: chart, on: value, valueTicks) : []
    columns = max(1, size.width - plotX - limitWidth)
    time = .time(of: chart.viewport, columns: columns, dotsPerColumn: dots.width)
    annotationColumns = Self.annotationColumns(of: chart, on: time)
    timeTicks = Ticks.times(on: time) { clock.utcOffset(Date(timeIntervalSince1970: $0)) }
  }

  /// Returns how far local time is ahead of UTC at a time, in seconds.
  func utcOffset(_ time: Double) -> Int { clock.utcOffset(Date(timeIntervalSince1970: time)) }

  /// Returns the columns of annotations, none of them right of the newest value, where the chart is blank.
  private static func annotationColumns(of chart: Chart, on time: LinearScale) -> [Int] {
    guard let newest = chart.lines.compactMap({ $0.series.latest?.time }).max() else { return [] }
    let columns = chart.annotationColumns(on: time)
    guard newest < time.domain.upperBound else { return columns }
    return time.cell(of: newest).map { last in columns.filter { $0 <= last } } ?? []
  }

  /// The lowest row that labels may take: the one above the time axis, if there is one.
  var lowestRow: Int { max(0, rows - 2) }

  /// Returns the time at a position, for a click; `nil` outside the plot.
  public func time(at point: Point) -> Double? {
    guard point.y >= 0, point.y < size.height, point.x >= plotX, point.x < plotX + columns else { return nil }
    return time.value(atCell: point.x - plotX)
  }

  /// The last column of the plot, counted from the edge of the canvas.
  public var lastColumn: Int { plotX + columns - 1 }

  /// The seconds that a column of the screen covers.
  public var columnSpan: Double { time.cellSpan }

  /// The seconds by which the middle of the first or the last column may be outside the view: columns are aligned to the clock,
  /// and the view seldom begins and ends with one.
  public var margin: Double {
    let view = chart.viewport.time
    return max(columnSpan / 2, view.lowerBound - time(ofColumn: plotX), time(ofColumn: lastColumn) - view.upperBound)
  }

  /// Returns the time in the middle of a column, counted from the edge of the canvas. The column may be out of view.
  public func time(ofColumn column: Int) -> Double {
    time.value(at: Double((column - plotX) * time.dotsPerCell) + Double(time.dotsPerCell - 1) / 2)
  }

  /// Returns the column of a time, counted from the edge of the canvas; `nil` where it is out of view.
  public func column(of time: Double) -> Int? { self.time.cell(of: time).map { plotX + $0 } }

  /// A label of the time axis and the column where it starts.
  struct TimeLabel: Hashable {
    var text: SafeText
    var x: Int
    var width: Int
  }

  /// The labels under the time axis from left to right, none of them cut or overlapping.
  var timeLabels: [TimeLabel] {
    timeTicks.map { label(SafeText(oneLine: $0.label), under: $0.cell) }
  }

  /// Returns the label with the cursor's text; `nil` where the cursor is out of view.
  func cursorLabel(_ text: SafeText) -> TimeLabel? { cursorCell.map { label(text, under: $0) } }

  /// Returns a label centred under a cell, moved only as far as needed to stay on the canvas.
  private func label(_ text: SafeText, under cell: Int) -> TimeLabel {
    let width = min(DisplayWidth.of(text), size.width)
    let centred = plotX + cell - width / 2
    return TimeLabel(text: text, x: max(0, min(centred, size.width - width)), width: width)
  }
}
