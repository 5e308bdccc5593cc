/// The values and the work left by those who found a gate taken, in order, for whoever is inside to do before leaving.
///
/// The values lie in memory of their own: the elements of an array whose type depends on a type parameter cost generic
/// code that is not specialised a question to the runtime at each access, of some 300 instructions.
// Unchecked: it stands behind the lock of a gate until it is taken out, and then belongs to whoever is inside.
final class Backlog<Value: Sendable>: @unchecked Sendable {
  private var steps = ContiguousArray<Step>()
  /// Room for `capacity` values, of which the first `count` are there.
  private var values: UnsafeMutablePointer<Value>?
  private var capacity = 0
  private var count = 0

  deinit {
    values?.deinitialize(count: count)
    values?.deallocate()
  }

  var isEmpty: Bool { steps.isEmpty }

  func append(_ value: Value) {
    if count == capacity { grow() }
    guard let values else { return }
    (values + count).initialize(to: value)
    count += 1
    steps.append(.value)
  }

  func append(_ work: @escaping @Sendable () -> Void) {
    steps.append(.work(work))
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
    // What is not there any more when a value lets go of what it holds, cannot be let go of twice.
    let values = values
    let present = count
    count = 0
    var next = 0
    for step in steps {
      switch step {
      case .value:
        guard let values else { continue }
        deliver(values[next])
        (values + next).deinitialize(count: 1)
        next += 1
      case .work(let work):
        work()
      }
    }
    assert(next == present)
    steps.removeAll(keepingCapacity: true)
  }
}

/// Outside of the backlog, or it would depend on the type of the values too.
private enum Step {
  case value
  case work(@Sendable () -> Void)
}
