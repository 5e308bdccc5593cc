import Foundation
import Testing

@testable import Charting

/// Columns as they are defined, made by looking at every point. The tree must give the same.
private func bruteForce(
  _ points: [Series.Point], longestJoin: Double?, on grid: ColumnGrid, in indices: ClosedRange<Int>
) -> [SeriesColumn] {
  let all = points.map { (point: $0, index: grid.index(of: $0.time)) }
  let before = all.last { $0.index < indices.lowerBound }?.index
  let after = all.first { $0.index > indices.upperBound }?.index
  var columns: [SeriesColumn] = []
  var previous: Series.Point?
  var start = 0
  while start < all.count {
    let index = all[start].index
    var end = start
    while end < all.count, all[end].index == index { end += 1 }
    let column = all[start..<end].map(\.point)
    let valued = column.filter { $0.value != nil }
    let values = valued.compactMap(\.value)
    let joins = previous.map { column[0].time - $0.time <= longestJoin ?? .infinity && $0.value != nil } ?? false
    if let low = values.min(), let high = values.max(), indices.contains(index) || index == before || index == after {
      columns.append(
        SeriesColumn(
          index: index, times: valued[0].time...valued[valued.count - 1].time, count: values.count, first: values[0],
          last: values[values.count - 1], lowest: low, mean: values.reduce(0, +) / Double(values.count), highest: high,
          joinsPrevious: joins && column[0].value != nil))
    }
    previous = column[column.count - 1]
    start = end
  }
  return columns
}

/// Arbitrary series of every kind that the world sends.
private struct Invention {
  var random: Xorshift

  mutating func number() -> Double { Double(random.next() % 1_000_000) / 1_000_000 }

  mutating func series() -> (points: [Series.Point], longestJoin: Double?) {
    let count = [0, 1, 2, 5, 40, 130, 300, 700][Int(random.next() % 8)]
    let start = [0, 1.7e9, -5e8, 2.6e11, 1e-300][Int(random.next() % 5)]
    let step = [1, 1e-3, 60, 0x1p-1074, 1e7][Int(random.next() % 5)]
    let kind = random.next() % 7
    var (time, value) = (start, 20.0)
    let points = (0..<count).map { index in
      switch random.next() % 16 {
      case 0: break
      case 1: time += step * number() * 20
      default: time += step
      }
      switch kind {
      case 0: value += number() - 0.5
      case 1: value = index == count / 2 ? 1e6 : 20
      case 2: value = 20
      case 3: value = number() * 0x1p-1074
      case 4: value = number() < 0.2 ? [.nan, .infinity, -.infinity, 0, -0.0][index % 5] : number()
      case 5: value = (number() - 0.5) * 0x1p999
      default: value = sin(Double(index) / 20)
      }
      return Series.Point(time: time, value: number() < 0.05 ? nil : value)
    }
    return (points, random.next() % 2 == 0 ? nil : step * 2.5)
  }

  mutating func view(of points: [Series.Point]) -> (time: LinearScale, value: LinearScale) {
    let times = points.map(\.time)
    let (low, high) = (times.min() ?? 0, times.max() ?? 1)
    let span = max(high - low, 1e-9)
    let start = low + span * (number() * 1.4 - 0.2)
    let view = Viewport(time: start...(start + span * number()), value: 0...40)
    let columns = 2 + Int(random.next() % 60)
    return (.time(of: view, columns: columns), .value(of: view, rows: 10))
  }
}

@Suite struct SeriesTruthTests {
  /// What a list of points comes to: sorted, the last of several at a time, gaps for values that are none.
  private func held(_ points: [Series.Point]) -> [Series.Point] {
    var latest: [Double: Series.Point] = [:]
    for var point in points {
      if let value = point.value, !(abs(value) <= 0x1p1000) { point.value = nil }
      latest[point.time] = point
    }
    return latest.values.sorted { $0.time < $1.time }
  }

  @Test(arguments: 1...10) func theColumnsOfATreeAreThoseOfAllItsPoints(part: UInt64) {
    var invention = Invention(random: Xorshift(state: part &* 0x9E37_79B9_7F4A_7C15))
    for number in 0..<1_000 {
      let (points, longestJoin) = invention.series()
      var series = Series(longestJoin: longestJoin)
      // In two parts of which the second may come late, so that trees of every shape are met.
      let cut = points.isEmpty ? 0 : Int(invention.random.next() % UInt64(points.count))
      series.insert(contentsOf: points[cut...])
      series.insert(contentsOf: points[..<cut])
      let all = held(Array(points[cut...]) + Array(points[..<cut]))
      let (time, value) = invention.view(of: all)
      guard let grid = time.grid else { continue }
      let indices = time.firstColumn...(time.firstColumn + time.dots - 1)
      var columns = series.columns(on: grid, in: indices)
      let expected = bruteForce(all, longestJoin: longestJoin, on: grid, in: indices)
      // A sum depends on its order, so the mean is compared with a tolerance.
      for (index, column) in expected.enumerated() where index < columns.count {
        let size = max(abs(column.lowest), abs(column.highest))
        #expect(abs(columns[index].mean - column.mean) <= 1e-9 * size || !column.mean.isFinite)
        columns[index].mean = column.mean
      }
      #expect(columns == expected || columns.contains { !$0.mean.isFinite }, "part \(part), series \(number)")

      // The dots are in view and in order, in both shapes of the line.
      for shape in [LineShape.linear, .steps] {
        let spans = series.spans(time: time, value: value, shape: shape)
        #expect(spans.allSatisfy { (0..<time.dots).contains($0.x) && (0..<value.dots).contains($0.rows.upperBound) })
      }
    }
  }

  @Test func aPanMovesThePictureAndChangesNothingInIt() {
    var random = Xorshift(state: 99)
    let series = Series(
      (0..<5_000).map { Series.Point(time: 1e9 + Double($0), value: Double(random.next() % 100)) })
    for _ in 0..<200 {
      let start = 1e9 + Double(random.next() % 4_000_000) / 1_000
      let shift = Double(random.next() % 100_000) / 1_000
      func spans(_ start: Double) -> (first: Int, columns: [LineSpan]) {
        let view = Viewport(time: start...(start + 600), value: 0...100)
        let time = LinearScale.time(of: view, columns: 50)
        return (time.firstColumn, series.spans(time: time, value: .value(of: view, rows: 10)))
      }
      let (one, other) = (spans(start), spans(start + shift))
      let moved = other.columns.map { LineSpan(x: $0.x + other.first - one.first, rows: $0.rows) }
      let both = max(1, other.first - one.first)...min(98, 98 + other.first - one.first)
      guard other.first - one.first < 90 else { continue }
      #expect(one.columns.filter { both.contains($0.x) } == moved.filter { both.contains($0.x) })
    }
  }

  @Test func aSteppedLineHoldsAValueUntilTheNext() {
    let series = Series([(0.0, 1.0), (3, 3), (6, 0)].map { Series.Point(time: $0.0, value: $0.1) })
    let view = Viewport(time: 0...8, value: 0...3)
    let spans = series.spans(
      time: LinearScale(domain: view.time, cells: 9), value: .value(of: view, rows: 4, dotsPerRow: 1),
      shape: .steps)
    var grid = [[Character]](repeating: Array(repeating: ".", count: 9), count: 4)
    for span in spans { for row in span.rows { grid[row][span.x] = "#" } }
    #expect(
      grid.map { String($0) } == [
        "...####..",
        "...#..#..",
        "####..#..",
        "......#..",
      ])
  }
}
