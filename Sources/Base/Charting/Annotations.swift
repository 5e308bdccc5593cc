/// Times marked by vertical lines, in ascending order, up to a limit.
public struct Annotations: Sendable, Hashable {
  /// Seconds since 1970, ascending. Two annotations may have the same time.
  public private(set) var times: [Double] = []
  /// When there are more, the oldest are dropped.
  public let limit: Int

  public init(limit: Int = 1_000) {
    self.limit = max(1, limit)
  }

  public var isEmpty: Bool { times.isEmpty }

  /// Inserts a time in order. A time that is not finite is ignored.
  public mutating func insert(_ time: Double) {
    guard time.isFinite else { return }
    let index = times.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    times.insert(time, at: index)
    if times.count > limit { times.removeFirst(times.count - limit) }
  }

  /// Drops all annotations later than a time.
  public mutating func drop(after time: Double) {
    times.removeLast(times.count - (times.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0))
  }

  /// Drops all annotations earlier than a time.
  public mutating func drop(before time: Double) {
    times.removeFirst(times.firstIndex { $0 >= time } ?? times.count)
  }
}

extension Chart {
  /// Returns the cells of the time axis that contain annotations, each once, from left to right.
  ///
  /// O(cells · log n), whatever the number of annotations.
  public func annotationColumns(on scale: LinearScale) -> [Int] {
    var columns: [Int] = []
    var rest = annotations[annotations.partitionPoint { scale.cell(of: $0) != nil || $0 > scale.domain.upperBound }...]
    while let time = rest.first, let column = scale.cell(of: time) {
      columns.append(column)
      rest = rest[rest.partitionPoint { (scale.cell(of: $0) ?? .max) > column }...]
    }
    return columns
  }

  /// Returns the times of the first and the last annotation in a cell; `nil` if the cell contains none.
  public func annotationTimes(inCell cell: Int, on scale: LinearScale) -> ClosedRange<Double>? {
    let start = annotations.partitionPoint {
      scale.cell(of: $0).map { $0 >= cell } ?? ($0 > scale.domain.upperBound)
    }
    let rest = annotations[start...]
    guard let first = rest.first, scale.cell(of: first) == cell else { return nil }
    return first...rest[rest.partitionPoint { (scale.cell(of: $0) ?? .max) > cell } - 1]
  }
}
