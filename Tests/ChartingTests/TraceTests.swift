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
    #expect(trace(series, 0...240) == Trace(line: series))
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
      let line = trace(series, seconds).line
      #expect((20...36).contains(line.count), "one point at most for two columns")
      #expect(line.points.allSatisfy { abs(($0.value ?? 0) - 2) < 1 })
      let lit = line.spans(time: time, value: value).reduce(0) { $0 + $1.rows.count }
      #expect(lit < 3 * time.dots, "a line, not a hedge")
    }
  }

  @Test func aSpikeOfOneSampleIsStillTold() {
    let spread = trace(noise(17_280, spikeAt: 4_711), 0...86_400).spreads.first { $0.time.contains(23_555) }
    #expect(spread?.values.upperBound == 9)
  }

  @Test func aGapInTheNoiseIsNotBridged() {
    let line = trace(noise(720, gapAt: 300..<380), 0...3_600).line
    let gap = line.points(in: 1_495...1_900).filter { $0.value == nil }
    #expect(!gap.isEmpty)
    #expect(line.points(in: 1_500...1_895).allSatisfy { $0.value == nil })
    #expect(line.points.filter { $0.value == nil }.count == gap.count)

    let apart = Series((0..<720).filter { !(300..<380).contains($0) }.map { noise(720).points[$0] }, longestJoin: 12)
    #expect(trace(apart, 0...3_600).line.points(in: 1_495...1_900).contains { $0.value == nil })
  }

  @Test func whatHasBeenDrawnStaysAsItIsWhileTheViewMovesOn() {
    let series = noise(1_000)
    let before = trace(series, 0...3_600).line
    let after = trace(series, 5...3_605).line
    #expect(before.points(in: 200...3_400) == after.points(in: 200...3_400))
  }
}
