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
    #expect(Array(series.points) == [point(1, nil), point(2, 25), point(3, 35)])
  }

  @Test func ofSeveralAtTheSameTimeInOneBatchTheLastStays() {
    let series = Series([point(2, 1), point(1, 1), point(2, 2), point(2, 3)])
    #expect(Array(series.points) == [point(1, 1), point(2, 3)])
  }

  @Test func noTimeThatIsNoNumberGetsInAndNoSuchValueIsAValue() {
    var series = Series()
    series.insert(point(.nan, 1))
    series.insert(point(.infinity, 1))
    series.insert(point(1, .nan))
    series.insert(point(2, -.infinity))
    #expect(Array(series.points) == [point(1, nil), point(2, nil)])
  }

  @Test func aSeriesIsNotCopiedWhereNothingIsDropped() {
    let kept = Series((0..<100).map { Series.Point(time: Double($0), value: 1) })
    func address(_ series: Series) -> UnsafePointer<Series.Point>? {
      series.points.withUnsafeBufferPointer { $0.baseAddress }
    }
    var series = kept
    series.drop(after: 99)
    #expect(address(series) == address(kept), "after")
    series.drop(before: 0)
    #expect(address(series) == address(kept), "before")
    // The few that are only stepped over, neither.
    series.drop(before: 10)
    #expect(address(series) == address(kept)?.advanced(by: 10))
    series.drop(after: 98)
    #expect(series.count == 89 && kept.count == 100)
  }

  @Test func droppedPointsAreGoneForEverySearchAndComparison() {
    var series = Series((0..<100).map { point(Double($0), Double($0)) })
    series.drop(before: 20.5)
    #expect(series.count == 79)
    #expect(series.points.first == point(21, 21))
    #expect(series.points(in: 0...22).map(\.time) == [21, 22])
    #expect(series.points(around: 0...21).map(\.time) == [21, 22])
    #expect(series.nearest(to: 0)?.time == 21)
    #expect(series.extent(in: -100...30) == 21...30)
    #expect(series.timeExtent == 21...99)
    let same = Series((21..<100).map { point(Double($0), Double($0)) })
    #expect(series == same)
    #expect(series.hashValue == same.hashValue)
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
    #expect(Array(series.points) == [point(3, 3)])
  }

  @Test func storageStaysBoundedWhenPointsComeAndGoForEver() {
    var series = Series()
    for time in 0..<200_000 {
      series.insert(point(Double(time), 0))
      series.drop(before: Double(time) - 99)
      #expect(series.points.startIndex <= 200)
    }
    #expect(series.count == 100)
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

  @Test func theNeighboursOutsideBelongToThePointsAround() {
    let series = Series((0...5).map { point(Double($0) * 10, 1) })
    #expect(series.points(in: 15...35).map(\.time) == [20, 30])
    #expect(series.points(around: 15...35).map(\.time) == [10, 20, 30, 40])
    #expect(series.points(around: 21...22).map(\.time) == [20, 30])
    #expect(series.points(around: 60...70).map(\.time) == [50])
    #expect(series.points(in: 60...70).isEmpty)
  }
}
