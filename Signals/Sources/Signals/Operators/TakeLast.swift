extension Signal {
  private final class TakeLastSink: Operator<Value> {
    private let count: Int
    /// The last values as a ring buffer; once it is full, `oldest` is the index of the first.
    private var ring: [Value] = []
    private var oldest = 0

    init(_ count: Int, _ output: Core) {
      self.count = count
      super.init(output)
    }

    override func receive(_ value: Value) {
      if ring.count < count {
        ring.append(value)
      } else if count > 0 {
        ring[oldest] = value
        oldest = (oldest + 1) % count
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      if case .completed = termination {
        for value in ring[oldest...] { output.deliver(value) }
        for value in ring[..<oldest] { output.deliver(value) }
      }
      ring = []
      oldest = 0
      output.terminate(termination)
    }
  }

  /// When the source completes, sends its last `count` values and completes.
  ///
  /// ```
  /// source:        -1--2--3--4|
  /// take(last: 2): -----------(34|)
  /// ```
  public func take(last count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    return derive { TakeLastSink(count, $0) }
  }
}

extension SignalProducer {
  /// When the source completes, sends its last `count` values and completes. See ``Signal/take(last:)``.
  public func take(last count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    return lift { $0.take(last: count) }
  }
}
