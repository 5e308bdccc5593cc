import Charting
import Testing

@Suite struct ChartTests {
  private static let viewport = Viewport(time: 0...100, value: 0...1)

  private static func line(_ id: String, _ points: [(Double, Double?)], shape: LineShape = .linear) -> ChartLine {
    ChartLine(
      id: id, name: id, series: Series(points.map { Series.Point(time: $0.0, value: $0.1) }, longestJoin: 50),
      shape: shape)
  }

  @Test func theLineThatIsAloneIsTheOnlyOneAlsoWhereItIsHidden() {
    var chart = Chart(lines: ["a", "b", "c"].map { Self.line($0, []) }, viewport: Self.viewport)
    #expect(chart.visibleLines.map(\.id) == ["a", "b", "c"])
    chart.hidden = ["b"]
    #expect(chart.visibleLines.map(\.id) == ["a", "c"])
    chart.alone = "b"
    #expect(chart.visibleLines.map(\.id) == ["b"])
  }

  @Test func theExtentIsThatOfTheVisibleLines() {
    var chart = Chart(
      lines: [Self.line("a", [(0, 3), (10, 5)]), Self.line("b", [(5, -1), (50, 9)]), Self.line("c", [])],
      viewport: Self.viewport)
    #expect(chart.extent(in: 0...20) == -1...5)
    chart.hidden = ["b"]
    #expect(chart.extent(in: 0...20) == 3...5)
    #expect(chart.extent(in: 20...30) == nil)
  }

  @Test(
    arguments: [
      (10, 10, 10), (14, 10, 10), (16, 20, 10), (19, 20, 10), (20, 20, 20),
      // Around a gap, and beyond the longest join, only at the points themselves.
      (31, nil, nil), (30, 30, 30), (42, nil, nil), (120, nil, nil), (100, 100, 100), (45, 45, 45),
      (-1, nil, nil), (201, nil, nil),
    ] as [(Double, Double?, Double?)])
  func aLineTellsAMeasuredPointWhereItIsDrawn(time: Double, linear: Double?, steps: Double?) {
    let points: [(Double, Double?)] = [
      (0, 0), (10, 1), (20, 2), (30, 3), (40, nil), (45, 4.5), (100, 10), (200, 20),
    ]
    #expect(Self.line("a", points).point(at: time)?.time == linear)
    #expect(Self.line("a", points, shape: .steps).point(at: time)?.time == steps)
  }

  @Test func pointsThatStandAloneAndTheEndsAreToldFromNearBy() {
    let line = Self.line("a", [(0, 0), (10, 1), (20, nil), (30, 3), (40, nil)])
    #expect(line.point(at: 12, tolerance: 3)?.time == 10)
    #expect(line.point(at: 14, tolerance: 3) == nil)
    #expect(line.point(at: 28, tolerance: 3)?.time == 30)
    #expect(line.point(at: -2, tolerance: 3)?.time == 0)
    #expect(line.point(at: .nan, tolerance: 3) == nil)
  }

  @Test func theFirst48LooksDifferInColourAndMarkAndTheFirstEightInTheirMarks() {
    let looks = (0..<48).map(LineLook.init)
    #expect(Set(looks.map { [$0.colour, $0.mark] }).count == 48)
    #expect(looks.prefix(8).map(\.mark) == Array(0..<8))
    #expect(looks.prefix(6).map(\.colour) == Array(0..<6))
    #expect(Set((0..<26).map { LineLook(number: $0).letter }).count == 26)
    #expect(looks.allSatisfy { $0.colour < LineLook.colourCount && $0.mark < LineLook.markCount })
    #expect(LineLook(number: .max).mark < LineLook.markCount)
  }

  @Test func aChartOfOneSeriesIsAChartOfOneLine() {
    let values = Series([Series.Point(time: 1, value: 2)])
    let series = LineSeries(values)
    let chart = Chart(series: values, viewport: Self.viewport)
    #expect(chart.series == series && chart.visibleLines.map(\.series) == [series])
    var none = Chart(lines: [], viewport: Self.viewport)
    #expect(none.series.isEmpty)
    none.series = series
    #expect(none.lines.map(\.series) == [series])
  }
}
