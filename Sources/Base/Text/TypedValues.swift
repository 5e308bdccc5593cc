/// A value of ``TypedValues``.
public protocol TypedValue: Sendable, Hashable {
  /// The value before anything is known of it.
  init()
}

/// One value of each of any number of types, which need not know each other. One that was not set is as
/// ``TypedValue/init()`` makes it.
public struct TypedValues: Sendable, Hashable {
  /// Those that differ from what they are at first.
  private var values: [ObjectIdentifier: any TypedValue] = [:]

  public init() {}

  public subscript<Value: TypedValue>(_ type: Value.Type) -> Value {
    get { values[ObjectIdentifier(type)] as? Value ?? Value() }
    set { values[ObjectIdentifier(type)] = newValue == Value() ? nil : newValue }
  }

  /// Whether all values are as they are at first.
  public var isEmpty: Bool { values.isEmpty }

  public static func == (one: TypedValues, other: TypedValues) -> Bool {
    one.values.count == other.values.count
      && one.values.allSatisfy { id, value in other.values[id].map { value.equals($0) } ?? false }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(Set(values.keys)) }
}

extension Equatable {
  /// Returns whether a value of any type has this one's type and equals it.
  package func equals(_ other: any Equatable) -> Bool { self == other as? Self }
}
