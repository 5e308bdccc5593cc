/// Counts what arrives, so that no figure is that of a library which has lost values, and the compiler cannot leave out
/// what nobody looks at.
// Unchecked: added to only from inside deliveries, which never overlap, and read when they are over.
public final class Tally: @unchecked Sendable {
  private var count = 0
  private var sum = 0

  public init() {}

  @inline(__always)
  public func add(_ value: Int) {
    count &+= 1
    sum &+= value
  }

  /// Stops the program if it was not `expected` values that have come since the last time.
  public func take(expecting expected: Int) {
    precondition(count == expected, "\(count) of \(expected) values have arrived, with the sum \(sum).")
    count = 0
    sum = 0
  }
}
