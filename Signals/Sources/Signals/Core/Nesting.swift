/// The depth of this thread inside streams of streams, and the work that it has postponed because that was too deep.
///
/// A producer whose values become producers, whose values become producers …, passes each event through all of its
/// levels, and each level takes room on the stack. From a certain depth on, a level postpones its work until the
/// outermost level has nothing else to do, so the stack does not grow with the number of levels. The caller of the
/// outermost level sees no difference: when its call returns, everything has been done.
///
/// Postponed work stays in order: the gate of its level stays taken until then, and later events queue up behind it.
// Not Sendable: each thread has its own instance.
final class Nesting {
  /// The number of levels that may be on the stack. Each takes one to two kilobytes of it.
  private static let limit = 64

  private var depth = 0
  /// Nil while nothing has been postponed yet.
  private var postponed: ValueQueue<() -> Void>?

  private static let ofThreads = ThreadLocal<Nesting>(isOwner: true)

  private static var ofThisThread: Nesting? { ofThreads.current }

  private static func make() -> Nesting {
    let nesting = Nesting()
    ofThreads.own(nesting)
    return nesting
  }

  /// Goes one level deeper, which the caller must end with ``ascend()``. Returns nil if that would be too deep; the
  /// caller must then ``postpone(_:)`` its work.
  static func descend() -> Nesting? {
    let nesting = ofThisThread ?? make()
    if nesting.depth == limit { return nil }
    nesting.depth += 1
    return nesting
  }

  /// Ends a level. The end of the outermost level does all postponed work.
  func ascend() {
    if depth == 1 {
      while let postponed, !postponed.isEmpty { postponed.takeFirst()() }
    }
    depth -= 1
  }

  /// Postpones work until the outermost level ends.
  static func postpone(_ work: @escaping () -> Void) {
    let nesting = ofThisThread ?? make()
    let postponed = nesting.postponed ?? ValueQueue()
    nesting.postponed = postponed
    postponed.append(work)
  }

  /// Whether this thread is inside a stream of streams.
  static var isUnderWay: Bool { ofThisThread.map { $0.depth > 0 } ?? false }

  /// Runs `body` as if it were not nested, so that none of its work is postponed beyond its end.
  ///
  /// For callers that need the result of their work immediately.
  static func isolated<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let nesting = ofThisThread else { return try body() }
    let outer = (depth: nesting.depth, postponed: nesting.postponed)
    (nesting.depth, nesting.postponed) = (0, nil)
    defer { (nesting.depth, nesting.postponed) = outer }
    return try body()
  }
}
