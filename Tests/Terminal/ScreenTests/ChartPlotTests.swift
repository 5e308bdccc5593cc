import Charting
import Foundation
import Testing
import Text

@testable import Screen

@Suite struct ChartPlotTests {
  private static let end = 1_795_269_800.0

  private static func series(_ points: [(Double, Double?)]) -> Series {
    Series(points.map { Series.Point(time: $0.0, value: $0.1) })
  }

  private static func chart(
    span: Double = 240, value: ClosedRange<Double> = 0...4, annotations: [Double] = [], cursor: Double? = nil
  ) -> Chart {
    let points = (0...48).map { (end - span + Double($0) * span / 48, 2 + 1.5 * sin(Double($0) / 6)) }
    return Chart(
      series: series(points.map { ($0.0, Optional($0.1)) }),
      viewport: Viewport(time: (end - span)...end, value: value), annotations: annotations, cursor: cursor)
  }

  private static func drawn(
    _ chart: Chart, _ width: Int, _ height: Int, theme: Theme = Theme(), clock: ClockTime = .utc
  ) -> (plot: ChartPlot, canvas: Canvas) {
    var canvas = Canvas(size: Size(width: width, height: height), theme: theme)
    let plot = ChartPlot(chart, size: canvas.size, clock: clock, theme: theme)
    plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) \(theme.glyphs.degrees)C" }
    return (plot, canvas)
  }

  private static func row(_ canvas: Canvas, _ y: Int) -> [String] {
    (0..<canvas.width).map { canvas[x: $0, y: y].glyph.string }
  }

  /// Views as zooming, panning and resizing make them: any span from seconds to months, any phase, any size.
  private static let views: [(Viewport, Size)] = {
    var views: [(Viewport, Size)] = []
    var random = Lehmer(state: 4711)
    for span in [7.0, 61, 240, 3_000, 86_400, 400_000, 9_000_000] {
      for _ in 0..<12 {
        let start = end - Double(random.next(below: 100_000)) * span / 33_333
        let low = Double(random.next(below: 400)) / 10 - 20
        let height = [0.03, 0.7, 4, 260][random.next(below: 4)]
        let size = Size(width: 12 + random.next(below: 120), height: 2 + random.next(below: 30))
        views.append((Viewport(time: start...(start + span), value: low...(low + height)), size))
      }
    }
    return views
  }()

  @Test func everyLabelOfTheTimeAxisStandsUnderItsMark() {
    for (viewport, size) in Self.views {
      let (plot, canvas) = Self.drawn(Chart(viewport: viewport), size.width, size.height)
      let labels = Self.row(canvas, plot.rows)
      #expect(!plot.timeTicks.isEmpty, "no label at \(size) for \(viewport)")
      for tick in plot.timeTicks {
        #expect(canvas[x: plot.plotX + tick.cell, y: plot.rows - 1].glyph == canvas.glyphs.timeTick)
        let column = plot.plotX + tick.cell
        // Where the middle of the label would leave the canvas, the label is moved, but still stands under the mark.
        let starts = (0...column).filter { labels[$0...].joined().hasPrefix(tick.label) }
        #expect(starts.contains { $0 + tick.label.count > column }, "\(tick.label) is not under column \(column)")
        let expected = min(max(0, column - tick.label.count / 2), size.width - tick.label.count)
        #expect(starts.contains(expected), "\(tick.label) is not centred under column \(column)")
      }
      let words = labels.joined().split(separator: "  ").filter { !$0.allSatisfy { $0 == " " } }
      #expect(words.count == plot.timeTicks.count, "labels run into each other at \(size): \(labels.joined())")
    }
  }

  @Test func everyLabelOfTheValueAxisStandsAtItsMark() {
    for (viewport, size) in Self.views {
      let (plot, canvas) = Self.drawn(Chart(viewport: viewport), size.width, size.height)
      #expect(!plot.valueTicks.isEmpty, "no label at \(size) for \(viewport)")
      for tick in plot.valueTicks {
        let mark = canvas[x: plot.plotX - 1, y: tick.cell].glyph
        #expect(mark == canvas.glyphs.valueTick || mark == canvas.glyphs.origin)
        let label = Self.row(canvas, tick.cell)[..<(plot.plotX - 2)].joined().trimmingCharacters(in: .whitespaces)
        #expect(label == tick.label || (label.hasSuffix("…") && tick.label.hasPrefix(label.dropLast())))
      }
    }
  }

  @Test func aPointIsDrawnWhereTheAxesSay() {
    for (viewport, size) in Self.views {
      let time = viewport.time.lowerBound + (viewport.time.upperBound - viewport.time.lowerBound) * 0.37
      let value = viewport.value.lowerBound + (viewport.value.upperBound - viewport.value.lowerBound) * 0.71
      let chart = Chart(series: Self.series([(time, value)]), viewport: viewport, annotations: [time], cursor: time)
      let (plot, canvas) = Self.drawn(chart, size.width, size.height)
      let column = plot.column(of: time)
      let row = plot.value.cell(of: value)
      guard let column, let row else {
        Issue.record("the point is out of view")
        continue
      }
      #expect(canvas[x: column, y: row].glyph == canvas.glyphs.marked)
      let back = plot.time(at: Point(x: column, y: 0))
      let cellSpan = (viewport.time.upperBound - viewport.time.lowerBound) / Double(plot.columns)
      #expect(back.map { abs($0 - time) <= cellSpan } == true)
    }
  }

  @Test func anySizeIsDrawnWithoutHarm() {
    for width in 0...14 {
      for height in 0...4 {
        for theme in [Theme(), Theme(isASCII: true)] {
          let chart = Self.chart(annotations: [Self.end - 100], cursor: Self.end)
          let canvas = Self.drawn(chart, width, height, theme: theme).canvas
          #expect(canvas.size == Size(width: width, height: height))
        }
      }
    }
  }

  @Test func aGapIsNotBridged() {
    let points: [(Double, Double?)] = [(0, 1), (20, 1), (30, nil), (70, nil), (80, 1), (100, 1)]
    let chart = Chart(series: Self.series(points), viewport: Viewport(time: 0...100, value: 0...2))
    let (plot, canvas) = Self.drawn(chart, 54, 6)
    let line = (0..<plot.columns).map { column in
      (0..<plot.rows - 1).contains { canvas[x: plot.plotX + column, y: $0].glyph != .space } ? "#" : " "
    }.joined()
    #expect(line.trimmingCharacters(in: .whitespaces).split(separator: " ").count == 2)
    #expect(line.contains("          "))
  }

  /// One shape at every density, dim, at the upper edge, behind the line.
  @Test(arguments: [false, true]) func annotationsAreDimMarksAtTheTopBehindTheLine(isASCII: Bool) {
    let theme = Theme(isASCII: isASCII)
    for count in [1, 8, 24, 200] {
      let times = (0..<count).map { Self.end - 220 + Double($0) * 200 / Double(count) }
      for values in [0...40.0, 0...3.5] {
        let (plot, canvas) = Self.drawn(Self.chart(value: values, annotations: times), 60, 9, theme: theme)
        let without = Self.drawn(Self.chart(value: values), 60, 9, theme: theme).canvas
        let changed = (0..<9).flatMap { y in (0..<60).map { Point(x: $0, y: y) } }
          .filter { canvas[x: $0.x, y: $0.y] != without[x: $0.x, y: $0.y] }
        for cell in changed {
          let drawn = canvas[x: cell.x, y: cell.y]
          #expect(cell.y == 0 && without[x: cell.x, y: cell.y] == .blank, "\(canvas.text)")
          #expect(drawn.style == theme.dim && drawn.glyph == canvas.glyphs.annotation)
        }
        let columns = Set(times.compactMap(plot.column))
        let free = columns.filter { without[x: $0, y: 0] == .blank }
        #expect(Set(changed.map(\.x)) == free && (count > 100 || !free.isEmpty), "\(canvas.text)")
      }
    }
  }

  @Test func aLineAtTheLowestValueRunsInTheRowOfTheAxisWhoseTicksStayVisible() {
    for theme in [Theme(), Theme(isASCII: true)] {
      let series = Self.series([(Self.end - 240, 0), (Self.end, 0)])
      let chart = Chart(series: series, viewport: Viewport(time: (Self.end - 240)...Self.end, value: 0...4))
      let (plot, canvas) = Self.drawn(chart, 60, 9, theme: theme)
      let row = Self.row(canvas, plot.rows - 1).joined()
      #expect(row.hasPrefix(theme.isASCII ? "0 +" : "0 ┼"), "\(canvas.text)")
      for x in 4..<plot.columns - 4 {
        let isTick = plot.timeTicks.contains { $0.cell == x }
        let glyph = canvas[x: plot.plotX + x, y: plot.rows - 1].glyph
        #expect(
          isTick ? glyph == canvas.glyphs.timeTick : theme.isASCII ? glyph.string == "*" : "⠤⠒".contains(glyph.string),
          "\(canvas.text)")
        #expect(canvas[x: plot.plotX + x, y: plot.rows - 2] == .blank)
      }
    }
  }

  @Test func theCursorTellsTheFullDateAndTheValueUnderItsSample() {
    let sample = Self.end - 120
    let (plot, canvas) = Self.drawn(Self.chart(cursor: sample), 70, 9)
    let labels = Self.row(canvas, 8).joined()
    let marked = "2026-11-21 14:01:20  0.9 °C"
    #expect(labels.contains(marked))
    let column = plot.column(of: sample) ?? 0
    #expect((0..<plot.rows).contains { canvas[x: column, y: $0].glyph == canvas.glyphs.marked })
  }

  @Test func noAnnotationStandsRightOfTheNewestValue() {
    let end = Self.end
    var chart = Self.chart(annotations: [end - 200, end - 100, end - 41, end - 39, end - 1])
    // The last value is of 40 s ago; a gap and a time to come follow.
    chart.lines[0].series.drop(after: end - 40)
    chart.lines[0].series.insert(Series.Point(time: end - 20, value: nil))
    let (plot, canvas) = Self.drawn(chart, 80, 9)
    let newest = plot.column(of: end - 40) ?? 0
    let marks = (0..<80).filter { canvas[x: $0, y: 0].glyph == canvas.glyphs.annotation }
    #expect(marks.max() ?? .max <= newest && plot.annotationColumns.count == 3, "\(canvas.text)")
    // What comes later is drawn once there is a value.
    chart.lines[0].series.insert(Series.Point(time: end, value: 1))
    #expect(Self.drawn(chart, 80, 9).plot.annotationColumns.count > 3)
    chart.lines[0].series = LineSeries()
    #expect(Self.drawn(chart, 80, 9).plot.annotationColumns.isEmpty, "without data there is nothing to mark")
  }

  @Test func aNewestValueOutOfViewLeavesTheAnnotationsBeforeIt() {
    var chart = Self.chart(annotations: [Self.end - 200, Self.end - 100])
    chart.viewport.time = (Self.end - 240)...(Self.end - 60)
    #expect(Self.drawn(chart, 80, 9).plot.annotationColumns.count == 2)
    chart.viewport.time = (Self.end + 10)...(Self.end + 100)
    chart.annotations = [Self.end + 50]
    #expect(Self.drawn(chart, 80, 9).plot.annotationColumns.isEmpty)
  }

  @Test func aColumnIsAsManySecondsAsTheNextOneIsLater() {
    for (viewport, size) in Self.views {
      for theme in [Theme(), Theme(isASCII: true)] {
        let plot = ChartPlot(Chart(viewport: viewport), size: size, clock: .utc, theme: theme)
        let times = (-3...plot.columns + 3).map { plot.time(ofColumn: plot.plotX + $0) }
        for (earlier, later) in zip(times, times.dropFirst()) {
          #expect(abs(later - earlier - plot.columnSpan) < 1e-6 * plot.columnSpan + 1e-6)
        }
        for column in plot.plotX...plot.lastColumn {
          #expect(plot.column(of: plot.time(ofColumn: column)) == column)
        }
      }
    }
  }

  @Test func hoursAreThoseOfTheClock() {
    let chart = Self.chart(span: 86_400)
    let utc = Self.drawn(chart, 80, 5).canvas
    let india = Self.drawn(chart, 80, 5, clock: ClockTime { _ in 19_800 }).canvas
    #expect(Self.row(utc, 4).joined().contains("00:00"))
    #expect(Self.row(india, 4).joined().contains("00:00"))
    #expect(utc.text != india.text)
  }

  @Test func withASCIITheLineIsDrawnInStars() {
    let canvas = Self.drawn(Self.chart(), 40, 8, theme: Theme(isASCII: true)).canvas
    #expect(
      canvas.text == """
        4 +
          |     ********                    ***@
          |   **       ***                **
        2 + **           ***           ***
          |                 **       ***
          |                   *******
        0 +-------+-----------------+-----------
                14:00             14:02
        """)
    #expect(canvas.text.utf8.allSatisfy { $0 < 0x80 })
  }
}

/// Park and Miller's generator: the same views in every run.
private struct Lehmer {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state * 48_271 % 2_147_483_647
    return Int(state % UInt64(limit))
  }
}
