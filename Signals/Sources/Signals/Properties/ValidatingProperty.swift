/// A property that accepts only values that pass a test, and tells what is wrong with the others.
///
/// ```swift
/// let port = ValidatingProperty<Int, PortError>(8080) { (1...65_535).contains($0) ? .valid : .invalid(.outOfRange) }
/// port.value = 0
/// port.value        // 8080
/// port.result.value // .invalid(0, .outOfRange)
/// ```
///
/// The result is stored together with the value and sent before it.
public final class ValidatingProperty<Value: Sendable, ValidationError: Swift.Error>: MutablePropertyProtocol {
  /// The outcome of testing a proposed value.
  public enum Decision: Sendable {
    /// The value is accepted.
    case valid
    /// Another value is accepted in its place; the error says why, if there is one.
    case coerced(Value, ValidationError?)
    /// The value is rejected.
    case invalid(ValidationError)
  }

  /// The outcome for the newest proposed value.
  public enum Result: Sendable {
    /// The value was accepted.
    case valid(Value)
    /// A replacement was accepted.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)
    /// The value was rejected.
    case invalid(Value, ValidationError)

    /// Whether the value was rejected.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }

    /// The accepted value; nil if the proposed one was rejected.
    public var value: Value? {
      switch self {
      case .valid(let value): value
      case .coerced(let replacement, _, _): replacement
      case .invalid: nil
      }
    }

    /// The reason why the proposed value was not accepted as it was.
    public var error: ValidationError? {
      if case .invalid(_, let error) = self { error } else { nil }
    }

    /// The value that was proposed, whatever became of it.
    var proposed: Value {
      switch self {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
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

  /// The outcome for the newest proposed value.
  public let result: Property<Result>

  private let inner: MutableProperty<Value>
  private let verdicts: Verdicts<Value, ValidationError>

  /// A property that tests each proposed value with `validator` and stores accepted values in `inner`.
  ///
  /// Values that others set in `inner` are tested too, but stay whatever the outcome.
  public convenience init(_ inner: MutableProperty<Value>, _ validator: @escaping @Sendable (Value) -> Decision) {
    self.init(inner, Conditions(), validator)
  }

  private init(
    _ inner: MutableProperty<Value>, _ conditions: Conditions, _ validator: @escaping @Sendable (Value) -> Decision
  ) {
    let initial = inner.value
    let results = MutableProperty(Result(validator(initial), of: initial))
    let verdicts = Verdicts(on: inner.storage, into: results, conditions, validator)
    self.inner = inner
    self.verdicts = verdicts
    result = Property(capturing: results)
    inner.lifetime += inner.signal.observeValues { verdicts.take($0) }
  }

  /// A property that tests each proposed value with `validator`.
  public convenience init(_ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
    self.init(MutableProperty(initial), validator)
  }

  /// A property whose test also depends on another property. When that changes, the newest proposed value is tested
  /// again.
  public convenience init<Other: PropertyProtocol>(
    _ inner: MutableProperty<Value>, with other: Other,
    _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
  ) {
    let condition = Property(other)
    let conditions = Conditions()
    // Observed before the first test, so that no change comes between the two.
    let (changes, input) = Signal<(), Never>.pipe()
    inner.lifetime += condition.signal.observeValues { _ in
      conditions.change()
      input.send(value: ())
    }
    let first = conditions.count
    self.init(inner, conditions) { validator($0, condition.value) }
    changes.observeValues { [weak self] in self?.verdicts.testAgain() }
    if conditions.count != first { verdicts.testAgain() }
  }

  /// A property whose test also depends on another property. When that changes, the newest proposed value is tested
  /// again.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// A property whose test also depends on another validating property. When that changes, the newest proposed value is
  /// tested again.
  public convenience init<U: Sendable, E: Swift.Error>(
    _ initial: Value, with other: ValidatingProperty<U, E>,
    _ validator: @escaping @Sendable (Value, U) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// A property whose test also depends on another validating property. When that changes, the newest proposed value is
  /// tested again.
  public convenience init<U: Sendable, E: Swift.Error>(
    _ inner: MutableProperty<Value>, with other: ValidatingProperty<U, E>,
    _ validator: @escaping @Sendable (Value, U) -> Decision
  ) {
    // Values that the other property rejected count too, because this property will have to agree with them.
    self.init(inner, with: other.result.map { $0.proposed }, validator)
  }

  public var value: Value {
    get { inner.value }
    set { verdicts.propose(newValue) }
  }

  public var producer: SignalProducer<Value, Never> { inner.producer }
  public var signal: Signal<Value, Never> { inner.signal }
  public var lifetime: Lifetime { inner.lifetime }
}
