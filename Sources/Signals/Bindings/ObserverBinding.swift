extension Signal.Observer {
  /// Sends the values of `source` to an observer, for as long as that one is held by somebody else. The end of the
  /// source is not sent.
  ///
  /// - Returns: Disposing of it ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    observer: Signal<Value, Error>.Observer, source: Source
  ) -> Disposable? where Source.Value == Value {
    source.producer.startWithValues { [weak observer] in observer?.send(value: $0) }
  }
}
