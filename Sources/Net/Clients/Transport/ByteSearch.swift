/// Finds a sequence of bytes in others, of which it looks at a fraction only.
///
/// Source: R. N. Horspool, Practical Fast Searching in Strings, Software: Practice and Experience 10 (1980).
package struct ByteSearch: Sendable {
  private let wanted: [UInt8]
  /// How far the search may move if a byte stands at the end of the place that is compared.
  private let steps: [Int]

  /// - Parameter wanted: At least one byte.
  package init(_ wanted: [UInt8]) {
    precondition(!wanted.isEmpty)
    self.wanted = wanted
    var steps = [Int](repeating: wanted.count, count: 256)
    for (place, byte) in wanted.dropLast().enumerated() { steps[Int(byte)] = wanted.count - 1 - place }
    self.steps = steps
  }

  package func isFound(in bytes: [UInt8]) -> Bool {
    var end = wanted.count - 1
    while end < bytes.count {
      let last = bytes[end]
      if last == wanted[wanted.count - 1], matches(bytes, endingAt: end) { return true }
      end += steps[Int(last)]
    }
    return false
  }

  private func matches(_ bytes: [UInt8], endingAt end: Int) -> Bool {
    let start = end - wanted.count + 1
    for place in 0..<wanted.count - 1 where bytes[start + place] != wanted[place] { return false }
    return true
  }
}
