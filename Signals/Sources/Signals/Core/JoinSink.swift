extension Signal {
  /// Passes on the values that come after the ones that an observer got when it joined.
  ///
  /// The values are numbered in the order in which they pass the gate of `source`.
  ///
  /// The output has a gate of its own, because its first value goes out whether or not a thread is inside the source's
  /// gate. After that value everything comes from the source, and the output's gate is merged into the source's.
  final class JoinSink: Sink {
    private let source: Core
    private let version: UInt64
    private let output: Core
    /// Whether the output's gate has been merged into the source's.
    private var isMerged = false

    /// - Parameter version: The number of the last value that the observer has got.
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
