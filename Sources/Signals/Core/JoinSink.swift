extension Signal {
  /// Passes on the values that come after those an observer has been given already when it joined.
  ///
  /// Whoever numbers the values does so in the order in which they go through the gate of `source`.
  ///
  /// The output has a gate of its own, since its first value goes out whoever is inside that of the source. As soon as
  /// that has happened, everything comes from the source, and the output's gate is merged into the source's.
  final class JoinSink: Sink {
    private let source: Core
    private let version: UInt64
    private let output: Core
    /// Whether who is inside the source's gate is inside that of the output.
    private var isMerged = false

    /// - Parameter version: The number of the last value that the observer has been given.
    init(_ source: Core, after version: UInt64, output: Core) {
      self.source = source
      self.version = version
      self.output = output
    }

    override func receive(_ value: Value) {
      if isMerged { return output.deliver(value) }
      guard source.deliveryCount > version, output.enterOrEnqueue(value) else { return }
      output.deliver(value)
      isMerged = output.mergeOrLeave(into: source.gate)
    }

    override func terminate(_ termination: Termination<Error>) {
      if isMerged { output.terminate(termination) } else { output.end(termination) }
    }
  }
}
