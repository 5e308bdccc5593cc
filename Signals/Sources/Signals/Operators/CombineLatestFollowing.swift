extension PropertyProtocol {
  /// Sends the value together with that of a property that the value names, when either changes; `nil` where it names
  /// none.
  ///
  /// For a list and the member that is open in it. Values that name the same property only go out together with its
  /// value: nothing is started again for them, as `flatMap(.latest)` would for each. No value goes out with that of a
  /// property which another value named.
  ///
  /// ```
  /// value:      a---b-----c   a and b name p, c names q
  /// p:          1-----2-----3
  /// q:          7------------
  /// following:  a1--b1-b2-c7
  /// ```
  public func combineLatest<U: Sendable>(
    following property: @escaping @Sendable (Value) -> Property<U>?
  ) -> SignalProducer<(Value, U?), Never> {
    let latest = producer.map(property).skipRepeats { $0 === $1 }
      .flatMap(.latest) { followed -> SignalProducer<(Property<U>?, U?), Never> in
        guard let followed else { return SignalProducer(value: (nil, nil)) }
        return followed.producer.map { (followed, $0) }
      }
    return producer.combineLatest(with: latest)
      .filter { value, latest in property(value) === latest.0 }
      .map { value, latest in (value, latest.1) }
  }
}
