import Charting
import Foundation
import Testing
import Text

@testable import Screen

/// A chart of several lines: their marks, limits and cursor.
@Suite struct SeveralLinesTests {
  private static let themes = [Theme(), Theme(isASCII: true), Theme(colours: .none)]

  private static func line(
    _ number: Int, _ values: [Double?], every step: Double = 1, shape: LineShape = .linear
  ) -> ChartLine {
    let points = values.enumerated().map { Series.Point(time: Double($0.offset) * step, value: $0.element) }
    return ChartLine(
      id: "line \(number)", name: "Line \(number)", series: Series(points), shape: shape, look: LineLook(number: number)
    )
  }

  /// Lines that run level, from low to high.
  private static func level(_ values: Double..., count: Int = 101) -> [ChartLine] {
    values.enumerated().map { line($0.offset, Array(repeating: $0.element, count: count)) }
  }

  private static func chart(
    _ lines: [ChartLine], values: ClosedRange<Double> = 0...10, time: ClosedRange<Double> = 0...100
  ) -> Chart {
    Chart(lines: lines, viewport: Viewport(time: time, value: values))
  }

  private static func drawn(
    _ chart: Chart, _ size: Size = Size(width: 72, height: 14), theme: Theme = Theme()
  ) -> (plot: ChartPlot, canvas: Canvas) {
    var canvas = Canvas(size: size, theme: theme)
    let plot = ChartPlot(chart, size: size, clock: .utc, theme: theme)
    plot.draw(into: &canvas) { "\(SafeText($0, decimals: 1)) V" }
    return (plot, canvas)
  }

  private static func row(_ canvas: Canvas, _ y: Int) -> String {
    (0..<canvas.width).map { canvas[x: $0, y: y].glyph.string }.joined()
  }

  // MARK: - Lines and their ends

  @Test(arguments: themes.indices) func eachLineEndsInItsMark(theme: Int) throws {
    let theme = Self.themes[theme]
    let lines = Self.level(1, 3, 5, 7, 8, 9.9)
    let (plot, canvas) = Self.drawn(Self.chart(lines), Size(width: 100, height: 30), theme: theme)
    for line in lines {
      let newest = try #require(line.series.latest)
      let cell = try #require(plot.cell(of: newest))
      let mark = canvas[x: plot.plotX + cell.x, y: cell.y]
      #expect(mark.glyph == canvas.glyphs.mark(of: line.look))
      #expect(mark.style == theme.line(line.look).with(.bold))
    }
    #expect(!canvas.text.contains(" V"), "a value stands in the legend")
    #expect(theme.isASCII == canvas.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func withASCIIEachLineIsDrawnInItsLetter() {
    let lines = [Self.line(0, [0, 10], every: 100), Self.line(1, [10, 0], every: 100)]
    let canvas = Self.drawn(Self.chart(lines), Size(width: 40, height: 9), theme: Theme(isASCII: true)).canvas
    #expect(
      canvas.text == """
           |
        10 + bbb                             aaA
           |    bbbbbb                 aaaaaa
           |          bbbbbb     aaaaaa
         5 +                aaaaa
           |          aaaaaa     bbbbbb
           |    aaaaaa                 bbbbbb
         0 +-aaa-----------------+-----------bbB
                               00:01
        """)
  }

  @Test func whereLinesCrossThoseInAlarmAreInFrontThenTheFocusedOne() {
    var chart = Self.chart(Self.level(5, 5, 5))
    for (focused, alarming, number) in [
      (nil, [], 0), ("line 0", [], 0), ("line 1", [], 1), (nil, ["line 2"], 2), ("line 1", ["line 2"], 2),
      ("line 0", ["line 1", "line 2"], 1),
    ] as [(String?, Set<String>, Int)] {
      (chart.focused, chart.alarming) = (focused, alarming)
      let (plot, canvas) = Self.drawn(chart)
      let row = plot.value.cell(of: 5) ?? 0
      let style = canvas.theme.line(LineLook(number: number))
      let cells = (0..<plot.columns).map { canvas[x: plot.plotX + $0, y: row] }.filter { $0 != .blank }
      #expect(cells.count > plot.columns - 4 && cells.dropLast().allSatisfy { $0.style == style })
      // Its mark is on top too.
      let end = plot.column(of: 100) ?? 0
      #expect(canvas[x: end, y: row].glyph == canvas.glyphs.mark(of: LineLook(number: number)), "\(canvas.text)")
    }
  }

  @Test func noMarkHidesALineInAlarm() throws {
    // The other line ends where the one in alarm goes on.
    var chart = Self.chart([
      Self.line(0, Array(repeating: 5, count: 101)), Self.line(1, Array(repeating: 5, count: 51)),
    ])
    let marks = { (canvas: Canvas) in [canvas.text.contains("●"), canvas.text.contains("▲")] }
    #expect(marks(Self.drawn(chart).canvas) == [true, true])
    chart.alarming = ["line 0"]
    #expect(marks(Self.drawn(chart).canvas) == [true, false])
    chart.cursor = 50
    let (plot, canvas) = Self.drawn(chart)
    let mark = canvas[x: try #require(plot.column(of: 50)), y: try #require(plot.value.cell(of: 5))]
    #expect(mark.glyph == canvas.glyphs.mark(of: LineLook(number: 0)))
  }

  /// Two lines that share their cells: the one that came first along the row keeps them.
  @Test func aLineKeepsItsColourAlongItsWay() {
    let joining = Self.line(0, (0...100).map { $0 < 30 ? 9 - Double($0) / 7.5 : 5 })
    let level = Self.line(1, Array(repeating: 5, count: 101))
    let (plot, canvas) = Self.drawn(Self.chart([joining, level]))
    let row = plot.value.cell(of: 5) ?? 0
    let style = canvas.theme.line(LineLook(number: 1))
    let cells = (0..<plot.columns).map { canvas[x: plot.plotX + $0, y: row] }.filter { $0 != .blank }
    #expect(cells.count > plot.columns - 4 && cells.dropLast().allSatisfy { $0.style == style }, "\(canvas.text)")
  }

  @Test func hiddenLinesAreNotDrawnAndALineAloneKeepsItsLook() {
    var chart = Self.chart(Self.level(2, 8))
    chart.hidden = ["line 0"]
    #expect(!Self.drawn(chart).canvas.text.contains("●"))
    chart.alone = "line 0"
    let alone = Self.drawn(chart).canvas
    #expect(alone.text.contains("●") && !alone.text.contains("▲"), "\(alone.text)")
    chart.hidden = ["line 0", "line 1"]
    chart.alone = nil
    #expect(!Self.drawn(chart).canvas.text.contains("●"))
    #expect(Self.drawn(Self.chart([])).canvas.text.contains("┼"))
  }

  @Test func inAViewOfThePastLinesAreMarkedWhereTheyLeaveIt() {
    let lines = Self.level(2, 8)
    let (plot, canvas) = Self.drawn(Self.chart(lines, time: 0...50))
    for line in lines {
      let row = line.series.latest?.value.flatMap(plot.value.cell) ?? 0
      #expect(canvas[x: plot.plotX + plot.columns - 1, y: row].glyph == canvas.glyphs.mark(of: line.look))
    }
  }

  /// Any lines, any size, any view: no label covers a dot, a mark, another label or the axis, and nothing stands right of the
  /// newest point but labels.
  @Test func noLabelCoversALineAnEndAnotherLabelOrTheAxis() {
    var state: UInt64 = 15
    func next(_ limit: Int) -> Int {
      state = state * 48_271 % 2_147_483_647
      return Int(state % UInt64(limit))
    }
    for _ in 0..<50 {
      let count = 2 + next(7)
      let lines = (0..<count).map { number in
        let (base, length) = (Double(next(100)) / 10, Double(2 + next(60)))
        return Self.line(
          number, (0..<(5 + next(90))).map { base + 2 * sin(Double($0) / length) },
          shape: next(3) == 0 ? .steps : .linear)
      }
      var chart = Self.chart(lines, time: 0...Double(50 + next(60)))
      chart.focused = next(2) == 0 ? "line \(next(count))" : nil
      chart.limits = [ChartLimit(value: Double(next(10)), name: "")]
      chart.outliers = (0..<next(4)).map { Series.Point(time: Double($0 * 23), value: $0 == 1 ? -40 : 85) }
      let theme = Self.themes[next(3)]
      let (plot, canvas) = Self.drawn(chart, Size(width: 12 + next(100), height: 2 + next(20)), theme: theme)
      let picture = LinePicture(of: plot, theme: theme)
      let ends = picture.ends(on: plot)
      let labels = plot.labels(beside: picture, ends, beginning: "values") { "\(SafeText($0, decimals: 1)) V" }
      for (index, label) in labels.enumerated() {
        #expect(label.x > plot.plotX && label.x + label.width <= plot.size.width)
        #expect((0...plot.lowestRow).contains(label.y))
        #expect(!labels[..<index].contains(where: label.isNear), "\(canvas.text)")
        let cells = (label.x..<label.x + label.width).map { Point(x: $0 - plot.plotX, y: label.y) }
        #expect(!cells.contains { picture.line.isLit(column: $0.x, row: $0.y) }, "\(canvas.text)")
        #expect(!cells.contains { cell in ends.contains { $0.cell == cell } }, "\(canvas.text)")
      }
      // Every dot is there, in the style of a line, but where a mark stands.
      let styles = Set(lines.map { theme.line($0.look) })
      let marked = Set(ends.map(\.cell))
      let missing = (0...plot.lowestRow).flatMap { y in (0..<plot.columns).map { Point(x: $0, y: y) } }.filter {
        let isAtEdge = $0.y == plot.rows - 1 || chart.outliers.isEmpty == false
        guard picture.line.isLit(column: $0.x, row: $0.y), !marked.contains($0), !isAtEdge else { return false }
        let cell = canvas[x: plot.plotX + $0.x, y: $0.y]
        return !styles.contains(cell.style) || cell.glyph == .space
      }
      #expect(missing.isEmpty, "\(canvas.text)")
    }
  }

  // MARK: - Limits and cursor

  @Test(arguments: [false, true]) func aLimitIsDashedOnBlankCellsOnlyWithItsValueRightOfThePlot(isASCII: Bool) throws {
    let theme = Theme(isASCII: isASCII)
    var chart = Self.chart([Self.line(0, (0...100).map { Double($0) / 10 }), Self.line(1, [])])
    // Beyond the view, so that there is room for labels.
    chart.limits = [ChartLimit(value: 99.5, name: "")]
    let without = Self.drawn(chart, theme: theme).canvas
    chart.limits += [6.5, 0, 5, .nan].map { ChartLimit(value: $0, name: "") }
    let (plot, canvas) = Self.drawn(chart, theme: theme)
    let rows = try [6.5, 0, 5].map { try #require(plot.value.cell(of: $0)) }
    var dashes = [Int](repeating: 0, count: canvas.height)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let (old, new) = (without[x: x, y: y], canvas[x: x, y: y])
        guard old != new else { continue }
        #expect(rows.contains(y) && x >= plot.plotX && old == .blank && new.style == theme.dim, "\(canvas.text)")
        if x < plot.plotX + plot.columns {
          #expect(new.glyph == canvas.glyphs.limit)
          dashes[y] += 1
        }
      }
    }
    #expect(dashes[rows[0]] > plot.columns / (isASCII ? 3 : 2) && dashes[rows[2]] > plot.columns / (isASCII ? 3 : 2))
    for (row, text) in zip(rows, [" 6.5", " 0", " 5"]) {
      #expect(Self.row(canvas, row).trimmingCharacters(in: .whitespaces).hasSuffix(text), "\(canvas.text)")
    }
    // The axis has its ticks, and no others.
    for tick in plot.valueTicks {
      #expect(Self.row(canvas, tick.cell).dropFirst(plot.plotX - 2 - tick.label.count).hasPrefix(tick.label))
    }
    #expect(
      canvas.text.matches(of: isASCII ? /\n[ 0-9]*[0-9] \+/ : /\n[ 0-9]*[0-9] [┤┼]/).count == plot.valueTicks.count - 1)
  }

  @Test func ofLimitsInOneRowThePassedOneIsLabelledAndANarrowChartHasNoLabels() {
    var chart = Self.chart(Self.level(1, 2))
    chart.limits = [
      ChartLimit(value: 7.1, name: ""), ChartLimit(value: 7.2, name: "", isPassed: true),
      ChartLimit(value: 7.123, name: ""),
    ]
    let plot = Self.drawn(chart).plot
    #expect(plot.limitLabels.map(\.text) == ["7.2"] && plot.limitLabels[0].isPassed)
    #expect(plot.columns == 72 - plot.plotX - 4)
    let narrow = Self.drawn(chart, Size(width: 30, height: 14)).plot
    #expect(narrow.limitLabels.isEmpty && narrow.columns == 30 - narrow.plotX)
    chart.limits = [ChartLimit(value: 7.123, name: "")]
    #expect(Self.drawn(chart).plot.limitLabels.map(\.text) == ["7.1"])
  }

  /// Of few rows, each stands for many values.
  @Test func aLimitHasNoLabelAtTheEndOfAnotherLine() {
    let points = [Series.Point(time: 0, value: 0), Series.Point(time: 100, value: 50)]
    var chart = Chart(series: Series(points), viewport: Viewport(time: 0...100, value: 0...50))
    chart.limits = [5, 26, 40, 50].map { ChartLimit(value: $0, name: "") }
    let plot = Self.drawn(chart, Size(width: 60, height: 4)).plot
    #expect(plot.valueTicks.map(\.label) == ["0", "50"] && plot.rows == 3)
    #expect(plot.limitLabels.map(\.text) == ["50", "26"], "5 is in the row of the axis, 40 in that of 50")
    let tall = Self.drawn(chart, Size(width: 60, height: 30)).plot
    #expect(tall.limitLabels.map(\.text) == ["50", "40", "26", "5"])
  }

  @Test func theCursorMarksEachLinesPointAndTellsTheFocusedOne() throws {
    var chart = Self.chart(
      [
        Self.line(0, [1, 1, 3, 3], every: 30), Self.line(1, [nil, nil, nil, 8], every: 30),
        Self.line(2, [9, 9, 9], every: 30),
      ])
    chart.cursor = 40
    let (plot, canvas) = Self.drawn(chart)
    let upright = try #require(plot.column(of: 40))
    let marked = (0..<canvas.height).flatMap { y in (0..<canvas.width).map { Point(x: $0, y: y) } }
      .filter { canvas[x: $0.x, y: $0.y].style.attributes.contains(.reverse) }
    // The nearer of the points that the line joins there; nothing of the line that has a gap.
    #expect(
      marked == [
        Point(x: try #require(plot.column(of: 30)), y: try #require(plot.value.cell(of: 9))),
        Point(x: try #require(plot.column(of: 30)), y: try #require(plot.value.cell(of: 1))),
      ], "\(canvas.text)")
    #expect(canvas[x: upright, y: 3].glyph == canvas.glyphs.cursor)
    #expect(Self.row(canvas, 13).contains("1970-01-01 00:00:40 "))
    chart.focused = "line 2"
    #expect(Self.row(Self.drawn(chart).canvas, 13).contains("1970-01-01 00:00:30  Line 2 9.0 V"))
  }

  /// The points of a line may be means; the reading after them is what a legend tells.
  @Test func aLegendTellsTheNewestReading() {
    var lines = Self.level(2, 8)
    lines[1].newest = 8.26
    let legend = ChartLegend(Self.chart(lines)) { "\(SafeText($0, decimals: 1)) V" }
    #expect(legend.rows.map(\.content) == [.init("2.0 V", 2, 2), .init("8.3 V", 8, 8)])
  }

  // MARK: - Cache

  /// Whatever was drawn before, a chart looks as it does without a cache.
  @Test func aCachedChartLooksLikeANewOne() {
    var state: UInt64 = 99
    func next(_ limit: Int) -> Int {
      state = state * 48_271 % 2_147_483_647
      return Int(state % UInt64(limit))
    }
    var chart = Self.chart(
      (0..<4).map { number in
        Self.line(number, (0..<200).map { 5 + 4 * sin(Double($0) / Double(9 + number)) + Double(next(10)) / 10 })
      })
    var cache = ChartCache()
    var size = Size(width: 72, height: 14)
    for _ in 0..<60 {
      switch next(9) {
      case 0: chart.viewport.panTime(by: Double(next(40) - 20) / 100)
      case 1: chart.viewport.zoomTime(by: next(2) == 0 ? 0.5 : 2, about: chart.viewport.time.middle)
      case 2: chart.viewport.zoomValue(by: next(2) == 0 ? 0.8 : 1.25, about: 5)
      case 3: chart.hidden = next(2) == 0 ? [] : ["line \(next(4))"]
      case 4: (chart.focused, chart.alarming) = (next(2) == 0 ? nil : "line \(next(4))", ["line \(next(8))"])
      case 5: size = Size(width: 30 + next(90), height: 4 + next(20))
      case 6: chart.lines.swapAt(next(4), next(4))
      case 7:
        let line = next(4)
        chart.lines[line].shape = chart.lines[line].shape == .steps ? .linear : .steps
      default:
        let line = next(4)
        let end = chart.lines[line].series.timeExtent?.upperBound ?? 0
        chart.lines[line].series.insert(Series.Point(time: end + 1, value: Double(next(10))))
      }
      let plot = ChartPlot(chart, size: size, clock: .utc, theme: Theme())
      var (cached, new) = (Canvas(size: size), Canvas(size: size))
      plot.draw(into: &cached, cache: &cache) { "\(SafeText($0, decimals: 1)) V" }
      plot.draw(into: &new) { "\(SafeText($0, decimals: 1)) V" }
      #expect(cached.cells == new.cells, "\(cached.text)\n\(new.text)")
    }
  }
}

extension ChartLegend.Content {
  fileprivate init(_ value: SafeText, _ lowest: Double, _ highest: Double) {
    func text(_ value: Double) -> SafeText { "\(SafeText(value, decimals: 1)) V" }
    self = .numbers(value: value, range: ChartLegend.ValueRange(lowest: text(lowest), highest: text(highest)))
  }
}
