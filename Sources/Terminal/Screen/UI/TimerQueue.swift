/// Actions to be run at some time, the soonest first. Actions due at the same time keep their order.
///
/// A binary heap. Cancelling only removes the action; the empty entry is removed when it reaches the top.
struct TimerQueue {
  typealias Instant = ContinuousClock.Instant

  struct ID: Hashable, Sendable { fileprivate var number: UInt64 }

  private struct Entry {
    var deadline: Instant
    var id: ID
    func comesBefore(_ other: Entry) -> Bool { (deadline, id.number) < (other.deadline, other.id.number) }
  }

  private var heap: [Entry] = []
  private var actions: [ID: @Sendable () -> Void] = [:]
  private var lastNumber: UInt64 = 0

  /// The time at which the next action is due; `nil` for an empty queue.
  var nextDeadline: Instant? {
    mutating get {
      forgetCancelled()
      return heap.first?.deadline
    }
  }

  var count: Int { actions.count }

  mutating func add(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> ID {
    lastNumber += 1
    let id = ID(number: lastNumber)
    actions[id] = action
    heap.append(Entry(deadline: deadline, id: id))
    siftUp(from: heap.count - 1)
    return id
  }

  /// - Returns: the cancelled action, so that the caller can release it outside its lock.
  mutating func cancel(_ id: ID) -> (@Sendable () -> Void)? { actions.removeValue(forKey: id) }

  /// Removes and returns the first action that is due at `now`.
  mutating func popDue(at now: Instant) -> (@Sendable () -> Void)? {
    forgetCancelled()
    guard let first = heap.first, first.deadline <= now else { return nil }
    removeFirst()
    return actions.removeValue(forKey: first.id)
  }

  private mutating func forgetCancelled() {
    while let first = heap.first, actions[first.id] == nil { removeFirst() }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(from: 0)
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comesBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].comesBefore(heap[first]) { first = child }
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
