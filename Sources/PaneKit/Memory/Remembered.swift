/// A remembered value to which a person's changes are applied, which count for more even if the value is read later.
///
/// ```
/// reduce: ──a─────b──
/// recall: ─────R─────
/// value:  i─ia─Ra─Rab
/// ```
package struct Remembered<Value: Sendable, Change: Sendable>: Sendable {
  package private(set) var value: Value
  /// The changes made before the value was read; `nil` afterwards.
  private var pending: [Change]? = []
  private let apply: @Sendable (inout Value, Change) -> Void

  /// - Parameter initial: The value until it is recalled or changed.
  package init(_ initial: Value, apply: @escaping @Sendable (inout Value, Change) -> Void) {
    (value, self.apply) = (initial, apply)
  }

  package mutating func reduce(_ change: Change) {
    apply(&value, change)
    pending?.append(change)
  }

  /// Applies the changes made so far to the remembered value. Later remembered values are ignored.
  package mutating func recall(_ remembered: Value) {
    guard let pending else { return }
    value = remembered
    for change in pending { apply(&value, change) }
    self.pending = nil
  }
}

extension Remembered where Change == Value {
  /// A value that each change replaces.
  package init(_ initial: Value) {
    self.init(initial) { $0 = $1 }
  }
}
