/// Instants that are marked by a vertical line, in the order of time: a bounded number of them.
public struct Annotations: Sendable, Hashable {
  /// Seconds since 1970, ascending. Two at the same instant are two.
  public private(set) var times: [Double] = []
  /// The oldest go when there would be more.
  public let limit: Int

  public init(limit: Int = 1_000) {
    self.limit = max(1, limit)
  }

  public var isEmpty: Bool { times.isEmpty }

  /// Marks an instant, at its place in the order. A time that is no finite number is ignored.
  public mutating func insert(_ time: Double) {
    guard time.isFinite else { return }
    let index = times.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    times.insert(time, at: index)
    if times.count > limit { times.removeFirst(times.count - limit) }
  }

  /// Lets go of all marks later than a time.
  public mutating func drop(after time: Double) {
    times.removeLast(times.count - (times.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0))
  }

  /// Lets go of all marks earlier than a time.
  public mutating func drop(before time: Double) {
    times.removeFirst(times.firstIndex { $0 >= time } ?? times.count)
  }
}

extension Chart {
  /// The cells of the time axis in which annotations stand, each once, from left to right. Of those that are less than a
  /// cell apart only the first counts, also where the next falls into the neighbouring cell.
  ///
  /// O(cells · log n), whatever the number of annotations.
  public func annotationColumns(on scale: LinearScale) -> [Int] {
    let cellSpan = scale.domain.span / Double(scale.cells)
    var columns: [Int] = []
    var rest = annotations[annotations.partitionPoint { scale.cell(of: $0) != nil || $0 > scale.domain.upperBound }...]
    while let time = rest.first, let column = scale.cell(of: time) {
      columns.append(column)
      rest = rest[rest.partitionPoint { $0 - time >= cellSpan && (scale.cell(of: $0) ?? .max) > column }...]
    }
    return columns
  }
}
