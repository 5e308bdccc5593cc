import Testing

@testable import Charting

@Suite struct SeriesColumnsTests {
  private func series(_ values: [Double?]) -> Series {
    Series(values.enumerated().map { Series.Point(time: Double($0.offset), value: $0.element) })
  }

  @Test func aSpikeOfOneSampleSurvives() {
    var values = [Double?](repeating: 1, count: 100_000)
    values[54_321] = 99
    values[77_777] = -99
    let scale = LinearScale(domain: 0...99_999, cells: 40, dotsPerCell: 2)
    let columns = series(values).columns(on: scale)
    #expect(columns.count == 80)
    #expect(columns.map(\.highest).max() == 99)
    #expect(columns.map(\.lowest).min() == -99)
    #expect(columns.first { $0.highest == 99 }?.index == scale.dot(of: 54_321))
    #expect(columns.dropFirst().allSatisfy { $0.joinsPrevious })
  }

  @Test func firstAndLastAreTheColumnsOwn() {
    let scale = LinearScale(domain: 0...7, cells: 2)
    let columns = series([3, 1, 9, 4, 5, 8, 0, 6]).columns(on: scale)
    #expect(columns.map(\.first) == [3, 5])
    #expect(columns.map(\.last) == [4, 6])
    #expect(columns.map(\.lowest) == [1, 0])
    #expect(columns.map(\.highest) == [9, 8])
  }

  @Test func aGapIsSeenBetweenColumnsAndNotInsideOne() {
    let scale = LinearScale(domain: 0...12, cells: 4)
    let columns = series([1, nil, 2, 3, nil, nil, nil, nil, 4, nil, nil, 5, 6]).columns(on: scale)
    #expect(columns.map(\.index) == [0, 1, 2, 3])
    #expect(columns.map(\.lowest) == [1, 2, 4, 5])
    #expect(columns.map(\.highest) == [1, 3, 4, 6])
    #expect(columns.allSatisfy { !$0.joinsPrevious })
  }

  @Test func pointsTooFarApartAreNotJoined() {
    let points = [0.0, 1, 2, 9, 10].map { Series.Point(time: $0, value: 1) }
    let scale = LinearScale(domain: 0...10, cells: 11)
    #expect(
      Series(points, longestJoin: 5).columns(on: scale).map(\.joinsPrevious) == [false, true, true, false, true])
    #expect(Series(points).columns(on: scale).map(\.joinsPrevious) == [false, true, true, true, true])
  }

  @Test func lineEntersAndLeavesAtTheHeightOfThePointsJustOutside() {
    let points = [(-10.0, 0.0), (5, 15), (20, 0)].map { Series.Point(time: $0.0, value: $0.1) }
    let columns = Series(points).columns(on: LinearScale(domain: 0...10, cells: 11))
    #expect(columns.map(\.index) == [-10, 5, 20])
    #expect(columns.map(\.first) == [0, 15, 0])
    #expect(columns.map(\.joinsPrevious) == [false, true, true])
  }

  @Test func lineThatCrossesTheWholeViewIsSeenThoughNoPointIsInIt() {
    let points = [(-10.0, 0.0), (30, 40)].map { Series.Point(time: $0.0, value: $0.1) }
    let columns = Series(points).columns(on: LinearScale(domain: 0...10, cells: 11))
    #expect(columns.map(\.index) == [-10, 30])
    #expect(columns.map(\.joinsPrevious) == [false, true])
  }

  @Test func aGapJustOutsideDrawsNoLineIn() {
    let points: [(Double, Double?)] = [(-10, 5), (-1, nil), (3, 1), (8, 1), (11, nil), (20, 3)]
    let series = Series(points.map { Series.Point(time: $0.0, value: $0.1) })
    #expect(series.columns(on: LinearScale(domain: 0...10, cells: 11)).map(\.index) == [3, 8])
  }
}

@Suite struct LineSpansTests {
  /// Draws with `#`, one character a dot.
  private func drawing(_ points: [(Double, Double?)], width: Int, height: Int, view: Viewport) -> [String] {
    let series = Series(points.map { Series.Point(time: $0.0, value: $0.1) })
    let spans = series.spans(
      time: LinearScale(domain: view.time, cells: width), value: .value(of: view, rows: height, dotsPerRow: 1))
    var grid = [[Character]](repeating: Array(repeating: ".", count: width), count: height)
    for span in spans {
      for row in span.rows { grid[row][span.x] = "#" }
    }
    return grid.map { String($0) }
  }

  @Test func aLineIsUnbrokenWhereItIsSteepAndThinWhereItIsShallow() {
    let view = Viewport(time: 0...8, value: 0...4)
    #expect(
      drawing([(0, 0), (8, 4)], width: 9, height: 5, view: view) == [
        "........#",
        "......##.",
        "....##...",
        "..##.....",
        "##.......",
      ])
    #expect(
      drawing([(2, 0), (3, 4), (8, 4)], width: 9, height: 5, view: view) == [
        "...######",
        "...#.....",
        "...#.....",
        "..#......",
        "..#......",
      ])
  }

  @Test func whatIsAboveOrBelowTheViewIsCutOff() {
    let view = Viewport(time: 0...4, value: 0...2)
    #expect(
      drawing([(0, 1), (2, 1e300), (4, 1)], width: 5, height: 3, view: view) == [
        "#...#",
        "#...#",
        ".....",
      ])
  }
}
