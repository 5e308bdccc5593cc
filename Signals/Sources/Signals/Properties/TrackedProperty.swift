import Observation

/// The value of a property as Observation tracks it: what reads ``value`` in `withObservationTracking`, in `Observations` or
/// in the body of a view is told of its changes, as of those of a stored property of an `@Observable` class.
///
/// ```swift
/// @MainActor final class Screen {
///   let title: TrackedProperty<String>
///
///   init(_ model: Model) { title = model.title.tracked() }
/// }
/// ```
///
/// It follows the property on the main queue, and keeps the last value when the property completes. A property itself
/// is not tracked, because each read of it, on whatever thread, would have to look up whether anybody tracks.
@MainActor public final class TrackedProperty<Value: Sendable>: Observable {
  private let registrar = ObservationRegistrar()
  private var current: Value
  private let following = ScopedDisposable(SerialDisposable())

  /// The value, which changes only on the main actor.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return current
  }

  fileprivate init(_ property: some PropertyProtocol<Value>) {
    current = property.value
    following.inner = property.producer.observe(on: UIScheduler())
      .startWithValues(isolatedTo: MainActor.shared) { [weak self] in self?.take($0) }
  }

  private func take(_ value: Value) {
    registrar.withMutation(of: self, keyPath: \.value) { current = value }
  }
}

extension PropertyProtocol {
  /// Returns an object that has the property's value for Observation. See ``TrackedProperty``.
  @MainActor public func tracked() -> TrackedProperty<Value> {
    TrackedProperty(self)
  }
}
