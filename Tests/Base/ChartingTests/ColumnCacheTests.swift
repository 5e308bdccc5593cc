import Testing

@testable import Charting

/// A cache gives the columns that are computed without it, whatever was shown before.
@Suite struct ColumnCacheTests {
  /// Changes of all kinds between random views; the series and the grid stay mostly the same, as on a screen.
  @Test(arguments: 1...6) func anyViewsAndChangesGiveTheColumnsOfTheSeriesItself(seed: UInt64) {
    var random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15)
    func point(_ time: Double) -> Series.Point {
      Series.Point(
        time: time, value: Int.random(in: 0..<9, using: &random) == 0 ? nil : Double.random(in: 0...9, using: &random))
    }
    var series = Series((0..<Int.random(in: 0...900, using: &random)).map { point(Double($0)) })
    var cache = ColumnCache<Double>()
    var width = 7.0
    var first = 0
    for _ in 0..<150 {
      let end = series.timeExtent?.upperBound ?? 0
      switch Int.random(in: 0..<14, using: &random) {
      case 0: width = [0.3, 1, 7, 50][Int.random(in: 0..<4, using: &random)]
      case 1: series.insert(point(Double(Int.random(in: -20...1_000, using: &random))))
      case 2: series.drop(before: end - Double(Int.random(in: 0...1_500, using: &random)))
      case 3: series.drop(after: end - Double(Int.random(in: 0...200, using: &random)))
      case 4: series.insert(contentsOf: (1...Int.random(in: 1...300, using: &random)).map { point(end + Double($0)) })
      case 5: series.longestJoin = [nil, 3, 30][Int.random(in: 0..<3, using: &random)]
      case 6...9: series.insert(point(end + Double(Int.random(in: 1...40, using: &random))))
      default: first += Int.random(in: -30...30, using: &random)
      }
      if Int.random(in: 0..<20, using: &random) == 0 { first = Int(end / width) - 40 }
      let grid = ColumnGrid(width: width)
      let indices = first...(first + Int.random(in: 0...90, using: &random))
      #expect(cache.columns(of: series, on: grid, in: indices) == series.columns(on: grid, in: indices))
    }
  }

  @Test func whatChangedIsFoundByWhatTwoSeriesShare() {
    let points = (0..<5_000).map { Series.Point(time: Double($0), value: Double($0 % 7)) }
    let series = Series(points)
    #expect(series.earliestDifference(from: series) == .infinity)
    var longer = series
    // The newest points stand in an array until they make a leaf.
    for time in 5_000..<5_400 {
      longer.insert(Series.Point(time: Double(time), value: 1))
      #expect((4_990...5_000).contains(longer.earliestDifference(from: series)))
      #expect((4_990...5_000).contains(series.earliestDifference(from: longer)))
    }
    var corrected = longer
    corrected.insert(Series.Point(time: 3_000, value: 99))
    // Found to the leaf, not to the point: a leaf that was split is another one.
    #expect((2_800...3_000).contains(corrected.earliestDifference(from: longer)))
    var shorter = series
    shorter.drop(after: 4_000)
    #expect((3_800...4_001).contains(shorter.earliestDifference(from: series)))
    var unjoined = series
    unjoined.longestJoin = 1
    #expect(unjoined.earliestDifference(from: series) == -.infinity)
  }
}
