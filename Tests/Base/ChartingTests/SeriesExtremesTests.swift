import Testing

@testable import Charting

@Suite struct SeriesExtremesTests {
  private let series = Series(
    [2, 7, nil, 1, 7, 1, 30].enumerated().map { Series.Point(time: Double($0.offset), value: $0.element) })

  @Test func theEarliestOfSeveralIsTheLowestOrTheHighest() {
    let extremes = series.extremes(in: 0...5)
    #expect(extremes?.lowest == Series.Point(time: 3, value: 1))
    #expect(extremes?.highest == Series.Point(time: 1, value: 7))
  }

  @Test func aStretchWithoutValuesHasNone() {
    #expect(series.extremes(in: 1.5...2.5) == nil)
    #expect(series.extremes(in: 10...20) == nil)
  }

  @Test func spansAboveAndBelowTheViewAreKeptWhereTheyAreNotClipped() {
    let time = LinearScale(domain: 0...6, cells: 7)
    let value = LinearScale(domain: 0...10, cells: 11, isInverted: true)
    let spans = LineSpan.spans(of: series.columns(on: time), time: time.anchored, value: value)
    #expect(spans.contains { $0.rows.lowerBound == -20 })
    #expect(spans.compactMap { $0.clipped(toDots: 11) } == series.spans(time: time, value: value))
    #expect(LineSpan(x: 0, rows: -5 ... -1).clipped(toDots: 11) == nil)
    #expect(LineSpan(x: 0, rows: 11...12).clipped(toDots: 11) == nil)
    #expect(LineSpan(x: 0, rows: -5...2).clipped(toDots: 11)?.rows == 0...2)
  }
}
