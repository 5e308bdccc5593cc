import Foundation
import Testing

@testable import Charting

@Suite struct TraceTests {
  /// One point each 5 s.
  private func noise(_ count: Int, spikeAt spike: Int? = nil, gapAt gap: Range<Int> = 0..<0) -> Series {
    var random = Xorshift(state: 88_172_645_463_325_252)
    return Series(
      (0..<count).map { index in
        let value = index == spike ? 9 : 1 + 2 * Double(random.next() % 1_000) / 1_000
        return Series.Point(time: Double(index) * 5, value: gap.contains(index) ? nil : value)
      })
  }

  private func scales(seconds: ClosedRange<Double>) -> (time: LinearScale, value: LinearScale) {
    let view = Viewport(time: seconds, value: 0...10)
    return (.time(of: view, columns: 72), .value(of: view, rows: 10))
  }

  private func trace(_ series: Series, _ seconds: ClosedRange<Double>) -> Trace {
    let (time, value) = scales(seconds: seconds)
    return series.trace(time: time, value: value)
  }

  @Test func aFewPointsAreDrawnAsTheyAre() {
    let series = noise(48)
    #expect(trace(series, 0...240) == Trace(columns: series.columns(on: scales(seconds: 0...240).time)))
  }

  @Test func aSmoothLineIsDrawnThroughAnyNumberOfPoints() {
    let points = (0..<20_000).map { Series.Point(time: Double($0), value: 5 + 4 * sin(Double($0) / 2_000)) }
    #expect(trace(Series(points), 0...20_000).spreads.isEmpty)
  }

  @Test func noiseIsALineOfMeansThatTurnsSeldom() {
    for count in [372, 17_280] {
      let series = noise(count)
      let seconds = 0...Double(count) * 5
      let (time, value) = scales(seconds: seconds)
      let columns = trace(series, seconds).columns
      #expect((20...38).contains(columns.count), "one point at most for two cells")
      #expect(columns.allSatisfy { abs($0.mean - 2) < 1 })
      let lit = LineSpan.spans(of: columns, time: time, value: value).reduce(0) { $0 + $1.rows.count }
      #expect(lit < 3 * time.dots, "a line, not a hedge")
    }
  }

  @Test func aSpikeOfOneSampleIsStillTold() {
    let spread = trace(noise(17_280, spikeAt: 4_711), 0...86_400).spreads.first { $0.time.contains(23_555) }
    #expect(spread?.values.upperBound == 9)
  }

  @Test func whatStraysFurtherThanUsualIsASpike() throws {
    let (time, value) = scales(seconds: 0...86_400)
    func spikes(_ series: Series) -> [LineSpan] { trace(series, 0...86_400).spikes(time: time, value: value) }
    #expect(spikes(noise(17_280)).isEmpty, "noise has no spikes")
    let spike = try #require(spikes(noise(17_280, spikeAt: 4_711)).first)
    #expect(spikes(noise(17_280, spikeAt: 4_711)).count == 1)
    #expect(spike.rows.lowerBound == Int(value.position(of: 9).rounded()))
    #expect(abs(spike.x - (time.dot(of: 23_555) ?? 0)) <= 3)
    #expect(Trace(columns: []).spikes(time: time, value: value).isEmpty)
  }

  @Test func aGapInTheNoiseIsNotBridged() {
    func isOpen(_ series: Series) -> Bool {
      let (time, value) = scales(seconds: 0...3_600)
      let columns = series.trace(time: time, value: value).columns
      let lit = Set(LineSpan.spans(of: columns, time: time, value: value).map(\.x))
      let gap = (time.dot(of: 1_560) ?? 0)...(time.dot(of: 1_840) ?? 0)
      return columns.count > 20 && gap.count > 8 && gap.allSatisfy { !lit.contains($0) }
    }
    #expect(isOpen(noise(720, gapAt: 300..<380)))
    let points = noise(720).points
    #expect(isOpen(Series((0..<720).filter { !(300..<380).contains($0) }.map { points[$0] }, longestJoin: 12)))
    #expect(!isOpen(noise(720)))
  }

  @Test func whatHasBeenDrawnStaysAsItIsWhileTheViewMovesOn() {
    let series = noise(1_000)
    func seen(_ seconds: ClosedRange<Double>) -> [SeriesColumn] {
      let grid = scales(seconds: seconds).time.grid
      return trace(series, seconds).columns.filter { column in
        (200.0...3_400).contains(Double(column.index) * (grid?.width ?? 0))
      }
    }
    for shift in [5.0, 50, 111] {
      #expect(seen(0...3_600).count > 20)
      #expect(seen(0...3_600) == seen(shift...(shift + 3_600)))
    }
  }
}
