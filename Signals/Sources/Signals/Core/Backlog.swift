/// The values and the work that senders left when they found a gate taken, in order. The thread inside does them before
/// it leaves. This class does not know the type of the values.
// Unchecked because it has a subclass. A gate's lock guards it until it is taken out; then it belongs to the thread
// inside.
class AnyBacklog: @unchecked Sendable {
  /// The number of values appended since it was empty.
  fileprivate(set) final var count = 0
  /// The number of those values that have been delivered.
  fileprivate final var deliveredCount = 0
  /// Usually empty, so `workCount` is checked first, which costs no access to an array.
  fileprivate final var works = ContiguousArray<Work>()
  fileprivate final var workCount = 0
  fileprivate final var doneWorkCount = 0

  final var isEmpty: Bool { count == 0 && workCount == 0 }

  final func append(_ work: @escaping @Sendable () -> Void) {
    works.append(Work(position: count, action: work))
    workCount += 1
  }
}

/// It is no ``ValueQueue``, because it is filled and then worked off as a whole: values are delivered where they lie, and
/// pieces of work have their place between them.
///
/// The values lie in memory of their own. In generic code that is not specialised, each access to an array whose type
/// depends on a type parameter costs a request to the runtime of some 300 instructions.
// Unchecked as its superclass is.
final class Backlog<Value: Sendable>: AnyBacklog, @unchecked Sendable {
  /// Memory for `capacity` values, of which the first `count` are initialized.
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

  /// Delivers and does everything in the backlog, and leaves it empty. Nothing may be appended meanwhile.
  func workOff(_ deliver: (Value) -> Void) {
    var patience = Int.max
    _ = workOff(for: &patience, orUntil: { false }, deliver)
  }

  /// Delivers and does the backlog's contents in order. Nothing may be appended meanwhile.
  ///
  /// - Parameters:
  ///   - patience: The number of values and pieces of work that are done without calling `mustStop`; reduced by those
  ///     that were done.
  ///   - mustStop: Called after each further one.
  /// - Returns: Whether the backlog is empty. If not, another call continues where this one stopped.
  @inline(__always)
  func workOff(for patience: inout Int, orUntil mustStop: () -> Bool, _ deliver: (Value) -> Void) -> Bool {
    // The usual case: a few values.
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

  /// A value counts as delivered before it is released, because its deinitializer must not cause a second release.
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

/// The number of values for which a queue keeps its memory when it becomes empty: enough for an ordinary burst, and
/// little enough that one extraordinary burst does not occupy memory until the program ends.
let keptCapacity = 4096

/// Declared outside of the backlog, where it would depend on the type of the values.
private struct Work {
  /// The number of values to deliver before it.
  var position: Int
  var action: @Sendable () -> Void
}
