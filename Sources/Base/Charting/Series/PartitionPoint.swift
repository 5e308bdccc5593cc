extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a predicate, given that all elements after it do; the end index
  /// when none does. O(log n).
  @inline(__always)
  func partitionPoint(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Span {
  /// The same for a span.
  @inline(__always)
  func partitionPoint(where isLater: (borrowing Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
