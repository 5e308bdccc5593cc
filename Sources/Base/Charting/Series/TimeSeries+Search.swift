extension TimeSeries {
  /// From the first to the last point's time, gaps included; `nil` when empty.
  public var timeExtent: ClosedRange<Double>? {
    guard let start, let end else { return nil }
    return start...end
  }

  /// The newest point, which may be a gap.
  public var last: Point? { end.flatMap { point(at: $0) } }

  /// The oldest point that is not a gap.
  public var earliest: Point? { firstValue(from: -.infinity) }

  /// The newest point that is not a gap.
  public var latest: Point? { lastValue(through: .infinity) }

  /// Returns the point at a time.
  public func point(at time: Double) -> Point? { entry(at: time).map(\.point) }

  /// Returns the newest point of the range of time that ends at a time. It may be a gap.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func lastPoint(in range: ClosedRange<Double>) -> Point? {
    let entry = lastEntry { $0 > range.upperBound }
    return entry.flatMap { $0.time >= range.lowerBound ? $0.point : nil }
  }

  /// All points in order of time. O(n).
  public var points: [Point] { points(in: -Double.infinity...Double.infinity) }

  /// Returns the points in a range of time, ends included.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func points(in range: ClosedRange<Double>) -> [Point] { entries(in: range).map(\.point) }

  /// Returns the point with a value nearest to a time, the earlier of two at the same distance; `nil` where none is within
  /// `tolerance` seconds.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func nearest(to time: Double, within tolerance: Double = .infinity) -> Point? {
    let candidates = [lastValue(through: time), firstValue(from: time)].compactMap { $0 }
    let nearest = candidates.min { abs($0.time - time) < abs($1.time - time) }
    return nearest.flatMap { abs($0.time - time) <= tolerance ? $0 : nil }
  }

  /// Returns the two points that the line joins across a time, the earlier of which may be at the time itself; `nil` in a
  /// gap, before the first point, and from the last point on.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func joinedNeighbours(of time: Double) -> (earlier: Point, later: Point)? {
    guard let earlier = lastEntry(before: { $0 > time }), let later = firstEntry(where: { $0 > time }),
      !earlier.sample.isGap, !later.sample.isGap,
      longestJoin.map({ later.time - earlier.time <= $0 }) ?? true
    else { return nil }
    return (earlier.point, later.point)
  }

  /// Returns the lowest and the highest value in a range of time; `nil` where it contains none.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let summary = summary(in: range)
    return summary.valueCount > 0 ? summary.lowest...summary.highest : nil
  }

  /// Returns the times of the first and the last value in a range of time; `nil` where it contains none.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func valueTimes(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let summary = summary(in: range)
    return summary.valueCount > 0 ? summary.valueStart...summary.valueEnd : nil
  }

  /// Returns the series with each value replaced and its gaps kept.
  public func mapValues(_ transform: (Sample) -> Sample) -> TimeSeries {
    TimeSeries(points.map { Point(time: $0.time, value: $0.value.map(transform)) }, longestJoin: longestJoin)
  }
}

extension SeriesEntry {
  var point: TimeSeries<Sample>.Point { .init(time: time, value: sample.isGap ? nil : sample) }
}

// MARK: - Walking the tree

extension TimeSeries {
  var start: Double? { tree?.summary.start ?? tail.first?.time }
  var end: Double? { tail.last?.time ?? tree?.summary.end }

  func entry(at time: Double) -> Entry? {
    lastEntry { $0 > time }.flatMap { $0.time == time ? $0 : nil }
  }

  /// Returns the last entry before those whose time is too late, which must all come after the others.
  func lastEntry(before isTooLate: (Double) -> Bool) -> Entry? {
    let index = tail.partitionPoint { isTooLate($0.time) }
    return index > 0 ? tail[index - 1] : tree?.lastEntry(before: isTooLate)
  }

  /// Returns the first entry whose time is late enough, given that all after it are.
  func firstEntry(where isLateEnough: (Double) -> Bool) -> Entry? {
    if let tree, isLateEnough(tree.summary.end) { return tree.firstEntry(where: isLateEnough) }
    let index = tail.partitionPoint { isLateEnough($0.time) }
    return index < tail.count ? tail[index] : nil
  }

  private func lastValue(through time: Double) -> Point? {
    (tail.lastValue(through: time) ?? tree?.lastValue(through: time))?.point
  }

  private func firstValue(from time: Double) -> Point? {
    (tree?.firstValue(from: time) ?? tail.firstValue(from: time))?.point
  }

  func summary(in range: ClosedRange<Double>) -> SeriesSummary {
    var summary = SeriesSummary()
    tree?.add(to: &summary, in: range)
    summary.append(SeriesSummary(tail.span.extracting(tail.indices(in: range))))
    return summary
  }

  func count(in range: ClosedRange<Double>) -> Int { summary(in: range).count }

  func entries(in range: ClosedRange<Double>) -> [Entry] {
    var entries: [Entry] = []
    tree?.add(to: &entries, in: range)
    entries += tail[tail.indices(in: range)]
    return entries
  }
}

extension Array {
  /// Returns the indices of the entries in a range of time, ends included.
  func indices<Sample>(in range: ClosedRange<Double>) -> Range<Int> where Element == SeriesEntry<Sample> {
    let end = partitionPoint { $0.time > range.upperBound }
    return Swift.min(partitionPoint { $0.time >= range.lowerBound }, end)..<end
  }

  func lastValue<Sample>(through time: Double) -> Element? where Element == SeriesEntry<Sample> {
    self[..<partitionPoint { $0.time > time }].last { !$0.sample.isGap }
  }

  func firstValue<Sample>(from time: Double) -> Element? where Element == SeriesEntry<Sample> {
    self[partitionPoint { $0.time >= time }...].first { !$0.sample.isGap }
  }
}

extension SeriesTree {
  func lastEntry(before isTooLate: (Double) -> Bool) -> Entry? {
    guard !isTooLate(summary.start) else { return nil }
    switch node {
    case .leaf(let entries): return entries[entries.partitionPoint { isTooLate($0.time) } - 1]
    case .branch(let children):
      let index = children.partitionPoint { isTooLate($0.summary.start) }
      return children[index - 1].lastEntry(before: isTooLate)
    }
  }

  func firstEntry(where isLateEnough: (Double) -> Bool) -> Entry? {
    guard isLateEnough(summary.end) else { return nil }
    switch node {
    case .leaf(let entries): return entries[entries.partitionPoint { isLateEnough($0.time) }]
    case .branch(let children):
      let index = children.partitionPoint { isLateEnough($0.summary.end) }
      return children[index].firstEntry(where: isLateEnough)
    }
  }

  func lastValue(through time: Double) -> Entry? {
    guard summary.start <= time, summary.valueCount > 0 else { return nil }
    switch node {
    case .leaf(let entries): return entries.lastValue(through: time)
    case .branch(let children):
      var index = children.partitionPoint { $0.summary.start > time }
      while index > 0 {
        index -= 1
        if let entry = children[index].lastValue(through: time) { return entry }
      }
      return nil
    }
  }

  func firstValue(from time: Double) -> Entry? {
    guard summary.end >= time, summary.valueCount > 0 else { return nil }
    switch node {
    case .leaf(let entries): return entries.firstValue(from: time)
    case .branch(let children):
      let start = children.partitionPoint { $0.summary.end >= time }
      for child in children[start...] {
        if let entry = child.firstValue(from: time) { return entry }
      }
      return nil
    }
  }

  func add(to sum: inout SeriesSummary, in range: ClosedRange<Double>) {
    guard summary.end >= range.lowerBound, summary.start <= range.upperBound else { return }
    if range.contains(summary.start), range.contains(summary.end) { return sum.append(summary) }
    switch node {
    case .leaf(let entries): sum.append(SeriesSummary(entries.span.extracting(entries.indices(in: range))))
    case .branch(let children): for child in children { child.add(to: &sum, in: range) }
    }
  }

  func add(to found: inout [Entry], in range: ClosedRange<Double>) {
    guard summary.end >= range.lowerBound, summary.start <= range.upperBound else { return }
    switch node {
    case .leaf(let entries): found += entries[entries.indices(in: range)]
    case .branch(let children): for child in children { child.add(to: &found, in: range) }
    }
  }
}
