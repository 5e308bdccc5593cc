import Charting
import Foundation
import Testing
import Text

@testable import Screen

/// The line of a chart and what makes it easier to read: shade, newest value, extremes.
@Suite struct ChartPictureTests {
  private typealias Drawn = (plot: ChartPlot, canvas: Canvas)

  private func chart(
    _ values: [Double?], every step: Double = 1, values range: ClosedRange<Double> = 0...10, until end: Double? = nil
  ) -> Chart {
    let points = values.enumerated().map { Series.Point(time: Double($0.offset) * step, value: $0.element) }
    let time = 0...(end ?? Double(values.count - 1) * step)
    return Chart(series: Series(points), viewport: Viewport(time: time, value: range))
  }

  private func drawn(
    _ chart: Chart, _ size: Size = Size(width: 72, height: 14), theme: Theme = Theme()
  ) -> Drawn {
    var canvas = Canvas(size: size, theme: theme)
    let plot = ChartPlot(chart, size: size, clock: .utc, theme: theme)
    plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
    return (plot, canvas)
  }

  /// A slow wave, whose highest and lowest points are not its ends.
  private func wave(_ count: Int, length: Double = 20) -> [Double?] {
    (0..<count).map { 5 + 3 * sin(Double($0) / length) }
  }

  /// As much noise around 5 as needs a line of means.
  private func noise(_ count: Int) -> [Double?] {
    var state: UInt64 = 4_711
    return (0..<count).map { _ in
      state = state * 48_271 % 2_147_483_647
      return 3.5 + 3 * Double(state % 1_000) / 1_000
    }
  }

  private func row(_ canvas: Canvas, _ y: Int) -> String {
    (0..<canvas.width).map { canvas[x: $0, y: y].glyph.string }.joined()
  }

  /// The cells of a style in the plot, above the time axis.
  private func cells(_ drawn: Drawn, _ style: Style) -> Set<Point> {
    let (plot, canvas) = drawn
    let cells = (0...plot.lowestRow).flatMap { y in
      (0..<plot.columns).map { Point(x: $0, y: y) }
    }
    return Set(
      cells.filter { cell in
        let drawn = canvas[x: plot.plotX + cell.x, y: cell.y]
        return drawn.style == style && drawn.glyph != .space
      })
  }

  // MARK: - Shade

  @Test func theAreaBelowTheLineIsDim() {
    let drawn = drawn(chart(wave(200)))
    let line = cells(drawn, drawn.canvas.theme.line).union([drawn.plot.endCell ?? Point(x: 0, y: 0)])
    let shade = cells(drawn, drawn.canvas.theme.dim).filter { cell in
      (0x2800...0x28FF).contains(drawn.canvas[x: drawn.plot.plotX + cell.x, y: cell.y].glyph.scalar?.value ?? 0)
    }
    for cell in shade {
      #expect(line.contains { $0.x == cell.x && $0.y < cell.y }, "no line above \(cell)\n\(drawn.canvas.text)")
    }
    // Below the line and its labels hardly a cell is left out.
    let below = (0..<drawn.plot.columns).flatMap { x in
      let lowest = line.filter { $0.x == x }.map(\.y).max() ?? drawn.plot.lowestRow
      return (lowest..<drawn.plot.lowestRow).map { Point(x: x, y: $0 + 1) }
    }
    #expect(shade.count * 10 > below.count * 8)
  }

  @Test func nothingIsShadedBelowAGapNorWithASCII() {
    let gap = 80...120
    let broken = drawn(chart((0..<200).map { gap.contains($0) ? nil : 8 }))
    let inGap = (88...112).compactMap { broken.plot.column(of: Double($0)) }
    for x in inGap {
      for y in 0...broken.plot.lowestRow { #expect(broken.canvas[x: x, y: y] == .blank) }
    }
    let ascii = drawn(chart((0..<200).map { _ in 8 }), theme: Theme(isASCII: true))
    #expect(cells(ascii, ascii.canvas.theme.dim).isEmpty, "\(ascii.canvas.text)")
  }

  @Test func theAreaGoesOnWhereTheLineIsAboveTheView() {
    let drawn = drawn(chart(wave(200), values: 0...5))
    let column = drawn.plot.column(of: 31) ?? 0
    #expect((0...drawn.plot.lowestRow).contains { drawn.canvas[x: column, y: $0].glyph != .space })
    #expect(cells(drawn, drawn.canvas.theme.line).allSatisfy { $0.x != column - drawn.plot.plotX })
  }

  @Test func theSpreadOfNoiseIsABandWithItsSpikes() throws {
    for theme in [Theme(), Theme(isASCII: true)] {
      var values = noise(4_000)
      values[1_000] = 9
      for index in 2_000..<3_000 { values[index] = nil }
      let drawn = drawn(chart(values), theme: theme)
      let band = cells(drawn, theme.dim)
      let text = drawn.canvas.text
      let spike = try #require(drawn.plot.time.cell(of: 1_000))
      let top = try #require(drawn.plot.value.cell(of: 9))
      #expect(band.contains { abs($0.x - spike) <= 2 && $0.y <= top + 1 }, "\(text)")
      let gap = try (#require(drawn.plot.time.cell(of: 2_000)) + 3)..<(#require(drawn.plot.time.cell(of: 3_000)) - 2)
      #expect(!band.contains { gap.contains($0.x) }, "\(text)")
      // The band is all there is: the area from it down to the axis stays free.
      let lowest = try #require(drawn.plot.value.cell(of: 3.5))
      #expect(!band.contains { $0.y > lowest + 1 }, "\(text)")
      let columns = Set(band.union(cells(drawn, theme.line)).map(\.x))
      #expect(columns.count >= drawn.plot.columns - gap.count - 6, "\(text)")
    }
  }

  // MARK: - Labels

  @Test func theLineEndsInAMarkedPointWithItsValueBesideIt() throws {
    let chart = chart(wave(200), until: 230)
    for theme in [Theme(), Theme(isASCII: true)] {
      let (plot, canvas) = drawn(chart, theme: theme)
      let cell = try #require(plot.endCell)
      #expect(canvas[x: plot.plotX + cell.x, y: cell.y].glyph == canvas.glyphs.marked)
      let value = SafeText(chart.series.latest?.value ?? 0, decimals: 1)
      #expect(row(canvas, cell.y).dropFirst(plot.plotX + cell.x).hasPrefix("\(canvas.glyphs.marked.string) \(value) V"))
    }
  }

  @Test func aWideChartHasRoomForTheNewestValueAtItsEdge() throws {
    let (plot, canvas) = drawn(chart(wave(200)))
    let cell = try #require(plot.endCell)
    #expect(cell.x == plot.columns - 1)
    #expect(row(canvas, cell.y).contains("● 3.5 V"), "\(canvas.text)")
  }

  @Test(arguments: [-1.0, 1]) func inANarrowChartTheNewestValueStandsAboveOrBelow(slope: Double) throws {
    let values: [Double] = (0..<50).map { 5 + slope * (Double($0) - 25) / 8 }
    let (plot, canvas) = drawn(chart(values.map(Optional.some)), Size(width: 40, height: 14))
    let cell = try #require(plot.endCell)
    #expect(plot.plotX + plot.columns == 40)
    let text = "\(SafeText(values[49], decimals: 1)) V"
    #expect(row(canvas, cell.y - Int(slope)).contains(text), "\(canvas.text)")
  }

  @Test func aViewThatDoesNotReachTheNewestPointMarksNoEnd() {
    let (_, canvas) = drawn(chart(wave(200), until: 150))
    #expect(!canvas.text.contains("●"))
  }

  @Test func theHighestIsToldAboveAndTheLowestBelow() throws {
    let chart = chart(wave(200))
    let (plot, canvas) = drawn(chart)
    let extremes = try #require(chart.series.extremes(in: chart.viewport.time))
    for (point, beyond) in [(extremes.highest, -1), (extremes.lowest, 1)] {
      let column = try #require(plot.column(of: point.time))
      let cell = try #require(point.value.flatMap(plot.value.cell)) + beyond
      let text = "\(SafeText(point.value ?? 0, decimals: 1)) V"
      let label = row(canvas, cell).dropFirst(column - 4).prefix(9)
      #expect(label.contains(text), "\(text) is not at \(column), \(cell)\n\(canvas.text)")
      #expect(canvas[x: column, y: cell].style == canvas.theme.dim)
    }
  }

  @Test func aFlatLineAndAnEndOfTheAxisHaveNoExtremes() {
    let flat = drawn(chart((0..<200).map { 5 + ($0.isMultiple(of: 40) ? 0.2 : 0) })).canvas.text
    #expect(flat.components(separatedBy: " V").count == 2, "\(flat)")
    let fromZero = drawn(chart((0..<200).map { $0 == 50 ? 0 : $0 < 120 ? 8 : 4 })).canvas.text
    #expect(!fromZero.contains("0.0 V") && fromZero.contains("8.0 V"), "\(fromZero)")
  }

  /// Any shape, any size, any view: every dot of the line is there, and labels stand apart.
  @Test func noLabelCoversTheLineOrAnotherLabel() {
    var state: UInt64 = 15
    func next(_ limit: Int) -> Int {
      state = state * 48_271 % 2_147_483_647
      return Int(state % UInt64(limit))
    }
    for _ in 0..<300 {
      let (height, length) = (Double(next(50)) / 10, Double(2 + next(60)))
      let values = (0..<(5 + next(300))).map { 5 + height * sin(Double($0) / length) + Double(next(10)) / 10 }
      let size = Size(width: 12 + next(100), height: 2 + next(20))
      let theme = Theme(isASCII: next(3) == 0)
      var chart = chart(values.map(Optional.some), until: Double(values.count + next(40) - 10))
      chart.annotations = (0..<next(30)).map { Double($0 * values.count / 30) }
      let (plot, canvas) = drawn(chart, size, theme: theme)
      let picture = LinePicture(of: plot, theme: theme)
      let labels = plot.pointLabels(beside: picture) { "\(SafeText($0, decimals: 1)) V" }
      for (index, label) in labels.enumerated() {
        #expect(label.x >= plot.plotX && label.x + label.width <= size.width && label.y <= plot.lowestRow)
        #expect(!labels[..<index].contains(where: label.isNear), "\(canvas.text)")
      }
      for y in 0...plot.lowestRow {
        for x in 0..<plot.columns where picture.line.isLit(column: x, row: y) {
          let style = canvas[x: plot.plotX + x, y: y].style
          #expect(style == (plot.endCell == Point(x: x, y: y) ? theme.accent : theme.line), "\(canvas.text)")
        }
      }
    }
  }

  // MARK: - Calm

  @Test(arguments: [true, false]) func aNewPointChangesOnlyCellsNearTheEnd(isNoise: Bool) throws {
    var values = isNoise ? noise(4_000) : wave(400, length: 40)
    // The extremes lie behind, so that their labels stay.
    values[100] = 9
    values[200] = 1
    for count in values.count * 3 / 4..<values.count * 3 / 4 + 100 {
      let end = Double(values.count)
      let before = drawn(chart(Array(values[..<count]), until: end))
      let after = drawn(chart(Array(values[...count]), until: end))
      let column = try #require(before.plot.column(of: Double(count - 1)))
      let changed = (0..<14).flatMap { y in (0..<72).filter { before.canvas[x: $0, y: y] != after.canvas[x: $0, y: y] }
      }
      // Where the line goes through means, the last of them belongs to two cells or a little more.
      let reach = isNoise ? 6 : 2
      #expect(
        changed.allSatisfy { (column - reach...column + 9).contains($0) }, "\(before.canvas.text)\n\(after.canvas.text)"
      )
    }
  }

  @Test func theExtremesLabelsMoveWithTheirPointsAndNotByThemselves() throws {
    var chart = chart(wave(600))
    // Not halfway between two dots, where rounding would decide.
    chart.viewport.time = 103.7...303.7
    let size = Size(width: 72, height: 14)
    func extremes(movedBy columns: Int) -> [ChartPlot.PointLabel] {
      let plot = ChartPlot(chart, size: size, clock: .utc, theme: Theme())
      var moved = chart
      let column = chart.viewport.time.span / Double(plot.time.dots - 1) * Double(plot.time.dotsPerCell)
      let start = chart.viewport.time.lowerBound + Double(columns) * column
      moved.viewport.time = start...(start + chart.viewport.time.span)
      let shown = ChartPlot(moved, size: size, clock: .utc, theme: Theme())
      return shown.pointLabels(beside: LinePicture(of: shown, theme: Theme())) { SafeText($0, decimals: 3) }
    }
    let before = extremes(movedBy: 0)
    #expect(before.count == 2)
    for columns in 1...3 {
      let after = extremes(movedBy: columns)
      #expect(after.map(\.text) == before.map(\.text))
      #expect(after.map { $0.x + columns } == before.map(\.x) && after.map(\.y) == before.map(\.y))
    }
  }
}
