/// A line over time: points in the order of time, one at most for each instant, with gaps where there is nothing to join.
///
/// Points mostly arrive at the late end and leave at the early end, so both are O(1) on average: what is dropped is only
/// stepped over until it is half of the storage, and then moved out at once. A copy shares its storage until one of the
/// two changes.
public struct Series: Sendable {
  /// A value at an instant.
  public struct Point: Sendable, Hashable {
    /// Seconds since 1970.
    public var time: Double
    /// `nil` is a gap: the points before and after it are not joined.
    public var value: Double?

    public init(time: Double, value: Double?) {
      self.time = time
      self.value = value
    }
  }

  /// Neighbours further apart than so many seconds are not joined, as if a gap stood between them; `nil` joins all.
  ///
  /// For sources that simply leave out what they have not measured: no gap has to be put in, and none taken out again
  /// when the missing point comes late.
  public var longestJoin: Double?

  /// Storage: first `dropped` points that are gone, then the live ones.
  private var storage: [Point] = []
  private var dropped = 0

  public init(longestJoin: Double? = nil) {
    self.longestJoin = longestJoin
  }

  public init(_ points: some Sequence<Point>, longestJoin: Double? = nil) {
    self.longestJoin = longestJoin
    insert(contentsOf: points)
  }

  /// The points in the order of time. A slice: its indices need not start at 0.
  public var points: ArraySlice<Point> { storage[dropped...] }

  public var isEmpty: Bool { storage.count == dropped }
  public var count: Int { storage.count - dropped }
}

// MARK: - Changing

extension Series {
  /// Puts a point where its time says. One that stands at the same time is replaced.
  ///
  /// A time that is no number that can be drawn (finite, up to 2¹⁰⁰⁰) is ignored; a value that is none becomes a gap.
  public mutating func insert(_ point: Point) {
    guard Drawable.contains(point.time) else { return }
    var point = point
    if let value = point.value, !Drawable.contains(value) { point.value = nil }

    guard let last = storage.last, last.time >= point.time, !isEmpty else { return storage.append(point) }
    let index = firstIndex(notBefore: point.time)
    if storage[index].time == point.time {
      storage[index] = point
    } else {
      storage.insert(point, at: index)
    }
  }

  /// Puts points in, whatever their order; of several at the same time the last one stays.
  public mutating func insert(contentsOf points: some Sequence<Point>) {
    // Sorted first (Swift's sort keeps equal ones in order), so that a list from new to old is appended and not moved
    // along point by point.
    for point in points.sorted(by: { $0.time < $1.time }) { insert(point) }
  }

  /// Lets go of all points earlier than a time.
  public mutating func drop(before time: Double) {
    dropped = firstIndex(notBefore: time)
    if dropped > 32, dropped > storage.count / 2 {
      storage.removeFirst(dropped)
      dropped = 0
    }
  }

  /// Lets go of all points later than a time.
  public mutating func drop(after time: Double) {
    let end = partition { $0.time > time }
    // Even to remove nothing, an array that is shared would be copied.
    if end < storage.count { storage.removeSubrange(end...) }
  }
}

// MARK: - Searching

extension Series {
  /// The index in ``points`` of the first point at or after a time; the end index when there is none.
  func firstIndex(notBefore time: Double) -> Int {
    partition { $0.time >= time }
  }

  /// The points of a stretch of time, ends included. O(log n).
  public func points(in range: ClosedRange<Double>) -> ArraySlice<Point> {
    let end = partition { $0.time > range.upperBound }
    return storage[min(firstIndex(notBefore: range.lowerBound), end)..<end]
  }

  /// The points of a stretch of time with one more on either side, so that a line can enter and leave. O(log n).
  public func points(around range: ClosedRange<Double>) -> ArraySlice<Point> {
    let inside = points(in: range)
    return storage[max(dropped, inside.startIndex - 1)..<min(storage.count, inside.endIndex + 1)]
  }

  /// The point with a value that is nearest to a time, the earlier of two at the same distance; `nil` where none is
  /// within `tolerance` seconds.
  public func nearest(to time: Double, within tolerance: Double = .infinity) -> Point? {
    let start = firstIndex(notBefore: time)
    let later = storage[start...].first { $0.value != nil }
    let earlier = storage[dropped..<start].last { $0.value != nil }
    let candidates = [earlier, later].compactMap { $0 }
    let nearest = candidates.min { abs($0.time - time) < abs($1.time - time) }
    return nearest.flatMap { abs($0.time - time) <= tolerance ? $0 : nil }
  }

  /// The latest point that is no gap.
  public var latest: Point? { points.last { $0.value != nil } }

  /// The lowest and the highest value within a stretch of time; `nil` where it holds none.
  public func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    var lowest = Double.infinity
    var highest = -Double.infinity
    for case let value? in points(in: range).lazy.map(\.value) {
      lowest = min(lowest, value)
      highest = max(highest, value)
    }
    return lowest <= highest ? lowest...highest : nil
  }

  /// From the first to the last point's time; `nil` when empty.
  public var timeExtent: ClosedRange<Double>? {
    guard let first = points.first, let last = points.last else { return nil }
    return first.time...last.time
  }

  /// Whether a line is drawn between two neighbours.
  func joins(_ earlier: Point, _ later: Point) -> Bool {
    guard earlier.value != nil, later.value != nil else { return false }
    guard let longestJoin else { return true }
    return later.time - earlier.time <= longestJoin
  }

  /// Binary search: the first live index for which the predicate holds, given that it holds for all after it.
  private func partition(where holds: (Point) -> Bool) -> Int {
    var low = dropped
    var high = storage.count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(storage[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Comparing

/// By the points that live, whatever was dropped before them.
extension Series: Hashable {
  public static func == (one: Series, other: Series) -> Bool {
    one.longestJoin == other.longestJoin && one.points == other.points
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(longestJoin)
    hasher.combine(points)
  }
}
