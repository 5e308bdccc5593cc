extension Array {
  /// Returns the first index whose element belongs to the upper part, or the end index if none does, in O(log n).
  ///
  /// The array must be partitioned: all elements for which `belongs` is false come before those for which it is true.
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
