import Signals

extension UI {
  /// A target that calls `action` with each value, in the delivery itself, for as long as `lifetime` lasts:
  ///
  /// ```swift
  /// UI.target(lifetime: lifetime) { [weak self] in self?.press($0) } <~ display.keys
  /// ```
  ///
  /// - Precondition: Values come on the interface's thread; the program stops where they come from elsewhere.
  public static func target<Value: Sendable>(
    lifetime: Lifetime, _ action: @escaping @UI @Sendable (Value) -> Void
  ) -> BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { value in UI.assumeIsolated { action(value) } }
  }
}
