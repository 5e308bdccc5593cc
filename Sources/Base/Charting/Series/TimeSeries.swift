/// A time series of single values.
public typealias Series = TimeSeries<Double>

/// Points in ascending order of time, at most one for each time, with gaps where the line is interrupted.
///
/// A value type of any length: a copy shares its points until one of the two changes, and then all but those that differ.
/// Points mostly arrive at the late end, so the newest are in an array beside the tree (``SeriesTree``) until they fill a
/// leaf. Times are seconds since 1970.
///
/// | operation | cost |
/// | --- | --- |
/// | append a point | O(1) amortised, at most a copy of 128 points when the value is shared |
/// | insert elsewhere, drop, replace, find, extent | O(log n) and the points that are put in |
/// | columns of a chart | O(columns · log n), whatever the number of points |
///
/// Two series are equal if one is an unchanged copy of the other; their points are not compared.
public struct TimeSeries<Sample: SeriesSample>: Sendable {
  /// A sample at a time.
  public struct Point: Sendable, Hashable {
    /// Seconds since 1970.
    public var time: Double
    /// `nil` is a gap: the points before and after it are not joined.
    public var value: Sample?

    public init(time: Double, value: Sample?) {
      self.time = time
      self.value = value
    }
  }

  typealias Entry = SeriesEntry<Sample>
  typealias Tree = SeriesTree<Sample>

  /// The longest time in seconds between neighbours that are joined; `nil` joins all.
  ///
  /// For sources that leave out what they have not measured: no gap has to be inserted, and none has to be removed when the
  /// missing point comes late.
  public var longestJoin: Double?

  /// All points except the newest.
  private(set) var tree: Tree?
  /// The newest points, later than all in the tree: fewer than a leaf takes.
  private(set) var tail: [Entry] = []
  /// Identifies the content of the series. Every change creates another one.
  private var version = SeriesVersion.empty

  public init(longestJoin: Double? = nil) {
    self.longestJoin = longestJoin
  }

  /// Creates a series of points in any order; of several at the same time the last one stays.
  public init(_ points: some Sequence<Point>, longestJoin: Double? = nil) {
    self.longestJoin = longestJoin
    insert(contentsOf: points)
  }

  public var isEmpty: Bool { tail.isEmpty && tree == nil }
  /// The number of points, gaps included.
  public var count: Int { (tree?.summary.count ?? 0) + tail.count }
}

/// The identity of a series' content.
///
/// A class, because no two objects that are alive are identical, whatever thread creates them.
final class SeriesVersion: Sendable {
  static let empty = SeriesVersion()
}

extension TimeSeries: Hashable {
  public static func == (one: TimeSeries, other: TimeSeries) -> Bool {
    one.version === other.version && one.longestJoin == other.longestJoin
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(version))
    hasher.combine(longestJoin)
  }
}

// MARK: - Changing

extension TimeSeries {
  /// Inserts a point at its time, replacing a point at the same time.
  ///
  /// A time that cannot be drawn (only finite numbers up to 2¹⁰⁰⁰ can) is ignored; a value that cannot be drawn becomes a
  /// gap.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public mutating func insert(_ point: Point) {
    guard let entry = Self.entry(point) else { return }
    insert(entry)
  }

  /// Inserts points in any order; of several at the same time the last one stays.
  public mutating func insert(contentsOf points: some Sequence<Point>) {
    insert(array: Array(points))
  }

  /// Replaces all points in a range of time, ends included. New points outside it are ignored.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public mutating func replace(in range: ClosedRange<Double>, with points: [Point]) {
    let inside = points.lazy.filter { range.contains($0.time) }.compactMap(Self.entry)
    replace(in: range, withAscending: Self.ascending(Array(inside)))
  }

  /// Removes all points earlier than a time.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public mutating func drop(before time: Double) {
    guard let start, start < time else { return }
    if let rest = tree?.split(at: time).after {
      tree = rest
    } else {
      tree = nil
      tail.removeFirst(tail.partitionPoint { $0.time >= time })
    }
    hasChanged()
  }

  /// Removes all points later than a time.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public mutating func drop(after time: Double) {
    guard let end, end > time else { return }
    tail.removeLast(tail.count - tail.partitionPoint { $0.time > time })
    if tail.isEmpty { tree = tree?.split(at: time.nextUp).before }
    hasChanged()
  }

  /// Must be called after each change, because whether the series is empty matters then.
  private mutating func hasChanged() {
    version = isEmpty ? .empty : SeriesVersion()
  }

  /// Returns the point as it is stored; `nil` where its time cannot be drawn.
  private static func entry(_ point: Point) -> Entry? {
    guard Drawable.contains(point.time) else { return nil }
    return Entry(time: point.time, sample: point.value?.drawable ?? .gap)
  }

  private mutating func insert(_ entry: Entry) {
    if let end, entry.time <= end { return insertAmidst(entry) }
    append(entry)
    hasChanged()
  }

  private mutating func append(_ entry: Entry) {
    tail.append(entry)
    guard tail.count >= Tree.leafCapacity else { return }
    tree = .joined(tree, Tree(leaf: tail))
    tail = []
  }

  /// Inserts a point that is not later than all others.
  private mutating func insertAmidst(_ entry: Entry) {
    guard self.entry(at: entry.time).map({ !$0.isSame(as: entry) }) ?? true else { return }
    if let tree, entry.time <= tree.summary.end {
      self.tree = tree.inserting(entry)
    } else {
      let index = tail.partitionPoint { $0.time >= entry.time }
      if tail[index].time == entry.time {
        tail[index] = entry
      } else {
        let newest = tail.removeLast()
        tail.insert(entry, at: index)
        append(newest)
      }
    }
    hasChanged()
  }

  /// The number of stored points for each inserted one from which on points are inserted one by one.
  private static var fewPerPoint: Int { 64 }

  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  private mutating func insert(array points: [Point]) {
    let taken = appendLeaves(of: points)
    var entries: [Entry] = []
    entries.reserveCapacity(points.count - taken)
    var isAscending = true
    for point in points[taken...] {
      guard let entry = Self.entry(point) else { continue }
      if let last = entries.last, last.time >= entry.time { isAscending = false }
      entries.append(entry)
    }
    if !isAscending { entries = Self.ascending(entries) }
    guard let first = entries.first, let last = entries.last else { return }

    guard let end, first.time <= end else { return append(ascending: entries) }
    let range = first.time...last.time
    if count(in: range) > entries.count * Self.fewPerPoint {
      for entry in entries { insert(entry) }
    } else {
      replace(in: range, withAscending: Self.merged(self.entries(in: range), entries))
    }
  }

  /// Appends leaves of the points as far as they are in order and later than all stored points, so that a long history is
  /// read once. Returns the number of points appended.
  private mutating func appendLeaves(of points: [Point]) -> Int {
    guard tail.isEmpty, points.count >= Tree.leafCapacity else { return 0 }
    var leaves: [Tree] = []
    var last = end ?? -.infinity
    leaves: for start in stride(from: 0, through: points.count - Tree.leafCapacity, by: Tree.leafCapacity) {
      var leaf: [Entry] = []
      leaf.reserveCapacity(Tree.leafCapacity)
      for point in points[start..<start + Tree.leafCapacity] {
        guard point.time > last, let entry = Self.entry(point) else { break leaves }
        leaf.append(entry)
        last = point.time
      }
      leaves.append(Tree(leaf: leaf))
    }
    guard !leaves.isEmpty else { return 0 }
    let count = leaves.count * Tree.leafCapacity
    tree = .joined(tree, Tree(row: leaves))
    hasChanged()
    return count
  }

  /// Appends points that are later than all others.
  private mutating func append(ascending entries: [Entry]) {
    defer { hasChanged() }
    let fill = tail.isEmpty ? [] : entries.prefix(Tree.leafCapacity - tail.count)
    tail += fill
    guard tail.isEmpty || tail.count == Tree.leafCapacity else { return }
    if !tail.isEmpty { tree = .joined(tree, Tree(leaf: tail)) }
    let rest = entries.dropFirst(fill.count)
    let whole = rest.prefix(rest.count - rest.count % Tree.leafCapacity)
    tree = .joined(tree, Tree(ascending: whole))
    tail = Array(rest.dropFirst(whole.count))
  }

  private mutating func replace(in range: ClosedRange<Double>, withAscending entries: [Entry]) {
    let held = self.entries(in: range)
    guard held.count != entries.count || !zip(held, entries).allSatisfy({ $0.isSame(as: $1) }) else { return }
    let whole = Tree.joined(tree, Tree(ascending: tail[...]))
    let (before, rest) = whole?.split(at: range.lowerBound) ?? (nil, nil)
    let after = rest?.split(at: range.upperBound.nextUp).after
    tree = .joined(.joined(before, Tree(ascending: entries[...])), after)
    tail = []
    hasChanged()
  }

  /// Returns the points in ascending order; of several at the same time the last one.
  private static func ascending(_ entries: [Entry]) -> [Entry] {
    var sorted: [Entry] = []
    // Swift's sort is stable.
    for entry in entries.sorted(by: { $0.time < $1.time }) {
      if sorted.last?.time == entry.time { sorted.removeLast() }
      sorted.append(entry)
    }
    return sorted
  }

  /// Merges two ascending lists; of two points at the same time that of the second stays.
  private static func merged(_ held: [Entry], _ new: [Entry]) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(held.count + new.count)
    var index = 0
    for entry in new {
      while index < held.count, held[index].time < entry.time {
        merged.append(held[index])
        index += 1
      }
      if index < held.count, held[index].time == entry.time { index += 1 }
      merged.append(entry)
    }
    return merged + held[index...]
  }
}

extension SeriesEntry {
  /// Returns whether the entries are equal. All gaps are.
  func isSame(as other: SeriesEntry) -> Bool {
    time == other.time && (sample == other.sample || sample.isGap && other.sample.isGap)
  }
}
