import Signals

extension Property {
  /// The current value of a ``Remembered``.
  ///
  /// - Parameter remembered: Sends once; later values are ignored.
  convenience init<Change: Sendable>(
    initial: Value, remembered: Signal<Value, Never>, changes: Signal<Change, Never>,
    apply: @escaping @Sendable (inout Value, Change) -> Void
  ) {
    typealias State = Remembered<Value, Change>
    let steps = Signal<@Sendable (inout State) -> Void, Never>.merge(
      remembered.map { value in { $0.recall(value) } }, changes.map { change in { $0.take(change) } })
    self.init(
      initial: initial,
      then: steps.scan(into: State(initial, apply: apply)) { state, step in step(&state) }.map(\.value))
  }
}
