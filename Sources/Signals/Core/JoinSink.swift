extension Signal {
  /// Passes on the values that come after those an observer has been given already when it joined.
  ///
  /// Whoever numbers the values does so in the order in which they go through the gate of `source`.
  final class JoinSink: Sink {
    private let source: Core
    private let version: UInt64
    private let output: Core

    /// - Parameter version: The number of the last value that the observer has been given.
    init(_ source: Core, after version: UInt64, output: Core) {
      self.source = source
      self.version = version
      self.output = output
    }

    override func receive(_ value: Value) {
      if source.deliveryCount > version { output.send(value) }
    }

    override func terminate(_ termination: Termination<Error>) {
      output.end(termination)
    }
  }
}
