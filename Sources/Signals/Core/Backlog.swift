/// The values and the work left by those who found a gate taken, in order, for whoever is inside to do before leaving.
/// This is what is known of it without the type of the values.
// Unchecked because it has a subclass. It stands behind the lock of a gate until it is taken out, and then belongs to
// whoever is inside.
class AnyBacklog: @unchecked Sendable {
  /// How many values are there.
  fileprivate(set) final var count = 0
  /// Mostly there is none; so that is asked of `workCount`, which takes no look at an array.
  fileprivate final var works = ContiguousArray<Work>()
  fileprivate final var workCount = 0

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
  private var capacity = 0

  deinit {
    values?.deinitialize(count: count)
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
    let present = count
    count = 0
    var next = 0
    if workCount > 0 {
      let works = works
      workCount = 0
      self.works.removeAll()
      for work in works {
        deliverValues(from: &next, to: work.position, deliver)
        work.action()
      }
    }
    deliverValues(from: &next, to: present, deliver)
  }

  /// They do not count as present any more: what is not there when a value lets go of what it holds, cannot be let go
  /// of twice.
  @inline(__always)
  private func deliverValues(from next: inout Int, to end: Int, _ deliver: (Value) -> Void) {
    guard let values else { return }
    while next < end {
      deliver(values[next])
      (values + next).deinitialize(count: 1)
      next += 1
    }
  }
}

/// Outside of the backlog, or it would depend on the type of the values too.
private struct Work {
  /// How many values are to be delivered before it.
  var position: Int
  var action: @Sendable () -> Void
}
