import Testing

@testable import Charting

/// A line of values and a line of steps answer the same questions the same way.
@Suite struct LineSeriesTests {
  private static let points = [1.0, 4, nil, 2, 9, 3].enumerated().map {
    Series.Point(time: Double($0.offset), value: $0.element)
  }

  @Test func stepsOfOneValueAreAsTheValues() {
    let values = LineSeries(Series(Self.points))
    var steps = LineSeries(StepSeries())
    steps.insert(contentsOf: Self.points)
    for line in [values, steps] {
      #expect(line.points == Self.points && line.count == 6 && line.timeExtent == 0...5)
      #expect(line.earliest?.time == 0 && line.latest == Series.Point(time: 5, value: 3))
      #expect(line.extent(in: 0...10) == 1...9 && line.valueTimes(in: 2...4) == 3...4)
      #expect(line.nearest(to: 2.4)?.value == 2 && line.joinedNeighbours(of: 1.5) == nil)
      #expect(line.joinedNeighbours(of: 3.5)?.later.value == 9)
      #expect(line.extremes(in: 0...10)?.highest.time == 4)
    }
    let grid = ColumnGrid(width: 2)
    #expect(values.columns(on: grid, in: 0...3) == steps.columns(on: grid, in: 0...3))
  }

  @Test func aSpikeWithinAStepIsPartOfItsColumn() throws {
    let spike = StepSample(lowest: 20, mean: 21, highest: 85)
    let line = LineSeries(StepSeries([StepSeries.Point(time: 0, value: spike)]))
    let column = try #require(line.columns(on: ColumnGrid(width: 60), in: 0...0).first)
    #expect(column.highest == 85 && column.first == 21 && line.latest?.value == 21)
    #expect(line.extremes(in: 0...0)?.highest == Series.Point(time: 0, value: 85))
  }

  @Test(arguments: [LineSeries(Series(points)), LineSeries(StepSeries())])
  func aChangeLeavesACopyAsItWas(line: LineSeries) {
    var changed = line
    changed.insert(Series.Point(time: 7, value: 1))
    #expect(changed != line && changed.count == line.count + 1)
    changed.drop(after: 6)
    changed.drop(before: 6)
    #expect(changed.isEmpty)
    #expect(line.count == 6 || line.isEmpty)
  }
}
