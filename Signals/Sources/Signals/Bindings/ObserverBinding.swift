extension Signal.Observer {
  /// Sends the values of `source` to an observer while something else keeps the observer alive. The end of the source
  /// is not sent.
  ///
  /// - Returns: A disposable that ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    observer: Signal<Value, Error>.Observer, source: Source
  ) -> Disposable? where Source.Value == Value {
    source.producer.startWithValues { [weak observer] in observer?.send(value: $0) }
  }
}
