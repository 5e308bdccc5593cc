/// A first-in, first-out queue of values.
///
/// The values lie in a ring buffer of their own, for the reason that ``Place`` gives.
// Unchecked: it is as safe as the values and the lock or gate that guards the queue.
final class ValueQueue<Value>: @unchecked Sendable {
  private var memory: UnsafeMutablePointer<Value>?
  /// The capacity in values: zero or a power of two.
  private var capacity = 0
  /// The index of the first value.
  private var head = 0
  private(set) var count = 0

  deinit {
    while count > 0 { _ = takeFirst() }
    memory?.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// The value to take next.
  var first: Value? { count > 0 ? memory.map { ($0 + head).pointee } : nil }

  /// The value that was appended last.
  ///
  /// - Precondition: The queue is not empty.
  @inline(__always)
  var newest: Value {
    guard let memory, count > 0 else { preconditionFailure("An empty queue has no newest value.") }
    return (memory + (head + count - 1) & (capacity - 1)).pointee
  }

  /// Replaces the first value, which is left in `value`, so that the caller can release it where that does no harm.
  ///
  /// - Precondition: The queue is not empty.
  @inline(__always)
  func swapFirst(with value: inout Value) {
    guard let memory, count > 0 else { preconditionFailure("An empty queue has no first value.") }
    swap(&(memory + head).pointee, &value)
  }

  /// Appends the values of `other`, which keeps them.
  func append(contentsOf other: ValueQueue) {
    guard let memory = other.memory else { return }
    for index in 0..<other.count { append((memory + (other.head + index) & (other.capacity - 1)).pointee) }
  }

  func append(_ value: Value) {
    if count == capacity { grow() }
    guard let memory else { return }
    (memory + (head + count) & (capacity - 1)).initialize(to: value)
    count += 1
  }

  /// Removes and returns the first value.
  ///
  /// - Precondition: The queue is not empty.
  func takeFirst() -> Value {
    guard let memory, count > 0 else { preconditionFailure("Nothing can be taken from an empty queue.") }
    let place = memory + head
    head = (head + 1) & (capacity - 1)
    count -= 1
    if count == 0, capacity > keptCapacity {
      defer {
        memory.deallocate()
        (self.memory, capacity, head) = (nil, 0, 0)
      }
      return place.move()
    }
    return place.move()
  }

  /// Moves all values of `other` into this queue.
  ///
  /// - Precondition: Nothing has been appended to this queue yet.
  func takeAll(from other: ValueQueue) {
    precondition(capacity == 0)
    (memory, capacity, head, count) = (other.memory, other.capacity, other.head, other.count)
    (other.memory, other.capacity, other.head, other.count) = (nil, 0, 0, 0)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: max(4, 2 * capacity))
    if let memory {
      // The ring is full: move from the head to the end of the memory, then from the beginning to the head.
      larger.moveInitialize(from: memory + head, count: capacity - head)
      (larger + capacity - head).moveInitialize(from: memory, count: head)
      memory.deallocate()
    }
    memory = larger
    capacity = max(4, 2 * capacity)
    head = 0
  }
}
