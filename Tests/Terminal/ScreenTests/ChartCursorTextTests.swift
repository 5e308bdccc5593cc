import Charting
import Foundation
import Testing
import Text

@testable import Screen

/// What a chart tells at its cursor, and of points beyond its edge.
@Suite struct ChartCursorTextTests {
  /// 21 November 2026, 14:03:20 UTC.
  private static let now = Date(timeIntervalSince1970: 1_795_269_800)
  private static let end = now.timeIntervalSince1970

  private static func text(
    _ points: [(Double, Double?)], cursor: Double, span: Double = 240, longestJoin: Double? = nil,
    size: Size = Size(width: 80, height: 9), now: Date? = now, theme: Theme = Theme()
  ) -> String {
    let series = Series(points.map { Series.Point(time: end + $0.0, value: $0.1) }, longestJoin: longestJoin)
    let chart = Chart(
      series: series, viewport: Viewport(time: (end - span)...end, value: 0...4), cursor: end + cursor)
    var canvas = Canvas(size: size, theme: theme)
    ChartPlot(chart, size: size, clock: .utc, theme: theme, now: now)
      .draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
    return String(canvas.text.split(separator: "\n").last ?? "")
  }

  @Test func todayIsToldWithoutADate() {
    #expect(Self.text([(-120, 1.5), (0, 2)], cursor: -120).contains("  14:01:20  1.5 V"))
    #expect(Self.text([(-120, 1.5), (0, 2)], cursor: -120, now: nil).contains("2026-11-21 14:01:20  1.5 V"))
    let tomorrow = Self.now + 86_400
    #expect(Self.text([(-120, 1.5), (0, 2)], cursor: -120, now: tomorrow).contains("2026-11-21 14:01:20  1.5 V"))
  }

  /// It is the time at which the value was measured; within a column, the cursor's.
  @Test func oneTimeIsTold() {
    #expect(Self.text([(-120, 1.5), (-60, 2)], cursor: -100).contains("14:01:20  1.5 V"))
    #expect(Self.text([(-120, 1.5), (-60, 2)], cursor: -80).contains("14:02:20  2.0 V"))
    #expect(Self.text([(-120, 1.5), (-60, 2)], cursor: -118).contains("14:01:22  1.5 V"))
    let day: [(Double, Double?)] = stride(from: -86_400.0, through: 0, by: 120).map { ($0, 3) }
    #expect(Self.text(day, cursor: -3_610, span: 86_400).contains("  13:03  3.0 V"))
    #expect(
      Self.text([(-86_400, 1), (-60_000, 2)], cursor: -80_000, span: 86_400).contains("2026-11-20 14:03  1.0 V"))
    for cursor in stride(from: -86_400.0, through: 0, by: 977) {
      let text = Self.text([(-86_400, 1), (-60_000, 2), (0, 3)], cursor: cursor, span: 86_400)
      #expect(text.matches(of: /[0-9]:[0-9]/).count == 1, "\(text)")
    }
  }

  /// Nothing moves when it comes: the scale stays, and each hour of the axis stands in its columns.
  @Test(arguments: [false, true]) func itChangesNoScaleAndCoversNoHourOfTheAxis(isASCII: Bool) throws {
    let points = (0...240).map { Series.Point(time: Self.end - 240 + Double($0), value: 1 + Double($0 % 7) / 2) }
    let theme = Theme(isASCII: isASCII)
    for height in 2...24 {
      for cursor in stride(from: -240.0, through: 0, by: 12) {
        func drawn(_ cursor: Double?) -> (plot: ChartPlot, lines: [String]) {
          let size = Size(width: 60, height: height)
          let chart = Chart(
            series: Series(points), viewport: Viewport(time: (Self.end - 240)...Self.end, value: 0...4), cursor: cursor)
          var canvas = Canvas(size: size, theme: theme)
          let plot = ChartPlot(chart, size: size, clock: .utc, theme: theme, now: Self.now)
          plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
          return (plot, canvas.text.components(separatedBy: "\n"))
        }
        let (without, with) = (drawn(nil), drawn(Self.end + cursor))
        #expect(with.plot.rows == without.plot.rows && with.plot.valueTicks == without.plot.valueTicks)
        #expect(with.lines[height - 1].contains(" V"))
        #expect(with.lines[height - 1].matches(of: /[0-9]:[0-9]/).count <= 2, "one time: \(with.lines)")
        guard height >= 5 else { continue }
        let line = with.lines[height - 2].padding(toLength: 60, withPad: " ", startingAt: 0).map(String.init)
        for label in without.plot.timeLabels {
          let columns = label.x..<label.x + label.width
          #expect(line[columns].joined() == label.text.string)
        }
      }
    }
  }

  @Test func inAGapThereIsNone() {
    let gap: [(Double, Double?)] = [(-200, 1), (-150, nil), (-60, 2), (0, 2)]
    #expect(Self.text(gap, cursor: -120).contains("14:01:20  no data"))
    #expect(Self.text(gap, cursor: -230).contains("no data"), "before the first")
    #expect(Self.text([(-200, 1), (-60, 2)], cursor: -120, longestJoin: 60).contains("no data"))
    // A point in the cursor's own column is told though it has no neighbour.
    #expect(Self.text(gap, cursor: -199).contains("14:00:01  1.0 V"))
  }

  @Test func inANarrowChartTheValueGoesLast() {
    let points: [(Double, Double?)] = [(-86_000, 1.5), (0, 2)]
    func told(_ width: Int) -> String {
      Self.text(points, cursor: -60_000, span: 86_400, size: Size(width: width, height: 5))
        .trimmingCharacters(in: .whitespaces)
    }
    #expect(told(60) == "2026-11-20 14:10  1.5 V")
    #expect(told(20) == "14:10  1.5 V")
    #expect(told(8) == "1.5 V")
  }

  @Test(arguments: [false, true]) func aPointBeyondTheEdgeIsMarkedThereWithItsValue(isASCII: Bool) throws {
    let theme = Theme(isASCII: isASCII)
    let size = Size(width: 70, height: 10)
    var points = (0...200).map { Series.Point(time: Double($0), value: 2 + sin(Double($0) / 30)) }
    (points[60].value, points[140].value) = (85, -40)
    let marked = [points[60], points[140]]
    var chart = Chart(series: Series(points), viewport: Viewport(time: 0...200, value: 0...4))
    func drawn() -> (plot: ChartPlot, canvas: Canvas) {
      var canvas = Canvas(size: size, theme: theme)
      let plot = ChartPlot(chart, size: size, clock: .utc, theme: theme)
      plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
      return (plot, canvas)
    }
    #expect(!drawn().canvas.text.contains("85.0 V"))
    chart.outliers = marked
    let (plot, canvas) = drawn()
    let column = try #require(plot.column(of: 60))
    #expect(canvas[x: column, y: 0].glyph.string == (isASCII ? "^" : "▲"), "\(canvas.text)")
    #expect(canvas.text.contains("85.0 V"), "\(canvas.text)")
    #expect(canvas[x: try #require(plot.column(of: 140)), y: plot.lowestRow].glyph.string == (isASCII ? "v" : "▼"))
    #expect(canvas.text.contains("−40.0 V") || canvas.text.contains("-40.0 V"), "\(canvas.text)")
    // It is in front of annotations.
    chart.annotations = (0..<40).map { Double($0) * 5 }
    let crowded = drawn().canvas
    #expect(crowded[x: column, y: 0].glyph.string == (isASCII ? "^" : "▲"), "\(crowded.text)")
    // In view it is no mark, nor out of time.
    chart.viewport.value = -50...90
    #expect(drawn().plot.edgeMarks.isEmpty)
    chart.viewport = Viewport(time: 150...200, value: 0...4)
    #expect(drawn().plot.edgeMarks.isEmpty)
  }

  @Test func ofSeveralPointsInACellTheFurthestIsMarked() {
    let points = [80.0, 95, 90].enumerated().map { Series.Point(time: 100 + Double($0.offset) / 10, value: $0.element) }
    var chart = Chart(series: Series(points), viewport: Viewport(time: 0...200, value: 0...4))
    chart.outliers = points
    let plot = ChartPlot(chart, size: Size(width: 60, height: 9), clock: .utc, theme: Theme())
    #expect(plot.edgeMarks.map(\.point.value) == [95])
  }
}
