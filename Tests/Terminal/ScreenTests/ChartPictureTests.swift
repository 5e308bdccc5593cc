import Charting
import Foundation
import Testing
import Text

@testable import Screen

/// The line of a chart and what makes it easier to read: its end, its spread, what is beyond the edge.
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

  // MARK: - An earlier time

  @Test func theDayBeforeIsADimLineBehind() {
    var chart = chart([2, 8, 2, 8, 2])
    let alone = drawn(chart)
    let earlier = (0...4).map { Series.Point(time: Double($0) - 86_400, value: 5) }
    chart.backdrop = Backdrop(ChartLine(id: "", name: "", series: Series(earlier)), .day)
    let both = drawn(chart)
    let line = Theme().line(LineLook(number: 0))
    #expect(!cells(both, line).isEmpty && cells(both, line) == cells(alone, line), "the line in front is whole")
    let behind = cells(both, Theme().dim)
    #expect(cells(alone, Theme().dim).isEmpty)
    #expect(behind.count > both.plot.columns / 2 && Set(behind.map(\.y)).count == 1, "\(behind)")
    #expect(behind.map(\.y).first == both.plot.value.cell(of: 5))
  }

  /// 29 March 2026 in Berlin: noon is 23 h after noon.
  @Test func overAChangeOfClocksTheDayBeforeIsThatOfTheClock() throws {
    let change = 1_774_746_000.0
    let clock = ClockTime { $0.timeIntervalSince1970 < change ? 3_600 : 7_200 }
    let noon = change + 9 * 3_600
    let hours = (-40...12).map { change + Double($0) * 3_600 }
    var chart = Chart(
      series: Series(hours.map { Series.Point(time: $0, value: 2) }),
      viewport: Viewport(time: (noon - 12 * 3_600)...(noon + 3_600), value: 0...10), cursor: noon)
    let earlier = hours.map { Series.Point(time: $0, value: $0 == noon - 23 * 3_600 ? 9 : 5) }
    chart.backdrop = Backdrop(ChartLine(id: "", name: "", series: Series(earlier)), .day)
    let size = Size(width: 72, height: 14)
    var canvas = Canvas(size: size)
    let plot = ChartPlot(chart, size: size, clock: clock, theme: Theme())
    plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
    #expect(plot.parts(of: .day).map(\.seconds) == [86_400, 82_800])
    #expect(row(canvas, 13).contains("2.0 V  day before 9.0 V"), "\(canvas.text)")
    let high = try #require(plot.value.cell(of: 8))
    let peak = cells((plot, canvas), Theme().dim).filter { $0.y <= high }
    let column = try #require(plot.column(of: noon)) - plot.plotX
    #expect(!peak.isEmpty && peak.allSatisfy { abs($0.x - column) <= 5 }, "\(canvas.text)")
  }

  @Test(arguments: [(2.0, "2.0 V  day before 5.0 V"), (3, "8.0 V  day before no data")])
  func theCursorTellsTheDayBefore(time: Double, text: String) {
    var chart = chart([2, 8, 2, 8, 2])
    let earlier = [0, 1, 2].map { Series.Point(time: Double($0) - 86_400, value: 5) }
    chart.backdrop = Backdrop(ChartLine(id: "", name: "", series: Series(earlier)), .day)
    chart.cursor = time
    #expect(row(drawn(chart).canvas, 13).contains(text), "\(row(drawn(chart).canvas, 13))")
  }

  // MARK: - The area below, and the spread

  @Test func theAreaBelowTheLineIsEmpty() {
    for theme in [Theme(), Theme(isASCII: true)] {
      for values in [0...10.0, 0...5] {
        let drawn = drawn(chart(wave(200), values: values), theme: theme)
        #expect(cells(drawn, theme.dim).isEmpty, "\(drawn.canvas.text)")
      }
    }
  }

  @Test func theSpreadOfNoiseIsBetweenTwoDimLinesWithItsSpikes() throws {
    for theme in [Theme(), Theme(isASCII: true)] {
      var values = noise(4_000)
      values[1_000] = 9
      for index in 2_000..<3_000 { values[index] = nil }
      let drawn = drawn(chart(values), theme: theme)
      let edges = cells(drawn, theme.dim)
      let text = drawn.canvas.text
      let spike = try #require(drawn.plot.time.cell(of: 1_000))
      let top = try #require(drawn.plot.value.cell(of: 9))
      #expect(edges.contains { abs($0.x - spike) <= 2 && $0.y <= top + 1 }, "\(text)")
      let gap = try (#require(drawn.plot.time.cell(of: 2_000)) + 3)..<(#require(drawn.plot.time.cell(of: 3_000)) - 2)
      #expect(!edges.contains { gap.contains($0.x) }, "\(text)")
      // Nothing is between the lines nor below them: a column has the two of them and the means.
      let line = cells(drawn, theme.line)
      for x in 0..<drawn.plot.columns where abs(x - spike) > 6 {
        let rows = edges.union(line).filter { $0.x == x }
        #expect(rows.count <= 7, "\(text)")
      }
      let highest = try #require(drawn.plot.value.cell(of: 6.5))
      let lowest = try #require(drawn.plot.value.cell(of: 3.5))
      let quiet = edges.filter { abs($0.x - spike) > 6 }
      #expect(quiet.allSatisfy { (highest - 1...lowest + 1).contains($0.y) }, "\(text)")
      #expect(quiet.contains { $0.y <= highest + 1 } && quiet.contains { $0.y >= lowest - 1 }, "\(text)")
    }
  }

  // MARK: - Ends

  @Test func theLineEndsInAMarkedPoint() throws {
    for theme in [Theme(), Theme(isASCII: true)] {
      let (plot, canvas) = drawn(chart(wave(200), until: 230), theme: theme)
      let cell = try #require(plot.endCell)
      #expect(canvas[x: plot.plotX + cell.x, y: cell.y].glyph == canvas.glyphs.marked)
    }
  }

  /// Least, greatest and newest value stand elsewhere.
  @Test func noValueStandsOverTheLine() {
    for values in [wave(200), noise(4_000)] {
      for until in [150.0, 200, 230] {
        let text = drawn(chart(values, until: until)).canvas.text
        #expect(!text.contains(" V"), "\(text)")
      }
    }
  }

  @Test func aViewThatDoesNotReachTheNewestPointMarksNoEnd() {
    let (_, canvas) = drawn(chart(wave(200), until: 150))
    #expect(!canvas.text.contains("●"))
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
      var chart = chart(values.map(Optional.some), until: Double(max(1, values.count + next(40) - 10)))
      chart.annotations = (0..<next(30)).map { Double($0 * values.count / 30) }
      chart.outliers = (0..<next(5)).map { Series.Point(time: Double($0 * 31), value: $0.isMultiple(of: 2) ? 85 : -40) }
      let (plot, canvas) = drawn(chart, size, theme: theme)
      let picture = LinePicture(of: plot, theme: theme)
      let labels = plot.labels(beside: picture, picture.ends(on: plot), beginning: "values") {
        "\(SafeText($0, decimals: 1)) V"
      }
      for (index, label) in labels.enumerated() {
        #expect(label.x >= plot.plotX && label.x + label.width <= size.width && label.y <= plot.lowestRow)
        #expect(!labels[..<index].contains(where: label.isNear), "\(canvas.text)")
      }
      for y in 0...plot.lowestRow {
        for x in 0..<plot.columns where picture.line.isLit(column: x, row: y) {
          let style = canvas[x: plot.plotX + x, y: y].style
          let isTick = y == plot.rows - 1 && plot.timeTicks.contains { $0.cell == x }
          #expect(
            style == (plot.endCell == Point(x: x, y: y) ? theme.accent : theme.line) || isTick, "\(canvas.text)")
        }
      }
    }
  }

  // MARK: - Calm

  @Test(arguments: [true, false]) func aNewPointChangesOnlyCellsNearTheEnd(isNoise: Bool) throws {
    var values = isNoise ? noise(4_000) : wave(400, length: 40)
    // The extremes lie behind.
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
}
