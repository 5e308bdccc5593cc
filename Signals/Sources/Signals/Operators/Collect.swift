extension Signal {
  private final class CollectSink: Operator<[Value]> {
    private var values: [Value] = []
    private let policy: Policy

    enum Policy {
      case all
      case after(@Sendable ([Value]) -> Bool)
      case before(@Sendable ([Value], Value) -> Bool)
    }

    init(_ policy: Policy, _ output: Signal<[Value], Error>.Core) {
      self.policy = policy
      super.init(output)
    }

    override func receive(_ value: Value) {
      if case .before(let shouldEmit) = policy, shouldEmit(values, value) { emit() }
      values.append(value)
      if case .after(let shouldEmit) = policy, shouldEmit(values) { emit() }
    }

    private func emit() {
      let collected = values
      values = []
      output.deliver(collected)
    }

    override func terminate(_ termination: Termination<Error>) {
      if case .completed = termination {
        // Without a policy, an empty array is sent too.
        if case .all = policy { emit() } else if !values.isEmpty { emit() }
      }
      values = []
      output.terminate(termination)
    }
  }

  /// When the source completes, sends all its values in one array and completes.
  ///
  /// ```
  /// source:    -1--2--3|
  /// collect(): --------(<[123]>|)
  /// ```
  public func collect() -> Signal<[Value], Error> {
    derive { CollectSink(.all, $0) }
  }

  /// Sends an array for every `count` values; remaining values are sent when the source completes.
  ///
  /// ```
  /// source:            -1--2     ------3|
  /// collect(count: 2): ----<[12]>-------(<[3]>|)
  /// ```
  public func collect(count: Int) -> Signal<[Value], Error> {
    precondition(count > 0, "An array has to be full some time.")
    return collect { $0.count == count }
  }

  /// Sends the collected values when `shouldEmit` returns true after the newest has been added; remaining values are
  /// sent when the source completes.
  ///
  /// ```
  /// source:                    -1--2     ------3|
  /// collect { $0.count == 2 }: ----<[12]>-------(<[3]>|)
  /// ```
  public func collect(_ shouldEmit: @escaping @Sendable (_ values: [Value]) -> Bool) -> Signal<[Value], Error> {
    derive { CollectSink(.after(shouldEmit), $0) }
  }

  /// Sends the collected values when `shouldEmitBeforeValue` returns true, before the newest begins the next array;
  /// remaining values are sent when the source completes.
  ///
  /// ```
  /// source:                          -1--3--     2       |
  /// collect { $1 < $0.last ?? $1 }: -------<[13]>(<[2]>|)
  /// ```
  public func collect(
    _ shouldEmitBeforeValue: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
  ) -> Signal<[Value], Error> {
    derive { CollectSink(.before(shouldEmitBeforeValue), $0) }
  }
}

extension SignalProducer {
  /// When the source completes, sends all its values in one array and completes. See ``Signal/collect()``.
  public func collect() -> SignalProducer<[Value], Error> {
    lift { $0.collect() }
  }

  /// Sends an array for every `count` values; remaining values are sent when the source completes. See
  /// ``Signal/collect(count:)``.
  public func collect(count: Int) -> SignalProducer<[Value], Error> {
    precondition(count > 0, "An array has to be full some time.")
    return lift { $0.collect(count: count) }
  }

  /// Sends the collected values when `shouldEmit` returns true after the newest has been added; remaining values are
  /// sent when the source completes. See ``Signal/collect(_:)-(([Value])->Bool)``.
  public func collect(
    _ shouldEmit: @escaping @Sendable (_ values: [Value]) -> Bool
  ) -> SignalProducer<[Value], Error> {
    lift { $0.collect(shouldEmit) }
  }

  /// Sends the collected values when `shouldEmitBeforeValue` returns true, before the newest begins the next array;
  /// remaining values are sent when the source completes. See ``Signal/collect(_:)-(([Value],Value)->Bool)``.
  public func collect(
    _ shouldEmitBeforeValue: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
  ) -> SignalProducer<[Value], Error> {
    lift { $0.collect(shouldEmitBeforeValue) }
  }
}
