import Signals

extension UI {
  /// Returns a target that calls `action` synchronously with each value, for as long as `lifetime` lasts:
  ///
  /// ```swift
  /// UI.target(lifetime: lifetime) { [weak self] in self?.press($0) } <~ display.keys
  /// ```
  ///
  /// - Precondition: Values must be sent on the interface's thread; otherwise the program stops.
  public static func target<Value: Sendable>(
    lifetime: Lifetime, _ action: @escaping @UI @Sendable (Value) -> Void
  ) -> BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { value in UI.assumeIsolated { action(value) } }
  }
}
