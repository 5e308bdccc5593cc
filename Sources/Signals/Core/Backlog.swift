/// The values and the work left by those who found a gate taken, in order, for whoever is inside to do before leaving.
/// This is what is known of it without the type of the values.
// Unchecked because it has a subclass. It stands behind the lock of a gate until it is taken out, and then belongs to
// whoever is inside.
class AnyBacklog: @unchecked Sendable {
  /// How many values have been appended since it was empty.
  fileprivate(set) final var count = 0
  /// How many of them have been delivered.
  fileprivate final var deliveredCount = 0
  /// Mostly there is none; so that is asked of `workCount`, which takes no look at an array.
  fileprivate final var works = ContiguousArray<Work>()
  fileprivate final var workCount = 0
  fileprivate final var doneWorkCount = 0

  final var isEmpty: Bool { count == 0 && workCount == 0 }

  final func append(_ work: @escaping @Sendable () -> Void) {
    works.append(Work(position: count, action: work))
    workCount += 1
  }
}

/// The values lie in memory of their own: the elements of an array whose type depends on a type parameter cost generic
/// code that is not specialised a question to the runtime at each access, of some 300 instructions.
// Unchecked as its superclass is.
final class Backlog<Value: Sendable>: AnyBacklog, @unchecked Sendable {
  /// Room for `capacity` values, of which the first `count` are there.
  private var values: UnsafeMutablePointer<Value>?
  private(set) var capacity = 0

  deinit {
    if let values { (values + deliveredCount).deinitialize(count: count - deliveredCount) }
    values?.deallocate()
  }

  func append(_ value: Value) {
    if count == capacity { grow() }
    guard let values else { return }
    (values + count).initialize(to: value)
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: max(4, 2 * capacity))
    if let values {
      larger.moveInitialize(from: values, count: count)
      values.deallocate()
    }
    values = larger
    capacity = max(4, 2 * capacity)
  }

  /// Does all that has been left, and is empty then. Nothing may be appended meanwhile.
  func workOff(_ deliver: (Value) -> Void) {
    var patience = Int.max
    _ = workOff(for: &patience, orUntil: { false }, deliver)
  }

  /// Does what has been left, in order. Nothing may be appended meanwhile.
  ///
  /// - Parameters:
  ///   - patience: How many values and pieces of work are done without asking whether to stop; reduced by those that were
  ///     done.
  ///   - mustStop: Asked after each one when the patience is used up.
  /// - Returns: Whether all has been done, so that the backlog is empty. If not, another call continues where this one
  ///   stopped.
  @inline(__always)
  func workOff(for patience: inout Int, orUntil mustStop: () -> Bool, _ deliver: (Value) -> Void) -> Bool {
    // As it mostly is: a few values.
    if workCount > 0 || count - deliveredCount >= patience {
      return workOffMuch(for: &patience, orUntil: mustStop, deliver)
    }
    patience -= count - deliveredCount
    deliverValues(to: count, deliver)
    (count, deliveredCount) = (0, 0)
    if capacity > keptCapacity { becomeEmpty() }
    return true
  }

  @inline(never)
  private func workOffMuch(
    for patience: inout Int, orUntil mustStop: () -> Bool, _ deliver: (Value) -> Void
  ) -> Bool {
    while true {
      let hasWork = doneWorkCount < workCount
      let end = hasWork ? works[doneWorkCount].position : count
      while deliveredCount < end {
        let stop = min(end, deliveredCount + max(1, patience))
        patience = max(0, patience - (stop - deliveredCount))
        deliverValues(to: stop, deliver)
        if patience == 0, mustStop() { return false }
      }
      if !hasWork { break }
      let action = works[doneWorkCount].action
      doneWorkCount += 1
      patience = max(0, patience - 1)
      action()
      if patience == 0, mustStop() { return false }
    }
    becomeEmpty()
    return true
  }

  /// A value counts as delivered before it is let go of: what it lets go of in turn must not let go of it again.
  @inline(__always)
  private func deliverValues(to end: Int, _ deliver: (Value) -> Void) {
    guard let values else { return }
    while deliveredCount < end {
      let place = values + deliveredCount
      deliver(place.pointee)
      deliveredCount += 1
      place.deinitialize(count: 1)
    }
  }

  private func becomeEmpty() {
    (count, deliveredCount) = (0, 0)
    if workCount > 0 {
      (workCount, doneWorkCount) = (0, 0)
      works.removeAll()
    }
    if capacity > keptCapacity {
      values?.deallocate()
      (values, capacity) = (nil, 0)
    }
  }
}

/// For how many values a queue keeps its memory when it becomes empty: enough for every ordinary burst, and little enough
/// that one extraordinary burst is not paid for until the program ends.
let keptCapacity = 4096

/// Outside of the backlog, or it would depend on the type of the values too.
private struct Work {
  /// How many values are to be delivered before it.
  var position: Int
  var action: @Sendable () -> Void
}
