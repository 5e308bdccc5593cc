// `all` and `any` of sources that are passed one by one.

extension Signal where Value == Bool {
  /// Sends whether the newest values of all sources are true, whenever one of them sends; completes when all have
  /// completed.
  ///
  /// ```
  /// a:         -t-----f--|
  /// b:         ---f-t----|
  /// all(a, b): ---f-t-f--|
  /// ```
  public static func all(_ signals: Signal<Bool, Error>...) -> Signal<Bool, Error> {
    all(signals)
  }

  /// Sends whether the newest value of any source is true, whenever one of them sends; completes when all have
  /// completed.
  ///
  /// ```
  /// a:         -f-----t--|
  /// b:         ---f-t----|
  /// any(a, b): ---f-t-t--|
  /// ```
  public static func any(_ signals: Signal<Bool, Error>...) -> Signal<Bool, Error> {
    any(signals)
  }
}

extension SignalProducer where Value == Bool {
  /// Sends whether the newest values of all sources are true, whenever one of them sends. See ``Signal/all(_:)-(Signal<Bool,Error>...)``.
  public static func all(_ producers: SignalProducer<Bool, Error>...) -> SignalProducer<Bool, Error> {
    all(producers)
  }

  /// Sends whether the newest value of any source is true, whenever one of them sends. See ``Signal/any(_:)-(Signal<Bool,Error>...)``.
  public static func any(_ producers: SignalProducer<Bool, Error>...) -> SignalProducer<Bool, Error> {
    any(producers)
  }
}

extension PropertyProtocol where Value == Bool {
  /// A property that is true while all properties are true.
  public static func all<P: PropertyProtocol>(_ properties: P...) -> Property<Bool> where P.Value == Bool {
    all(properties)
  }

  /// A property that is true while any property is true.
  public static func any<P: PropertyProtocol>(_ properties: P...) -> Property<Bool> where P.Value == Bool {
    any(properties)
  }
}
