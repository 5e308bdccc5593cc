/// A point as the tree holds it. Its sample may be a gap.
struct SeriesEntry<Sample: SeriesSample>: Sendable, Equatable {
  var time: Double
  var sample: Sample
}

/// An immutable tree of points in order of time, with a summary of the points below each node.
///
/// A B+ tree: points are in leaves, up to ``leafCapacity`` each, and a branch has up to ``fanOut`` children of the same
/// height. Nothing changes after creation: an operation copies the nodes on its path and shares all others with the original
/// tree. So any tree may be kept and read from any thread.
///
/// ```
///               ┌──────── branch ────────┐            each child with the summary of what is below it
///        ┌── branch ──┐           ┌── branch ──┐
///     leaf  leaf  … leaf       leaf  leaf  … leaf     up to 128 points each
/// ```
struct SeriesTree<Sample: SeriesSample>: Sendable {
  typealias Entry = SeriesEntry<Sample>

  enum Node: Sendable {
    /// Never empty.
    case leaf([Entry])
    /// At least two children, of the same height.
    case branch([SeriesTree])
  }

  let node: Node
  let summary: SeriesSummary
  /// Levels above the leaves; a byte, which the summary's alignment leaves free.
  let height: UInt8

  static var leafCapacity: Int { 128 }
  static var fanOut: Int { 16 }
  /// A node below a quarter of its capacity is refilled from its neighbour when two trees are joined.
  private static func isSparse(_ count: Int, of capacity: Int) -> Bool { count < capacity / 4 }

  init(leaf entries: [Entry]) {
    node = .leaf(entries)
    height = 0
    summary = SeriesSummary(entries.span)
  }

  /// Creates a node with children of the same height: with at least two, else the only child takes its place.
  private init?(branch children: [SeriesTree]) {
    guard let first = children.first else { return nil }
    guard children.count > 1 else {
      self = first
      return
    }
    var summary = first.summary
    for child in children.dropFirst() { summary.append(child.summary) }
    node = .branch(children)
    height = first.height + 1
    self.summary = summary
  }

  /// Creates a tree of any number of nodes of the same height; `nil` for none.
  init?(row nodes: [SeriesTree]) {
    var nodes = nodes
    while nodes.count > 1 {
      nodes = Self.groups(of: nodes.count).compactMap { SeriesTree(branch: Array(nodes[$0])) }
    }
    guard let root = nodes.first else { return nil }
    self = root
  }

  /// Divides a row of nodes into groups of up to ``fanOut``, none of them with only one node.
  private static func groups(of count: Int) -> [Range<Int>] {
    var groups = stride(from: 0, to: count, by: fanOut).map { $0..<min($0 + fanOut, count) }
    if groups.count > 1, let last = groups.last, last.count == 1 {
      let moved = last.lowerBound - 1
      groups[groups.count - 2] = groups[groups.count - 2].lowerBound..<moved
      groups[groups.count - 1] = moved..<last.upperBound
    }
    return groups
  }
}

// MARK: - Making

extension SeriesTree {
  /// Creates a tree of points in ascending order of time, no two at the same time; `nil` for none.
  init?(ascending entries: ArraySlice<Entry>) {
    let starts = stride(from: entries.startIndex, to: entries.endIndex, by: Self.leafCapacity)
    self.init(
      row: starts.map { start in
        SeriesTree(leaf: Array(entries[start..<min(start + Self.leafCapacity, entries.endIndex)]))
      })
  }

  /// Joins two trees; the first must end before the second begins.
  static func joined(_ earlier: SeriesTree?, _ later: SeriesTree?) -> SeriesTree? {
    guard let earlier, let later else { return earlier ?? later }
    return SeriesTree(branch: row(earlier, later))
  }

  /// Returns one or two nodes, as high as the higher of two adjacent trees, that contain all points of both.
  private static func row(_ earlier: SeriesTree, _ later: SeriesTree) -> [SeriesTree] {
    switch (earlier.node, later.node) {
    case (.leaf(let one), .leaf(let other)):
      let isApart = one.count + other.count > leafCapacity
      guard !isApart || isSparse(one.count, of: leafCapacity) || isSparse(other.count, of: leafCapacity) else {
        return [earlier, later]
      }
      return row(ofLeaves: one + other)
    case (.branch(let one), .branch(let other)) where earlier.height == later.height:
      let isApart = one.count + other.count > fanOut
      guard !isApart || isSparse(one.count, of: fanOut) || isSparse(other.count, of: fanOut) else {
        return [earlier, later]
      }
      return row(of: one + other)
    case (.branch(let children), _) where earlier.height > later.height:
      let joined = children.dropLast() + row(children[children.count - 1], later)
      // Repeated appending leaves full nodes behind.
      return row(of: Array(joined), filling: .first)
    case (_, .branch(let children)):
      return row(of: row(earlier, children[0]) + children.dropFirst(), filling: .second)
    case (.branch, .leaf):
      // Unreachable: a branch is higher than a leaf, so the third case has taken it.
      return [earlier, later]
    }
  }

  private enum Filling { case evenly, first, second }

  private static func row(ofLeaves entries: [Entry]) -> [SeriesTree] {
    guard entries.count > leafCapacity else { return [SeriesTree(leaf: entries)] }
    let middle = entries.count / 2
    return [SeriesTree(leaf: Array(entries[..<middle])), SeriesTree(leaf: Array(entries[middle...]))]
  }

  /// Returns one node of up to ``fanOut`` children, or two.
  private static func row(of children: [SeriesTree], filling: Filling = .evenly) -> [SeriesTree] {
    let count = children.count
    let middle =
      switch filling {
      case _ where count <= fanOut: count
      case .evenly: count / 2
      // At least two children for either node.
      case .first: min(fanOut, count - 2)
      case .second: max(count - fanOut, 2)
      }
    return [children[..<middle], children[middle...]].compactMap { SeriesTree(branch: Array($0)) }
  }

  /// Splits the tree in two: the points before a time, and the others.
  func split(at time: Double) -> (before: SeriesTree?, after: SeriesTree?) {
    if summary.end < time { return (self, nil) }
    if summary.start >= time { return (nil, self) }
    switch node {
    case .leaf(let entries):
      let index = entries.partitionPoint { $0.time >= time }
      return (SeriesTree(leaf: Array(entries[..<index])), SeriesTree(leaf: Array(entries[index...])))
    case .branch(let children):
      let index = children.partitionPoint { $0.summary.end >= time }
      let (before, after) = children[index].split(at: time)
      return (
        .joined(SeriesTree(branch: Array(children[..<index])), before),
        .joined(after, SeriesTree(branch: Array(children[(index + 1)...])))
      )
    }
  }

  /// Returns the tree with a point inserted, which replaces a point at the same time.
  func inserting(_ entry: Entry) -> SeriesTree {
    let row = rowInserting(entry)
    return row.count == 1 ? row[0] : SeriesTree(branch: row) ?? self
  }

  private func rowInserting(_ entry: Entry) -> [SeriesTree] {
    switch node {
    case .leaf(var entries):
      let index = entries.partitionPoint { $0.time >= entry.time }
      if index < entries.count, entries[index].time == entry.time {
        entries[index] = entry
      } else {
        entries.insert(entry, at: index)
      }
      return Self.row(ofLeaves: entries)
    case .branch(var children):
      let index = min(children.partitionPoint { $0.summary.end >= entry.time }, children.count - 1)
      let row = children[index].rowInserting(entry)
      children[index] = row[0]
      children.insert(contentsOf: row.dropFirst(), at: index + 1)
      return Self.row(of: children)
    }
  }
}
