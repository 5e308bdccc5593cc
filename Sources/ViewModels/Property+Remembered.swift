import Signals

extension Property {
  /// Applies a person's changes to a remembered value, which they override even if it is read later.
  ///
  /// ```
  /// changes:    ──a─────b──
  /// remembered: ─────R─────
  /// property:   i─ia─Ra─Rab
  /// ```
  /// The changes made before the remembered value are applied to it again.
  ///
  /// - Parameter remembered: Sends once; later values are ignored.
  convenience init<Change: Sendable>(
    initial: Value, remembered: Signal<Value, Never>, changes: Signal<Change, Never>,
    apply: @escaping @Sendable (inout Value, Change) -> Void
  ) {
    let steps = Signal<RememberedStep<Value, Change>, Never>.merge(
      remembered.take(first: 1).map { .remembered($0) }, changes.map { .change($0) })
    self.init(
      initial: initial,
      then: steps.scan(into: (value: initial, pending: [Change]?.some([]))) { state, step in
        switch step {
        case .change(let change):
          apply(&state.value, change)
          state.pending?.append(change)
        case .remembered(let remembered):
          state.value = remembered
          for change in state.pending ?? [] { apply(&state.value, change) }
          state.pending = nil
        }
      }
      .map(\.value))
  }
}

private enum RememberedStep<Value: Sendable, Change: Sendable>: Sendable {
  case change(Change)
  case remembered(Value)
}
