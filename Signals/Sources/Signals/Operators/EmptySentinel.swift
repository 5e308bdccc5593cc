// The value of a combination of an empty list.

extension SignalProducer {
  /// Sends the newest values of all sources, as `combineLatest` does; without sources, sends `emptySentinel` once.
  ///
  /// ```
  /// a:                                         -1--     ---2     ----     ---|
  /// b:                                         ---3     ----     ---4     ---|
  /// combineLatest([a, b], emptySentinel: [0]): ---<[13]>---<[23]>---<[24]>---|
  /// combineLatest([], emptySentinel: [0]):     (<[0]>|)
  /// ```
  public static func combineLatest<S: Sequence>(
    _ producers: S, emptySentinel: [Value]
  ) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    let producers = producers.map(\.producer)
    return producers.isEmpty ? SignalProducer<[Value], Error>(value: emptySentinel) : combineLatest(producers)
  }

  /// Sends the first values of all sources, the second values and so on, as `zip` does; without sources, sends
  /// `emptySentinel` once.
  ///
  /// ```
  /// a:                               -1--2--     3-----     |
  /// b:                               ------4     -----5     -----6     -|
  /// zip([a, b], emptySentinel: [0]): ------<[14]>-----<[25]>-----(<[36]>|)
  /// zip([], emptySentinel: [0]):     (<[0]>|)
  /// ```
  public static func zip<S: Sequence>(_ producers: S, emptySentinel: [Value]) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    let producers = producers.map(\.producer)
    return producers.isEmpty ? SignalProducer<[Value], Error>(value: emptySentinel) : zip(producers)
  }
}

extension PropertyProtocol {
  /// A property of the values of all properties; without properties it is always `emptySentinel`.
  public static func combineLatest<S: Sequence>(_ properties: S, emptySentinel: [Value]) -> Property<[Value]>
  where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property(following: SignalProducer.combineLatest(properties.map(\.producer), emptySentinel: emptySentinel))
  }

  /// A property of the first values of all properties, then of the second values and so on; without properties it is
  /// always `emptySentinel`.
  public static func zip<S: Sequence>(_ properties: S, emptySentinel: [Value]) -> Property<[Value]>
  where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property(following: SignalProducer.zip(properties.map(\.producer), emptySentinel: emptySentinel))
  }
}
