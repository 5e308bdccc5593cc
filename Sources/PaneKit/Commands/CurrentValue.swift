import Screen
import Signals

/// The current value of a property that changes on the interface's thread.
///
/// Commands ask a state with every key and every frame for a field or two: read through this, a state of a hundred references is
/// not copied for it.
@UI
package final class CurrentValue<Value: Sendable> {
  package private(set) var value: Value
  private let observation = SerialDisposable()

  package init(_ property: Property<Value>) {
    value = property.value
    observation.inner = property.signal.observeValues { [weak self] value in
      UI.assumeIsolated { self?.value = value }
    }
  }

  deinit { observation.dispose() }
}
