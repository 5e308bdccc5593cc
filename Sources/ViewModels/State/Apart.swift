/// An optional value that is kept apart from what it belongs to, behind one reference.
///
/// A state is handed on at every step from a view model to the screen, and copying it takes as long as it is large. What
/// is large and seldom there, an open question, is not to make everything else slow.
@propertyWrapper
public enum Apart<Value> {
  case nothing
  indirect case value(Value)

  public init(wrappedValue: Value?) {
    self = wrappedValue.map(Apart.value) ?? .nothing
  }

  public var wrappedValue: Value? {
    get { if case .value(let value) = self { value } else { nil } }
    set { self = Apart(wrappedValue: newValue) }
  }
}

extension Apart: Sendable where Value: Sendable {}
extension Apart: Equatable where Value: Equatable {}
