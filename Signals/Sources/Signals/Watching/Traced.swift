// `traced` shows what a stream does while a ``Trace`` is running. Where none is, it returns the stream itself, so a value costs
// nothing: whether a stream is recorded is decided when it is made.

extension Signal {
  /// Records the stream under `name` if a ``Trace`` is running: when it began and ended, each value with what its delivery
  /// took, and who disposed of it. If none is running, this is the stream itself and costs nothing.
  ///
  /// ```
  /// source:         -1--2--3|
  /// traced("keys"): -1--2--3|
  /// ```
  public func traced(_ name: String, fileID: String = #fileID, line: UInt = #line) -> Signal<Value, Error> {
    guard let trace = Trace.running else { return self }
    return traced(by: trace.beginStream(name, "\(fileID):\(line)"))
  }

  fileprivate func traced(by stream: TracedStream) -> Signal<Value, Error> {
    let output = Core(gate: core.gate)
    let upstream = core.attach(TracedSink(stream, output))
    output.setUpstream(
      AnyDisposable {
        stream.leave()
        upstream?.dispose()
      })
    return Signal(output)
  }

  private final class TracedSink: Sink {
    private let stream: TracedStream
    private let output: Core

    init(_ stream: TracedStream, _ output: Core) {
      self.stream = stream
      self.output = output
    }

    override func receive(_ value: Value) {
      stream.deliver(value) { output.deliver(value) }
    }

    override func terminate(_ termination: Termination<Error>) {
      stream.end(Event(termination))
      output.terminate(termination)
    }
  }
}

extension SignalProducer {
  /// Records each start under `name` if a ``Trace`` is running. See ``Signal/traced(_:fileID:line:)``.
  public func traced(_ name: String, fileID: String = #fileID, line: UInt = #line) -> SignalProducer<Value, Error> {
    guard let trace = Trace.running else { return self }
    return SignalProducer {
      let instance = self.makeInstance()
      let begin = instance.begin
      let stream = trace.beginStream(name, "\(fileID):\(line)")
      let signal = instance.signal.traced(by: stream)
      let core = signal.core
      return Instance(signal: signal, interrupter: TracedInterrupter(stream, instance.interrupter)) {
        // A start that was disposed of while it was being set up never begins.
        if !core.isEnding { begin() }
      }
    }
  }
}

extension Property {
  /// Records each start of the property's producer under `name`, if a ``Trace`` is running. See
  /// ``Signal/traced(_:fileID:line:)``.
  public func traced(_ name: String, fileID: String = #fileID, line: UInt = #line) -> Property<Value> {
    guard Trace.running != nil else { return self }
    return Property(self, producer: producer.traced(name, fileID: fileID, line: line))
  }
}

/// Notes who interrupts a start before interrupting it.
private final class TracedInterrupter: Disposable {
  private let stream: TracedStream
  private let below: Disposable

  init(_ stream: TracedStream, _ below: Disposable) {
    self.stream = stream
    self.below = below
  }

  var isDisposed: Bool { below.isDisposed }

  func dispose() {
    stream.noteDisposal()
    below.dispose()
  }
}
