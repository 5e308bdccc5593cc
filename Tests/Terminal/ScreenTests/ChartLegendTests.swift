import Charting
import Testing
import Text

@testable import Screen

@Suite struct ChartLegendTests {
  private typealias Row = ChartLegend.Row

  private static func numbers(_ value: SafeText?, _ lowest: SafeText, _ highest: SafeText) -> ChartLegend.Content {
    .numbers(value: value, range: ChartLegend.ValueRange(lowest: lowest, highest: highest))
  }

  private static func row(
    _ number: Int, _ name: SafeText, _ content: ChartLegend.Content, isHidden: Bool = false
  ) -> Row {
    Row(sign: .line(LineLook(number: number)), name: name, content: content, isHidden: isHidden)
  }

  private static let rooms = ChartLegend(
    rows: [
      row(0, "Office", numbers("21.5", "19.0", "22.4")), row(1, "Rack", numbers("38.2", "31.0", "44.7")),
      row(2, "Outside", numbers("3.1", "−1.2", "6.0")), row(3, "Cellar", .trouble("since 09:12: no data")),
      row(4, "Küche 台所", numbers(nil, "20.0", "21.0"), isHidden: true),
      Row(sign: .limit, name: "26.0", content: .meaning("above, for 10 min")),
    ], selected: 1)

  private static func drawn(
    _ legend: ChartLegend, _ width: Int, _ height: Int, theme: Theme = Theme()
  ) -> Canvas {
    var canvas = Canvas(size: Size(width: width, height: height), theme: theme)
    legend.draw(into: &canvas)
    return canvas
  }

  private static func line(_ canvas: Canvas, _ y: Int) -> String { canvas.text.components(separatedBy: "\n")[y] }

  // MARK: - Columns

  @Test func theColumnsLineUpAndWordsTakeThePlaceOfNumbers() {
    #expect(
      Self.drawn(Self.rooms, 40, 6).text == """
         ● Office      21.5   19.0 … 22.4
        ▌▲ Rack        38.2   31.0 … 44.7
         ◆ Outside      3.1   −1.2 …  6.0
         ○ Cellar      since 09:12: no data
         ■ Küche 台所  hidden
         ╎ 26.0        above, for 10 min
        """)
    #expect(LegendColumns.natural(Self.rooms) == 35)
  }

  @Test func anAlarmStandsInThePlaceOfTheRange() {
    var legend = Self.rooms
    legend.rows[0].alarm = ["! above 21", "! > 21", "!"]
    legend.rows[4].alarm = ["! above 19"]
    #expect(
      Self.drawn(legend, 40, 6).text == """
         ● Office      21.5  ! above 21
        ▌▲ Rack        38.2   31.0 … 44.7
         ◆ Outside      3.1   −1.2 …  6.0
         ○ Cellar      since 09:12: no data
         ■ Küche 台所  hidden
         ╎ 26.0        above, for 10 min
        """)
    // The words go before the number, and the number is whole or not there.
    #expect(Self.line(Self.drawn(legend, 27, 6), 0) == " ● Office      21.5  ! > 21")
    #expect(Self.line(Self.drawn(legend, 26, 6), 0) == " ● Office      21.5  !")
    #expect(Self.line(Self.drawn(legend, 20, 6), 0) == " ● Office    21.5  !")
    // Where rows are few, the limits go first.
    #expect(Self.line(Self.drawn(legend, 40, 5), 4) == " ■ Küche 台所  hidden")
  }

  @Test func aRuleStandsInThePlaceOfTheRangeUnlessThereIsAnAlarm() {
    var legend = Self.rooms
    legend.rows[0].rule = "say it"
    legend.rows[1].rule = "say it"
    legend.rows[1].alarm = ["! above 30", "!"]
    legend.rows[4].rule = "say it"
    #expect(
      Self.drawn(legend, 40, 5).text == """
         ● Office      21.5  § say it
        ▌▲ Rack        38.2  ! above 30
         ◆ Outside      3.1   −1.2 …  6.0
         ○ Cellar      since 09:12: no data
         ■ Küche 台所  hidden
        """)
    #expect(Self.line(Self.drawn(legend, 20, 5), 0) == " ● Office    21.5  §")
    #expect(Self.line(Self.drawn(legend, 40, 5, theme: Theme(isASCII: true)), 0) == " A Office      21.5  = say it")
  }

  @Test func withASCIIEachLineHasItsLetter() {
    #expect(
      Self.drawn(Self.rooms, 40, 6, theme: Theme(isASCII: true)).text == """
         A Office      21.5   19.0 ~ 22.4
        >B Rack        38.2   31.0 ~ 44.7
         C Outside      3.1   -1.2 ~  6.0
         D Cellar      since 09:12: no data
         E Kuche ?     hidden
         : 26.0        above, for 10 min
        """)
  }

  @Test func whereThereIsLessRoomNamesAreCutThenTheRangeGoes() {
    #expect(
      Self.drawn(Self.rooms, 32, 6).text == """
         ● Office     21.5   19.0 … 22.4
        ▌▲ Rack       38.2   31.0 … 44.7
         ◆ Outside     3.1   −1.2 …  6.0
         ○ Cellar     since 09:12: no d…
         ■ Küche 台…  hidden
         ╎ 26.0       above, for 10 min
        """)
    #expect(
      Self.drawn(Self.rooms, 24, 6).text == """
         ● Office      21.5
        ▌▲ Rack        38.2
         ◆ Outside      3.1
         ○ Cellar      since 09…
         ■ Küche 台所  hidden
         ╎ 26.0        above
        """)
    #expect(
      Self.drawn(Self.rooms, 13, 6).text == """
         ● Off…  21.5
        ▌▲ Rack  38.2
         ◆ Out…   3.1
         ○ Cel…  sin…
         ■ Küc…  hid…
         ╎ 26.0  abo…
        """)
    #expect(Self.line(Self.drawn(Self.rooms, 8, 6), 2) == " ◆ Outs…")
  }

  /// At any width, values and ranges are whole or not there, each column ends where it ends in all rows, and nothing is drawn
  /// outside the legend.
  @Test func atAnyWidthNumbersAreWholeAndLineUp() {
    for width in 0...60 {
      let columns = LegendColumns(Self.rooms, width: width)
      let canvas = Self.drawn(Self.rooms, width, 6)
      for (y, row) in Self.rooms.rows.enumerated() where !row.isHidden {
        guard case .numbers(let value?, let range?) = row.content else { continue }
        let line = (0..<width).map { canvas[x: $0, y: y].glyph.string }
        func text(endingAt end: Int, _ text: SafeText) -> Bool {
          let length = DisplayWidth.of(text)
          return end <= width && line[(end - length)..<end].joined() == text.string
        }
        if columns.value > 0 { #expect(text(endingAt: columns.valueX + columns.value, value), "\(canvas.text)") }
        if columns.highest > 0 {
          #expect(text(endingAt: columns.lowestX + columns.lowest, range.lowest), "\(canvas.text)")
          #expect(text(endingAt: columns.highestX + columns.highest, range.highest), "\(canvas.text)")
        }
        #expect((columns.value > 0) == line.joined().contains(value.string), "\(canvas.text)")
        #expect((columns.highest > 0) == line.joined().contains(range.highest.string), "\(canvas.text)")
      }
    }
  }

  /// A part of a number of a limit would be another one.
  @Test func atAnyWidthTheNumbersOfALimitAreWholeOrNotThere() {
    var legend = Self.rooms
    legend.rows[0].alarm = ["! above 21.5", "! > 21.5", "!"]
    for width in 0...60 {
      let canvas = Self.drawn(legend, width, 6)
      let (room, limit) = (Self.line(canvas, 0), Self.line(canvas, 5))
      let alarm = room.firstIndex(of: "!").map { String(room[$0...]) }
      if let alarm { #expect(["!", "! > 21.5", "! above 21.5"].contains(alarm), "\(width): \(alarm)") }
      if LegendColumns(legend, width: width).value > 0 { #expect(alarm != nil, "\(canvas.text)") }
      #expect(limit.contains("26.0") == limit.contains("2"), "\(canvas.text)")
      #expect(limit.contains("for 10 min") == limit.contains(","), "\(canvas.text)")
    }
  }

  // MARK: - Rows

  @Test func hiddenRowsAreDimAndTroubleIsAnAlarm() {
    let canvas = Self.drawn(Self.rooms, 40, 6)
    let theme = canvas.theme
    #expect((1..<20).allSatisfy { canvas[x: $0, y: 4] == .blank || canvas[x: $0, y: 4].style == theme.dim })
    #expect(canvas[x: 1, y: 0].style == theme.line(LineLook(number: 0)).with(.bold))
    #expect(canvas[x: 15, y: 3].style == theme.alarm)
    #expect(canvas[x: 3, y: 1].style == theme.strong)
  }

  @Test func whatDoesNotFitStandsOnPagesOfWhichTheSelectedOneIsShown() {
    var legend = ChartLegend(rows: (0..<12).map { Self.row($0, "Room \($0 + 1)", Self.numbers("1", "0", "2")) })
    let cases: [(selected: Int?, page: Range<Int>, place: SafeText)] = [
      (nil, 0..<4, "1–4 of 12"), (3, 0..<4, "1–4 of 12"), (4, 4..<8, "5–8 of 12"), (11, 8..<12, "9–12 of 12"),
    ]
    for (selected, page, place) in cases {
      legend.selected = selected
      #expect(legend.page(lines: 5) == page)
      #expect(Self.line(Self.drawn(legend, 40, 5), 4).hasSuffix(place.string))
    }
    legend.selected = 6
    #expect(legend.page(lines: 12) == 0..<12)
    #expect(legend.page(lines: 1) == 6..<7)
    #expect(Self.drawn(legend, 36, 1).text == "▌◇ Room 7   1   0 … 2        7 of 12")
    legend.rows.removeLast(10)
    // A selection that is gone.
    #expect(legend.page(lines: 1) == 1..<2)
    #expect(ChartLegend(rows: []).page(lines: 1) == 0..<0)
    #expect(ChartLegend(rows: []).page(lines: 3) == 0..<0)
    #expect(legend.page(lines: 0) == 0..<0)
  }

  @Test func aChartsLegendTellsTheNewestValueAndTheExtremesOfWhatIsShown() {
    let series = Series((0...10).map { Series.Point(time: Double($0), value: Double($0 * $0)) })
    var chart = Chart(
      lines: [
        ChartLine(id: "a", name: "A", series: series), ChartLine(id: "b", name: "B\u{1B}[31m", series: Series()),
      ], limits: [ChartLimit(value: 26, name: "too warm")], viewport: Viewport(time: 2...4, value: 0...1))
    func legend(_ troubles: [ChartLine.ID: SafeText] = [:]) -> ChartLegend {
      ChartLegend(chart, facts: troubles.mapValues(ChartLegend.Fact.trouble), selected: "b") {
        SafeText($0, decimals: 0)
      }
    }
    #expect(
      legend().rows.map(\.content) == [
        Self.numbers("100", "4", "16"), .numbers(value: nil, range: nil), .meaning("too warm"),
      ])
    #expect(legend().rows.map(\.name.string).allSatisfy { !$0.contains("\u{1B}") })
    #expect(legend().selected == 1)
    #expect(legend(["a": "no data"]).rows[0].content == .trouble("no data"))
    // A cursor tells the value at its time, whatever is the matter now.
    chart.cursor = 3.2
    #expect(legend(["a": "no data"]).rows[0].content == Self.numbers("9", "4", "16"))
    chart.hidden = ["a"]
    #expect(legend().rows.map(\.isHidden) == [true, false, false])
    chart.alone = "a"
    #expect(legend().rows.map(\.isHidden) == [false, true, false])
  }

  // MARK: - Alarms

  @Test func onFewLinesTheRowInAlarmIsAmongThoseThatAreShown() {
    var legend = Self.rooms
    legend.rows[3] = Self.row(3, "Cellar", Self.numbers("28.1", "19.0", "28.4"))
    legend.rows[3].alarm = ["! above 26", "!"]
    legend.selected = 0
    #expect(
      Self.drawn(legend, 40, 3).text == """
        ▌● Office      21.5   19.0 … 22.4
         ○ Cellar      28.1  ! above 26
           1, 4 of 5
        """)
    #expect(Self.line(Self.drawn(legend, 50, 1), 0).contains(/Cellar +28.1  ! above 26 +4 of 5/))
    legend.selected = 3
    #expect(legend.shown(lines: 3) == [2, 3] && legend.shown(lines: 1) == [3])
    legend.rows[3].isHidden = true
    legend.selected = 0
    #expect(legend.shown(lines: 3) == [0, 1], "a hidden line is not in view")
  }

  // MARK: - Layout

  @Test(
    arguments: [
      (200, 50, Rect(x: 164, y: 0, width: 36, height: 6), 162, 50),
      (100, 36, Rect(x: 64, y: 0, width: 36, height: 6), 62, 36),
      (80, 24, Rect(x: 0, y: 18, width: 80, height: 6), 80, 18),
      (80, 14, Rect(x: 0, y: 8, width: 80, height: 6), 80, 8),
      (60, 13, Rect(x: 0, y: 7, width: 60, height: 6), 60, 7), (60, 12, Rect(x: 0, y: 6, width: 60, height: 6), 60, 6),
      (60, 11, Rect(x: 0, y: 6, width: 60, height: 5), 60, 6), (40, 10, Rect(x: 0, y: 9, width: 40, height: 1), 40, 9),
      (40, 4, Rect(x: 40, y: 0, width: 0, height: 0), 40, 4),
    ] as [(Int, Int, Rect, Int, Int)])
  func theLegendStandsWhereThereIsRoom(width: Int, height: Int, legend: Rect, plotWidth: Int, plotHeight: Int) {
    let layout = ChartLayout(size: Size(width: width, height: height), legend: Self.rooms)
    #expect(layout.legend == legend)
    #expect(layout.plot == Rect(x: 0, y: 0, width: plotWidth, height: plotHeight))
  }

  @Test(arguments: [(200, 50, 7, 50), (80, 24, 7, 17), (80, 15, 6, 8), (60, 12, 6, 6), (40, 10, 1, 9)])
  func headingsHaveALineWhereThePlotStaysHigh(width: Int, height: Int, lines: Int, plotHeight: Int) {
    let layout = ChartLayout(size: Size(width: width, height: height), legend: Self.rooms, hasHeadings: true)
    #expect(layout.legend.height == lines && layout.plot.height == plotHeight)
    let field = ChartLayout(
      size: Size(width: width, height: height), legend: Self.rooms, hasField: true, hasHeadings: true)
    #expect(
      field == ChartLayout(size: Size(width: width, height: height), legend: Self.rooms, hasField: true),
      "the field takes their place")
  }

  @Test func atAnySizeTheLegendLeavesThePlotItsRoom() {
    for count in [0, 1, 2, 6, 64] {
      let rows = (0..<count).map { Self.row($0, "Room with a long name \($0)", Self.numbers("1.0", "0.0", "2.0")) }
      let legend = ChartLegend(rows: rows)
      for width in stride(from: 0, through: 230, by: 7) {
        for height in 0...40 {
          let layout = ChartLayout(size: Size(width: width, height: height), legend: legend)
          let whole = Rect(x: 0, y: 0, width: width, height: height)
          #expect(layout.plot.intersection(layout.legend).isEmpty)
          #expect(layout.plot.intersection(whole) == layout.plot)
          #expect(layout.legend.isEmpty || layout.legend.intersection(whole) == layout.legend)
          #expect(count > 1 || layout.plot == whole)
          #expect(layout.plot.height >= min(height, 4) && layout.plot.width * 2 >= width)
          if height >= 5, count > 1, width > 0 { #expect(!layout.legend.isEmpty) }
        }
      }
    }
  }
}
