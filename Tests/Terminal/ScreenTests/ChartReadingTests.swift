import Charting
import Foundation
import Testing
import Text

@testable import Screen

/// What is read off a chart is what was measured, and what stands still in the data stands still on the screen.
@Suite struct ChartReadingTests {
  /// Axes as rates and temperatures have them.
  private static let axes: [ClosedRange<Double>] =
    [0.7, 1.6, 4.4, 11, 37].map { NiceRange.around(0...$0, includesZero: true) }
    + [19.4...22.6, 9.8...30.6, -3.4...7.1, 21.31...21.42, 14...85].map { NiceRange.around($0) }

  /// All widths from 40 to 250 columns, each with another height, so that all heights up to 70 rows are among them too.
  private static let sizes = (0...210).map { Size(width: 40 + $0, height: 2 + $0 * 7 % 69) }

  /// The two dots in the middle of a Braille cell, at either side (The Unicode Standard, section 21.1).
  private static let middleDots: UInt32 = 0b0011_0110

  private static func level(_ values: [Double], in time: ClosedRange<Double>) -> [ChartLine] {
    values.enumerated().map { number, value in
      let ends = [time.lowerBound, time.upperBound].map { Series.Point(time: $0, value: value) }
      return ChartLine(id: "\(number)", name: "", series: Series(ends), look: LineLook(number: number))
    }
  }

  private static func draw(_ chart: Chart, _ size: Size, theme: Theme) -> (plot: ChartPlot, canvas: Canvas) {
    var canvas = Canvas(size: size, theme: theme)
    let plot = ChartPlot(chart, size: size, clock: .utc, theme: theme)
    plot.draw(into: &canvas) { SafeText($0, decimals: 1) }
    return (plot, canvas)
  }

  /// Returns the rows in which a column has dots of lines: for Braille in the middle of a cell only, else `nil`.
  private static func litRows(_ canvas: Canvas, _ plot: ChartPlot, column: Int) -> [Int]? {
    var rows: [Int] = []
    for row in 0..<plot.rows {
      let glyph = canvas[x: plot.plotX + column, y: row].glyph
      if canvas.theme.isASCII {
        if canvas.glyphs.linePoints.contains(glyph) || glyph == canvas.glyphs.point { rows.append(row) }
        continue
      }
      guard let code = glyph.scalar?.value, (0x2801...0x28FF).contains(code) else { continue }
      guard (code - 0x2800) & ~middleDots == 0 else { return nil }
      rows.append(row)
    }
    return rows
  }

  @Test(arguments: [false, true]) func aValueThatEqualsATickIsDrawnInTheMiddleOfItsRow(isASCII: Bool) throws {
    let theme = Theme(isASCII: isASCII)
    for (index, size) in Self.sizes.enumerated() {
      for axis in [Self.axes[index % 5], Self.axes[5 + index % 5]] {
        var chart = Chart(viewport: Viewport(time: 0...600, value: axis))
        let ticks = ChartPlot(chart, size: size, clock: .utc, theme: theme).valueTicks
        chart.lines = Self.level(ticks.map(\.value), in: 0...600)
        let (plot, canvas) = Self.draw(chart, size, theme: theme)
        let column = try #require((3..<plot.columns).first { x in !plot.timeTicks.contains { $0.cell == x } })
        #expect(Self.litRows(canvas, plot, column: column) == ticks.map(\.cell).reversed(), "\(size)\n\(canvas.text)")
        let distances = zip(ticks, ticks.dropFirst()).map { $0.cell - $1.cell }
        #expect(Set(distances).count <= 1, "\(size) \(ticks.map(\.label)) \(distances)")
        #expect(ticks.count >= (plot.rows > 1 ? 2 : 1), "\(size) \(axis)")
        #expect(ticks.count <= 13)
      }
    }
  }

  /// A value between two ticks is as many rows from them as its share of their distance.
  @Test func aValueBetweenTicksIsDrawnInProportion() throws {
    for (index, size) in Self.sizes.enumerated() where size.height > 4 {
      let axis = Self.axes[index % 10]
      let plot = ChartPlot(
        Chart(viewport: Viewport(time: 0...600, value: axis)), size: size, clock: .utc, theme: Theme())
      let (lower, upper) = (plot.valueTicks[0], plot.valueTicks[1])
      for share in [0.1, 0.25, 0.5, 0.77] {
        let value = lower.value + share * (upper.value - lower.value)
        let rows = Double(lower.cell) - share * Double(lower.cell - upper.cell)
        let drawn = (Double(try #require(plot.value.dot(of: value))) - 1.5) / 4
        #expect(abs(drawn - rows) <= 0.16, "\(size) \(value)")
      }
      // All of the values have a dot.
      #expect(plot.value.dot(of: axis.lowerBound) != nil && plot.value.dot(of: axis.upperBound) != nil)
    }
  }

  // MARK: - What stands still

  /// 22 September 2026: so many seconds leave few digits for a fraction.
  private static let start = 1_790_000_000.0

  private static func wave(_ number: Int, every step: Double, until end: Double) -> ChartLine {
    let points = stride(from: 0, through: end, by: step).map {
      Series.Point(time: start + $0, value: 5 + 4 * sin($0 / step / Double(9 + 4 * number)) - Double(number))
    }
    return ChartLine(id: "\(number)", name: "", series: Series(points), look: LineLook(number: number))
  }

  private static func noise(every step: Double, until end: Double) -> ChartLine {
    var state: UInt64 = 4_711
    let points = stride(from: 0, through: end, by: step).map { time in
      state = state * 48_271 % 2_147_483_647
      return Series.Point(time: start + time, value: 3.5 + 3 * Double(state % 1_000) / 1_000)
    }
    return ChartLine(id: "", name: "", series: Series(points))
  }

  /// The edge of a view that follows goes on while no data come: whatever is drawn moves to the left by whole columns, and no
  /// cell of it changes.
  @Test(arguments: [false, true], [240.0, 86_400]) func columnsKeepTheirPictureWhileTheViewMovesOn(
    isASCII: Bool, span: Double
  ) {
    let theme = Theme(isASCII: isASCII)
    let (step, data) = (span / 50, 3 * span)
    for lines in [
      [Self.wave(0, every: step, until: data)], (0..<3).map { Self.wave($0, every: step, until: data) },
      [Self.noise(every: step / 20, until: data)],
    ] {
      for size in [Size(width: 61, height: 9), Size(width: 118, height: 20)] {
        var former: (plot: ChartPlot, canvas: Canvas)?
        var moves = 0
        for frame in 0..<40 {
          // As clocks are read: no whole seconds, and not always as far apart.
          let edge = Self.start + data + Double(frame) * span / 251 + Double(frame % 3) * 0.0137
          var chart = Chart(lines: lines, viewport: Viewport(time: (edge - span)...edge, value: 0...10))
          chart.annotations = stride(from: 0, to: data, by: span / 37).map { Self.start + $0 + 0.3 * sin($0) }
          chart.limits = [ChartLimit(value: 3, name: "")]
          let (plot, canvas) = Self.draw(chart, size, theme: theme)
          defer { former = (plot, canvas) }
          guard let former else { continue }
          #expect(former.plot.time.grid == plot.time.grid && former.plot.columns == plot.columns)
          let shift = (plot.time.firstColumn - former.plot.time.firstColumn) / plot.time.dotsPerCell
          moves += shift
          let changed = (0..<plot.rows).flatMap { y in
            (0..<plot.columns - shift).filter { x in
              let (cell, before) = (canvas[x: plot.plotX + x, y: y], former.canvas[x: plot.plotX + x + shift, y: y])
              // Which of several lines owns the cells that they share from the left edge on may change, their dots never.
              guard lines.count > 1 && x < 8 ? cell.glyph != before.glyph : cell != before else { return false }
              // A tick goes with its label, where that is cut off at an end.
              let isAtEnd = y == plot.rows - 1 && !(8..<plot.columns - 8 - shift).contains(x)
              if isAtEnd, [cell.glyph, before.glyph].contains(canvas.glyphs.timeTick) { return false }
              // An ASCII dash is drawn in every second column of the screen.
              return !isASCII || ![cell.glyph, before.glyph].contains(canvas.glyphs.limit)
            }
          }
          #expect(changed.isEmpty, "\(shift) \(changed)\n\(former.canvas.text)\n\(canvas.text)")
          // The axis' labels too, but for one that is cut off at an end.
          let labels = (8..<plot.columns - 8 - shift).filter { x in
            canvas[x: plot.plotX + x, y: plot.rows] != former.canvas[x: plot.plotX + x + shift, y: plot.rows]
          }
          #expect(labels.isEmpty, "\(former.canvas.text)\n\(canvas.text)")
        }
        #expect(moves > 3)
      }
    }
  }

  @Test func thePlotSaysSinceWhenThereAreValuesWhereMostOfItIsEmpty() {
    let end = 1_795_269_800.0
    func text(_ seconds: Double, now: Double = end, width: Int = 60) -> String {
      let points = [end - seconds, end].map { Series.Point(time: $0, value: 2) }
      let chart = Chart(series: Series(points), viewport: Viewport(time: (end - 86_400)...end, value: 0...4))
      var canvas = Canvas(size: Size(width: width, height: 9))
      var cache = ChartCache()
      ChartPlot(chart, size: canvas.size, clock: .utc, theme: Theme(), now: Date(timeIntervalSince1970: now))
        .draw(into: &canvas, cache: &cache, notes: .init(beginning: "counted")) { SafeText($0, decimals: 1) }
      return canvas.text
    }
    #expect(text(7_200).contains("counted since 12:03"))
    #expect(text(7_200, now: end + 86_400).contains("counted since 21 Nov 12:03"))
    #expect(text(7_200, width: 20).contains("│  since 12:03"))
    #expect(!text(8_700).contains("since"), "more than a tenth")
    #expect(!text(90_000).contains("since"))
  }
}
