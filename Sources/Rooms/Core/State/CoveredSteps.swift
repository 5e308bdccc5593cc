/// The steps of time for which a source has answered, by ordinal: the number of steps from 1970 to its beginning.
///
/// A step that was not over when it was requested is unfinished, and counts as missing until it is requested again.
struct CoveredSteps: Sendable, Hashable {
  /// The finished steps: in order, with at least one missing step between two ranges.
  private(set) var ranges: [ClosedRange<Int>] = []
  /// The steps that were not over when they were requested last.
  private(set) var unfinished: ClosedRange<Int>?

  /// Adds steps that were answered.
  ///
  /// - Parameter finished: The last step that was over by then, which may be outside the range.
  mutating func insert(_ range: ClosedRange<Int>, finishedThrough finished: Int) {
    if range.lowerBound <= finished { add(range.lowerBound...min(range.upperBound, finished)) }
    if range.upperBound > finished { unfinished = max(range.lowerBound, finished + 1)...range.upperBound }
    // Steps that are finished now are no longer unfinished.
    if let rest = unfinished { unfinished = missing(of: rest).last }
  }

  private mutating func add(_ range: ClosedRange<Int>) {
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound - 1 } ?? ranges.endIndex
    let end = ranges.firstIndex { $0.lowerBound > range.upperBound + 1 } ?? ranges.endIndex
    let joined = ranges[first..<end].reduce(range) { joined, next in
      min(joined.lowerBound, next.lowerBound)...max(joined.upperBound, next.upperBound)
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(joined))
  }

  /// Returns the steps of a range to be requested, unfinished ones included, in order.
  func missing(of wanted: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var missing: [ClosedRange<Int>] = []
    var next = wanted.lowerBound
    for range in ranges where range.overlaps(wanted) {
      if next < range.lowerBound { missing.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= wanted.upperBound { missing.append(next...wanted.upperBound) }
    return missing
  }

  /// Removes steps, which then are missing.
  mutating func forget(_ range: ClosedRange<Int>) {
    ranges = ranges.flatMap { $0.without(range) }
    unfinished = unfinished?.without(range).last
  }

  /// Removes all steps outside a range.
  mutating func keep(_ range: ClosedRange<Int>) {
    ranges = ranges.compactMap { $0.overlaps(range) ? $0.clamped(to: range) : nil }
    unfinished = unfinished.flatMap { $0.overlaps(range) ? $0.clamped(to: range) : nil }
  }
}

extension ClosedRange<Int> {
  /// Returns the parts of a range before and after another.
  fileprivate func without(_ other: ClosedRange<Int>) -> [ClosedRange<Int>] {
    guard overlaps(other) else { return [self] }
    return (lowerBound < other.lowerBound ? [lowerBound...(other.lowerBound - 1)] : [])
      + (upperBound > other.upperBound ? [(other.upperBound + 1)...upperBound] : [])
  }
}
