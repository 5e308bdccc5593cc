import Charting
import Testing

@Suite struct RobustExtentTests {
  private static func series(_ values: [Double?], every step: Double = 1) -> Series {
    Series(values.enumerated().map { Series.Point(time: Double($0.offset) * step, value: $0.element) })
  }

  private static func fit(
    _ values: [Double?], least: Double = 1, includesZero: Bool = false, before previous: RobustExtent? = nil
  ) -> RobustExtent? {
    RobustExtent(
      of: [LineSeries(series(values))], in: 0...Double(max(1, values.count - 1)), leastSpan: least,
      includesZero: includesZero,
      before: previous)
  }

  /// A slow wave between 20 and 22, so many points long.
  private static func wave(_ count: Int) -> [Double?] {
    (0..<count).map { index in 20 + Double(abs(index % 80 - 40)) / 20 }
  }

  private static func with(_ changes: [Int: Double], _ values: [Double?]) -> [Double?] {
    var values = values
    for (index, value) in changes { values[index] = value }
    return values
  }

  @Test(arguments: [50, 240, 1_000, 20_000]) func aSpikeIsLeftOutHoweverManyPointsThereAre(count: Int) {
    let values = Self.wave(count)
    for spike in [85.0, -127, 1e300] {
      let fit = Self.fit(Self.with([count / 3: spike], values))
      #expect(fit?.outliers == [Series.Point(time: Double(count / 3), value: spike)], "\(spike)")
      #expect(fit?.values == Self.fit(values)?.values)
    }
  }

  /// The points of a column may wander further than one spike moves their mean.
  @Test func aSpikeOnAWanderingLineIsLeftOut() {
    var random = Xorshift(state: 88_172_645_463_325_252)
    var value = 0.0
    var values: [Double?] = (0..<50_000).map { _ in
      value += Double.random(in: -1...1, using: &random)
      return value
    }
    #expect(Self.fit(values)?.outliers == [])
    values[30_000] = 9_000
    #expect(Self.fit(values)?.outliers == [Series.Point(time: 30_000, value: 9_000)])
    values[30_001] = 8_000
    #expect(Self.fit(values)?.outliers == [])
  }

  @Test func severalSpikesToBothSidesAreLeftOutAndManyAreHowTheLineIs() {
    let few = Self.fit(Self.with([30: 85, 100: 60, 170: -40], Self.wave(240)))
    #expect(few?.outliers.map(\.value) == [85, 60, -40])
    let many = Self.with(Dictionary(uniqueKeysWithValues: (0..<12).map { ($0 * 20, 85.0) }), Self.wave(240))
    #expect(Self.fit(many)?.outliers == [])
    #expect(Self.fit(many)?.values.upperBound == 85)
  }

  @Test func aPlateauAndAStepAreOnTheAxis() {
    let wave = Self.wave(240)
    // Two points side by side, in columns of their own and in one.
    #expect(Self.fit(Self.with([100: 85, 101: 85], wave))?.outliers == [])
    #expect(Self.fit(Self.with([1_000: 85, 1_001: 84], Self.wave(4_800)))?.outliers == [])
    let step: [Double?] = Array(repeating: 20, count: 200) + Array(repeating: 60, count: 200)
    #expect(Self.fit(step)?.values == 20...60)
    #expect(Self.fit(step)?.outliers == [])
  }

  @Test func aStepIsOnTheAxisFromItsSecondPointOn() {
    for length in [200, 5_000] {
      let before: [Double?] = Array(repeating: 20, count: length)
      let first = Self.fit(before + [60])
      #expect(first?.outliers.count == 1)
      #expect(Self.fit(before + [60, 60], before: first)?.outliers == [])
    }
  }

  @Test func aSpikeNotFarEnoughIsOnTheAxis() {
    // The middle half is a degree high, by the least span.
    let flat: [Double?] = Array(repeating: 20, count: 100)
    #expect(Self.fit(Self.with([50: 22.9], flat))?.outliers == [])
    #expect(Self.fit(Self.with([50: 23.1], flat))?.outliers.count == 1)
    // With 0 on the axis, the middle half begins there.
    #expect(Self.fit(Self.with([50: 75], flat), includesZero: true)?.outliers == [])
    #expect(Self.fit(Self.with([50: 85], flat), includesZero: true)?.outliers.count == 1)
  }

  @Test func whatWasLeftOutIsTakenInLater() {
    let flat: [Double?] = Array(repeating: 20, count: 100)
    let spike = Self.with([50: 22.5], flat)
    #expect(Self.fit(spike)?.outliers == [])
    let held = Self.fit(Self.with([50: 22.5], flat), least: 0.5)
    #expect(held?.outliers.count == 1)
    #expect(Self.fit(spike, before: held)?.outliers.count == 1, "by the rule for what was left out")
    #expect(Self.fit(Self.with([50: 21.9], flat), before: held)?.outliers == [])
  }

  @Test func constantsAndFewPointsHaveNoOutliers() {
    #expect(Self.fit(Array(repeating: 20, count: 500))?.values == 20...20)
    #expect(Self.fit([20, 85])?.values == 20...85)
    #expect(Self.fit(Self.with([5: 85], Array(repeating: 20, count: 11)))?.outliers == [])
    #expect(Self.fit([7])?.values == 7...7)
    #expect(Self.fit([nil, nil]) == nil)
    #expect(Self.fit([]) == nil)
  }

  @Test func aPointAmongAnotherLinesValuesIsNoOutlier() {
    let spike = Self.series(Self.with([100: 85], Self.wave(240)))
    let hot = Self.series(Array(repeating: 80, count: 240))
    let alone = RobustExtent(of: [LineSeries(spike)], in: 0...239, leastSpan: 1)
    #expect(alone?.outliers.count == 1)
    let both = RobustExtent(of: [LineSeries(spike), LineSeries(hot)], in: 0...239, leastSpan: 1)
    #expect(both?.outliers == [])
    #expect(both?.values == 20...85)
  }

  /// Whatever the values are, the outliers and the rest are all there is, and the outliers are few.
  @Test func nothingIsLost() {
    var random = Xorshift(state: 4_711)
    let odd: [Double?] = [nil, .nan, .infinity, 1e300, -1e300, 0, .leastNonzeroMagnitude, 20, 85]
    for _ in 0..<200 {
      let count = Int.random(in: 1...400, using: &random)
      let values = (0..<count).map { _ in
        Int.random(in: 0..<20, using: &random) == 0
          ? odd[Int.random(in: 0..<odd.count, using: &random)] : Double.random(in: 19...22, using: &random)
      }
      let line = Self.series(values, every: 3)
      let start = Double.random(in: -50...300, using: &random)
      let time = start...(start + Double.random(in: 1...900, using: &random))
      let fit = RobustExtent(of: [LineSeries(line)], in: time, leastSpan: 1)
      guard let whole = line.extent(in: time) else {
        #expect(fit == nil)
        continue
      }
      guard let fit else {
        Issue.record("no extent")
        continue
      }
      #expect(fit.outliers.count <= 20)
      for point in line.points(in: time) {
        guard let value = point.value else { continue }
        #expect(fit.values.contains(value) != fit.outliers.contains(point), "\(point)")
      }
      #expect(whole.contains(fit.values.lowerBound) && whole.contains(fit.values.upperBound))
    }
  }
}
