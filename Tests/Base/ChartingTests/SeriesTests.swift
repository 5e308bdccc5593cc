import Testing

@testable import Charting

private func point(_ time: Double, _ value: Double?) -> Series.Point { Series.Point(time: time, value: value) }

@Suite struct SeriesTests {
  @Test func pointsStandInTheOrderOfTimeWhateverTheOrderOfArrival() {
    var series = Series()
    for time in [5, 1, 3, 2, 4] as [Double] { series.insert(point(time, time * 10)) }
    #expect(series.points.map(\.time) == [1, 2, 3, 4, 5])
    #expect(series.points.map(\.value) == [10, 20, 30, 40, 50])
  }

  @Test func aPointAtTheSameTimeReplacesTheOneHeld() {
    var series = Series([point(1, 10), point(2, 20), point(3, 30)])
    series.insert(point(2, 25))
    series.insert(point(3, 35))
    series.insert(point(1, nil))
    #expect(series.points == [point(1, nil), point(2, 25), point(3, 35)])
  }

  @Test func ofSeveralAtTheSameTimeInOneBatchTheLastStays() {
    let series = Series([point(2, 1), point(1, 1), point(2, 2), point(2, 3)])
    #expect(series.points == [point(1, 1), point(2, 3)])
  }

  @Test func noTimeThatIsNoNumberGetsInAndNoSuchValueIsAValue() {
    var series = Series()
    series.insert(point(.nan, 1))
    series.insert(point(.infinity, 1))
    series.insert(point(1, .nan))
    series.insert(point(2, -.infinity))
    #expect(series.points == [point(1, nil), point(2, nil)])
  }

  @Test func anUnchangedCopyIsEqualAndNothingElse() {
    let kept = Series((0..<300).map { point(Double($0), 1) })
    var series = kept
    series.drop(before: 0)
    series.drop(after: 299)
    series.insert(point(7, 1))
    series.insert(contentsOf: [point(299, 1), point(3, 1)])
    series.replace(in: 5...6, with: [point(6, 1), point(5, 1)])
    #expect(series == kept && series.hashValue == kept.hashValue, "nothing of this changes anything")

    var changed: [Series] = []
    for change: (inout Series) -> Void in [
      { $0.insert(point(7, 2)) }, { $0.insert(point(7, nil)) }, { $0.insert(point(300, 1)) }, { $0.drop(before: 1) },
      { $0.drop(after: 298) }, { $0.replace(in: 5...6, with: []) }, { $0.longestJoin = 5 },
    ] {
      var copy = kept
      change(&copy)
      #expect(copy != kept)
      changed.append(copy)
    }
    #expect(kept.count == 300 && kept.points.allSatisfy { $0.value == 1 }, "a copy that was kept is as it was")
    #expect(Set(changed).count == changed.count)
  }

  @Test func aSeriesWithoutPointsIsTheSameHoweverItCameToBe() {
    var series = Series([point(1, 1)])
    series.drop(before: 2)
    #expect(series == Series())
  }

  @Test(arguments: [1, 2, 127, 128, 129, 300]) func aSeriesWithPointsDiffersFromOneWithout(count: Int) {
    let points = (0..<count).map { point(Double($0), 1) }
    #expect(Series(points) != Series())
    #expect(Series(points.reversed()) != Series())
    #expect(Series(points) != Series(points), "what they hold is not compared")
    var series = Series()
    series.replace(in: 0...300, with: points)
    #expect(series != Series())
  }

  @Test func droppedPointsAreGoneForEverySearchAndComparison() {
    var series = Series((0..<100).map { point(Double($0), Double($0)) })
    series.drop(before: 20.5)
    #expect(series.count == 79)
    #expect(series.points.first == point(21, 21))
    #expect(series.points(in: 0...22).map(\.time) == [21, 22])
    #expect(series.nearest(to: 0)?.time == 21)
    #expect(series.extent(in: -100...30) == 21...30)
    #expect(series.timeExtent == 21...99)
  }

  @Test func whatIsLaterThanATimeCanBeLetGoOfToo() {
    var series = Series((0..<100).map { point(Double($0), 1) })
    series.drop(before: 20)
    series.drop(after: 30)
    #expect(series.timeExtent == 20...30)
    series.drop(after: 100)
    #expect(series.count == 11)
    series.drop(after: 3)
    #expect(series.isEmpty)
    series.insert(point(5, 1))
    #expect(series.timeExtent == 5...5)

    var annotations = Annotations()
    for time in [1.0, 2, 2, 3] { annotations.insert(time) }
    annotations.drop(after: 2)
    #expect(annotations.times == [1, 2, 2])
    annotations.drop(after: 0)
    #expect(annotations.isEmpty)
  }

  @Test func aPointEarlierThanAllThatLiveIsPutInFrontAfterADrop() {
    var series = Series((0..<10).map { point(Double($0), 1) })
    series.drop(before: 5)
    series.insert(point(2, 7))
    #expect(series.points.map(\.time) == [2, 5, 6, 7, 8, 9])
    series.drop(before: 100)
    #expect(series.isEmpty)
    series.insert(point(3, 3))
    #expect(series.points == [point(3, 3)])
  }

  @Test func storageStaysBoundedWhenPointsComeAndGoForEver() {
    var series = Series()
    for time in 0..<30_000 {
      series.insert(point(Double(time), 0))
      series.drop(before: Double(time) - 999)
    }
    #expect(series.count == 1_000)
    #expect(series.tree.map { leafCount(of: $0) } ?? 0 <= 9)
  }

  @Test func theNearestPointSkipsGapsAndKeepsToItsTolerance() {
    let series = Series([point(0, 1), point(10, nil), point(20, 2), point(30, 3)])
    #expect(series.nearest(to: 9)?.time == 0)
    #expect(series.nearest(to: 11)?.time == 20)
    #expect(series.nearest(to: 25)?.time == 20, "the earlier of two at the same distance")
    #expect(series.nearest(to: 999)?.time == 30)
    #expect(series.nearest(to: 9, within: 8) == nil)
    #expect(series.nearest(to: 9, within: 9)?.time == 0)
    #expect(Series().nearest(to: 0) == nil)
  }

  @Test func pointsOfAStretchOfTimeIncludeItsEnds() {
    let series = Series((0...5).map { point(Double($0) * 10, $0 == 3 ? nil : 1) })
    #expect(series.points(in: 15...35).map(\.time) == [20, 30])
    #expect(series.points(in: 20...20).map(\.time) == [20])
    #expect(series.points(in: 60...70).isEmpty)
    #expect(series.lastPoint(in: 15...35) == point(30, nil))
    #expect(series.lastPoint(in: 21...29) == nil)
    #expect(series.point(at: 40) == point(40, 1))
    #expect(series.point(at: 41) == nil)
    #expect(series.last == point(50, 1))
  }

  @Test func aStepHoldsItsMeanWithinItsBounds() {
    let sample = StepSample(lowest: 5, mean: 4, highest: 3)
    #expect(sample == StepSample(lowest: 4, mean: 4, highest: 4))
    var series = TimeSeries<StepSample>()
    series.insert(.init(time: 0, value: StepSample(lowest: 1, mean: 2, highest: 9)))
    series.insert(.init(time: 60, value: StepSample(lowest: -3, mean: 2, highest: 4)))
    series.insert(.init(time: 120, value: StepSample(lowest: .nan, mean: 2, highest: .infinity)))
    #expect(series.extent(in: 0...120) == -3...9)
    #expect(series.extremes(in: 0...120)?.lowest == point(60, -3))
    #expect(series.points.last?.value == nil, "a bound that is no number makes a gap")
  }
}
