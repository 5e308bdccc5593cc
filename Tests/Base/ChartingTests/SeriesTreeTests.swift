import Testing

@testable import Charting

func leafCount<Sample>(of tree: SeriesTree<Sample>) -> Int {
  switch tree.node {
  case .leaf: 1
  case .branch(let children): children.reduce(0) { $0 + leafCount(of: $1) }
  }
}

/// Checks what every tree must be like: order, sizes, heights and summaries.
func expectSound<Sample>(_ tree: SeriesTree<Sample>) {
  var summary = SeriesSummary()
  switch tree.node {
  case .leaf(let entries):
    #expect((1...SeriesTree<Sample>.leafCapacity).contains(entries.count))
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.time < $1.time })
    for entry in entries { summary.append(entry) }
  case .branch(let children):
    #expect((2...SeriesTree<Sample>.fanOut).contains(children.count))
    #expect(children.allSatisfy { $0.height + 1 == tree.height })
    for child in children {
      expectSound(child)
      #expect(summary.count == 0 || summary.end < child.summary.start)
      summary.append(child.summary)
    }
  }
  // Sums depend on the order in which they are formed.
  #expect(abs(summary.sum - tree.summary.sum) <= 1e-9 * max(1, abs(summary.sum)))
  summary.sum = tree.summary.sum
  #expect(summary == tree.summary)
}

/// A series beside a plain list that is changed in the same way.
@Suite struct SeriesTreeTests {
  private struct Pair {
    var series = Series()
    var list: [Series.Point] = []

    mutating func insert(_ points: [Series.Point]) {
      series.insert(contentsOf: points)
      for point in points {
        list.removeAll { $0.time == point.time }
        list.insert(point, at: list.firstIndex { $0.time > point.time } ?? list.count)
      }
    }
  }

  private static func point(_ random: inout Xorshift, before end: UInt64) -> Series.Point {
    let value = random.next() % 10
    return Series.Point(
      time: Double(random.next() % end), value: value == 0 ? nil : Double(random.next() % 1_000) - 500)
  }

  @Test(arguments: 1...6) func aSeriesHoldsWhatAListWouldWhateverIsDone(seed: UInt64) {
    var random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var pair = Pair()
    var kept: [(series: Series, list: [Series.Point])] = []
    for step in 0..<40 {
      let (low, high) = (Double(random.next() % 4_000), Double(random.next() % 4_000))
      let range = min(low, high)...max(low, high)
      switch random.next() % 8 {
      case 0, 1: pair.insert((0..<Int(random.next() % 400)).map { _ in Self.point(&random, before: 4_000) })
      case 2: pair.insert([Self.point(&random, before: 4_000)])
      case 3:
        let end = pair.list.last?.time ?? 0
        pair.insert((0..<Int(random.next() % 600)).map { Series.Point(time: end + Double($0), value: Double($0)) })
      case 4:
        pair.series.drop(before: range.lowerBound / 4)
        pair.list.removeAll { $0.time < range.lowerBound / 4 }
      case 5:
        pair.series.drop(after: 2_000 + range.upperBound / 2)
        pair.list.removeAll { $0.time > 2_000 + range.upperBound / 2 }
      case 6:
        let points = (0..<Int(random.next() % 300)).map { _ in Self.point(&random, before: 5_000) }
        pair.series.replace(in: range, with: points)
        pair.list.removeAll { range.contains($0.time) }
        var inside = Pair()
        inside.insert(points.filter { range.contains($0.time) })
        pair.list =
          pair.list.filter { $0.time < range.lowerBound } + inside.list
          + pair.list.filter { $0.time > range.upperBound }
      default: kept.append((pair.series, pair.list))
      }
      expectSame(pair.series, pair.list, range, "seed \(seed), step \(step)")
    }
    for (series, list) in kept { #expect(series.points == list, "what was kept is as it was") }
  }

  private func expectSame(_ series: Series, _ list: [Series.Point], _ range: ClosedRange<Double>, _ comment: Comment) {
    if let tree = series.tree {
      expectSound(tree)
      #expect(series.tail.first.map { $0.time > tree.summary.end } ?? true, comment)
    }
    #expect(series.tail.count < SeriesTree<Double>.leafCapacity)
    #expect(series.points == list, comment)
    #expect(series.count == list.count, comment)
    #expect(series.isEmpty == list.isEmpty, comment)
    #expect(series.last == list.last, comment)
    #expect(series.latest == list.last { $0.value != nil }, comment)
    #expect(series.timeExtent == list.first.map { $0.time...list[list.count - 1].time }, comment)
    let inside = list.filter { range.contains($0.time) }
    #expect(series.points(in: range) == inside, comment)
    #expect(series.lastPoint(in: range) == inside.last, comment)
    #expect(series.point(at: range.lowerBound) == list.first { $0.time == range.lowerBound }, comment)
    let values = inside.compactMap(\.value)
    #expect(series.extent(in: range) == values.min().map { $0...(values.max() ?? $0) }, comment)
    let lowest = inside.first { $0.value != nil && $0.value == values.min() }
    let highest = inside.first { $0.value != nil && $0.value == values.max() }
    #expect(series.extremes(in: range)?.lowest == lowest, comment)
    #expect(series.extremes(in: range)?.highest == highest, comment)
    for time in [range.lowerBound, range.upperBound + 0.5, -1, 9_999] {
      let nearest = list.filter { $0.value != nil }.min { abs($0.time - time) < abs($1.time - time) }
      #expect(series.nearest(to: time) == nearest, comment)
    }
  }

  @Test func anAppendToASharedSeriesCopiesALeafAndNoMore() {
    var series = Series((0..<100_000).map { Series.Point(time: Double($0), value: 1) })
    let kept = series
    series.insert(Series.Point(time: 100_000, value: 1))
    guard case .branch(let one)? = kept.tree?.node, case .branch(let other)? = series.tree?.node else {
      Issue.record("no branch")
      return
    }
    let isShared = one.span.isIdentical(to: other.span)
    #expect(isShared)
  }

  @Test func manyPointsOutOfOrderAreSortedOnce() {
    var random = Xorshift(state: 4_711)
    let times = (0..<50_000).map { _ in Double(random.next() % 1_000_000) }
    let series = Series(times.map { Series.Point(time: $0, value: $0) })
    #expect(series.points.map(\.time) == Set(times).sorted())
    if let tree = series.tree { expectSound(tree) }
  }
}
