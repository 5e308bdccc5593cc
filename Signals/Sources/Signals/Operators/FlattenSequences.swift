extension Signal where Value: Sequence, Value.Element: Sendable {
  private final class ElementsSink: Operator<Value.Element> {
    override func receive(_ value: Value) {
      for element in value {
        output.deliver(element)
        if output.isEnding { return }
      }
    }
  }

  /// Sends the elements of each value, one by one; ends with the source.
  ///
  /// ```
  /// source:    -<[12]>-<[]>-<[3]>|
  /// flatten(): -(12)  --    -3   |
  /// ```
  public func flatten() -> Signal<Value.Element, Error> {
    derive { ElementsSink($0) }
  }
}

extension SignalProducer where Value: Sequence, Value.Element: Sendable {
  /// Sends the elements of each value, one by one. See ``Signal/flatten()``.
  public func flatten() -> SignalProducer<Value.Element, Error> {
    lift { $0.flatten() }
  }
}
