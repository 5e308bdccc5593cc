/// What is known of a ``Place`` without knowing the type of its value.
// Unchecked because it has a subclass; both are as safe as the value and whatever guards the place.
class AnyPlace: @unchecked Sendable {
  fileprivate(set) final var isTaken = false

  /// The value that is there. To know its type is the caller's part: then nobody has to ask the runtime for that of the
  /// place.
  ///
  /// - Precondition: There is one, and it is of that type.
  @inline(__always)
  final func value<Value>() -> Value {
    unsafeDowncast(self, to: Place<Value>.self).value
  }
}

/// Room for one value that may be there or not.
///
/// It does what an optional does. But the type of an optional depends on that of its value, and in generic code that is
/// not specialised each access to such a type costs a question to the runtime, of some 300 instructions; a value on its
/// way in a `throttle` took 3,100 of them.
// Unchecked as its superclass is.
final class Place<Value>: AnyPlace, @unchecked Sendable {
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  deinit {
    if isTaken { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// The value that is there.
  ///
  /// - Precondition: There is one.
  var value: Value {
    @inline(__always) get {
      precondition(isTaken)
      return memory.pointee
    }
  }

  /// Puts a value in the place of the one that may be there, and lets go of that.
  @inline(__always)
  func set(_ value: Value) {
    if isTaken {
      memory.pointee = value
    } else {
      memory.initialize(to: value)
      isTaken = true
    }
  }

  /// Puts a value where there may be one; then that one takes its place in `value`, so that the caller can let go of it
  /// where that does no harm.
  @inline(__always)
  func put(_ value: inout Value) {
    if isTaken {
      swap(&memory.pointee, &value)
    } else {
      memory.initialize(to: value)
      isTaken = true
    }
  }

  /// Changes the value where it lies.
  ///
  /// - Precondition: There is one.
  @inline(__always)
  func modify(_ change: (inout Value) -> Void) {
    precondition(isTaken)
    change(&memory.pointee)
  }

  /// Takes the value out.
  ///
  /// - Precondition: There is one.
  @inline(__always)
  func takeOut() -> Value {
    precondition(isTaken)
    isTaken = false
    return memory.move()
  }

  /// Takes the value out, if there is one.
  func take() -> Value? {
    isTaken ? takeOut() : nil
  }
}
