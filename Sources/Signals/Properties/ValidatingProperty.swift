/// A property that takes over only values that pass a test, and says of the others what is wrong with them.
///
/// ```swift
/// let port = ValidatingProperty<Int, PortError>(8080) { (1...65_535).contains($0) ? .valid : .invalid(.outOfRange) }
/// port.value = 0
/// port.value        // 8080
/// port.result.value // .invalid(0, .outOfRange)
/// ```
///
/// The result is stored together with the value, and sent before it.
public final class ValidatingProperty<Value: Sendable, ValidationError: Swift.Error>: MutablePropertyProtocol {
  /// What a test says of a proposed value.
  public enum Decision: Sendable {
    /// It is taken over.
    case valid
    /// Another is taken over in its place; the error says why, if there is something to say.
    case coerced(Value, ValidationError?)
    /// It is not taken over.
    case invalid(ValidationError)
  }

  /// What became of the newest proposed value.
  public enum Result: Sendable {
    /// It was taken over.
    case valid(Value)
    /// A replacement was taken over.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)
    /// It was not taken over.
    case invalid(Value, ValidationError)

    /// Whether nothing was taken over.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }

    /// The value that was taken over.
    public var value: Value? {
      switch self {
      case .valid(let value): value
      case .coerced(let replacement, _, _): replacement
      case .invalid: nil
      }
    }

    /// What is wrong with a value that was not taken over.
    public var error: ValidationError? {
      if case .invalid(_, let error) = self { error } else { nil }
    }

    init(_ decision: Decision, of proposed: Value) {
      switch decision {
      case .valid: self = .valid(proposed)
      case .coerced(let replacement, let error):
        self = .coerced(replacement: replacement, proposed: proposed, error: error)
      case .invalid(let error): self = .invalid(proposed, error)
      }
    }
  }

  /// What became of the newest proposed value.
  public let result: Property<Result>

  private let inner: MutableProperty<Value>
  private let results: MutableProperty<Result>
  private let validate: @Sendable (Value) -> Decision
  /// The versions of `inner` that were set here, and so need no test when they are delivered.
  private let ownVersions: VersionSet

  /// A property that tests what is set with `validator`, and stores what passes in `inner`.
  ///
  /// What others set in `inner` is tested too, but stands whatever the test says.
  public init(_ inner: MutableProperty<Value>, _ validator: @escaping @Sendable (Value) -> Decision) {
    let initial = inner.value
    let results = MutableProperty(Result(validator(initial), of: initial))
    let ownVersions = VersionSet()
    self.inner = inner
    self.results = results
    self.ownVersions = ownVersions
    result = Property(capturing: results)
    validate = validator
    let storage = inner.storage
    inner.lifetime += inner.signal.observeValues { [weak results] value in
      if ownVersions.remove(storage.core.deliveryCount) { return }
      let result = Result(validator(value), of: value)
      guard let results = results?.storage else { return }
      var storing: Storing?
      storage.ifDeliveringNewest { storing = results.store(result) }
      if let storing { results.send(result, storing) }
    }
  }

  /// A property that tests what is set with `validator`.
  public convenience init(_ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
    self.init(MutableProperty(initial), validator)
  }

  /// A property whose test depends on another property too; when that changes, the newest proposal is tested again.
  public convenience init<Other: PropertyProtocol>(
    _ inner: MutableProperty<Value>, with other: Other,
    _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
  ) {
    let condition = Property(other)
    self.init(inner) { validator($0, condition.value) }
    lifetime += condition.signal.observeValues { [weak self] _ in
      guard let self else { return }
      switch result.value {
      case .valid(let proposed), .coerced(_, let proposed, _), .invalid(let proposed, _): value = proposed
      }
    }
  }

  /// A property whose test depends on another property too; when that changes, the newest proposal is tested again.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// A property whose test depends on the value of another that is tested; when that changes, the newest proposal is
  /// tested again.
  public convenience init<U: Sendable, E: Swift.Error>(
    _ initial: Value, with other: ValidatingProperty<U, E>,
    _ validator: @escaping @Sendable (Value, U) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// A property whose test depends on the value of another that is tested; when that changes, the newest proposal is
  /// tested again.
  public convenience init<U: Sendable, E: Swift.Error>(
    _ inner: MutableProperty<Value>, with other: ValidatingProperty<U, E>,
    _ validator: @escaping @Sendable (Value, U) -> Decision
  ) {
    // What the other has rejected counts too: it is what this one will have to agree with.
    let proposed = other.result.map { result in
      switch result {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
    }
    self.init(inner, with: proposed, validator)
  }

  public var value: Value {
    get { inner.value }
    set { propose(newValue) }
  }

  public var producer: SignalProducer<Value, Never> { inner.producer }
  public var signal: Signal<Value, Never> { inner.signal }
  public var lifetime: Lifetime { inner.lifetime }

  private func propose(_ proposed: Value) {
    let result = Result(validate(proposed), of: proposed)
    guard let accepted = result.value else {
      results.value = result
      return
    }
    var storingResult: Storing?
    let storing = inner.storage.store(accepted) { version in
      ownVersions.insert(version)
      storingResult = results.storage.store(result)
    }
    if let storingResult { results.storage.send(result, storingResult) }
    inner.storage.send(accepted, storing)
  }
}

/// Versions of a property's value.
private final class VersionSet: Sendable {
  private let versions = Locked<Set<UInt64>>([])

  func insert(_ version: UInt64) {
    versions.withLock { versions in _ = versions.insert(version) }
  }

  func remove(_ version: UInt64) -> Bool {
    versions.withLock { $0.remove(version) != nil }
  }
}
