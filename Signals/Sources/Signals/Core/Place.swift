/// The part of a ``Place`` that does not depend on the type of its value.
// Unchecked because it has a subclass; both are as safe as the value and the lock or gate that guards the place.
class AnyPlace: @unchecked Sendable {
  fileprivate(set) final var isTaken = false

  /// The value. The caller states its type, so that the runtime need not be asked for the type of the place.
  ///
  /// - Precondition: The place holds a value of that type.
  @inline(__always)
  final func value<Value>() -> Value {
    unsafeDowncast(self, to: Place<Value>.self).value
  }
}

/// Memory for one value that may be there or not.
///
/// It does what an optional does. But the type of an optional depends on the type of its value, and in generic code
/// that is not specialised each access to such a type costs a request to the runtime of some 300 instructions. A value
/// passing through a `throttle` took 3,100 of them.
// Unchecked as its superclass is.
final class Place<Value>: AnyPlace, @unchecked Sendable {
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  deinit {
    if isTaken { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// The value.
  ///
  /// - Precondition: The place holds a value.
  var value: Value {
    @inline(__always) get {
      precondition(isTaken)
      return memory.pointee
    }
  }

  /// Stores a value and releases the previous one, if there was one.
  @inline(__always)
  func set(_ value: Value) {
    if isTaken {
      memory.pointee = value
    } else {
      memory.initialize(to: value)
      isTaken = true
    }
  }

  /// Stores a value. A previous value is left in `value`, so that the caller can release it where that does no harm.
  @inline(__always)
  func put(_ value: inout Value) {
    if isTaken {
      swap(&memory.pointee, &value)
    } else {
      memory.initialize(to: value)
      isTaken = true
    }
  }

  /// Changes the value in place.
  ///
  /// - Precondition: The place holds a value.
  @inline(__always)
  func modify(_ change: (inout Value) -> Void) {
    precondition(isTaken)
    change(&memory.pointee)
  }

  /// Removes and returns the value.
  ///
  /// - Precondition: The place holds a value.
  @inline(__always)
  func takeOut() -> Value {
    precondition(isTaken)
    isTaken = false
    return memory.move()
  }

  /// Removes and returns the value, if there is one.
  func take() -> Value? {
    isTaken ? takeOut() : nil
  }
}
