/// An operator whose output comes later, from a scheduler or from other producers that it starts.
///
/// It receives its input's events one at a time and sends to `output`, which has a gate of its own. It is disposed of
/// when the output is over or no longer observed, and must then dispose of everything that it has scheduled or started.
///
/// It may receive an interruption after a completion that has not gone out yet.
protocol Stage<Value, Error>: Disposable {
  associatedtype Value: Sendable
  associatedtype Error: Swift.Error
  associatedtype OutputValue: Sendable
  associatedtype OutputError: Swift.Error

  var output: Signal<OutputValue, OutputError>.Core { get }

  func receive(_ value: Value)
  func terminate(_ termination: Termination<Error>)
}

/// The upstream of a stage's output.
final class StageFeed: Disposable {
  private let parts: CompositeDisposable
  private let interruption: @Sendable () -> Void

  /// - Parameters:
  ///   - parts: Disposed of at the end of the output.
  ///   - interruption: Tells the stage of an interruption.
  init(_ parts: [Disposable?], interruption: @escaping @Sendable () -> Void) {
    self.parts = CompositeDisposable(parts)
    self.interruption = interruption
  }

  var isDisposed: Bool { parts.isDisposed }

  func dispose() {
    parts.dispose()
  }

  /// Interrupts a stage whose source has ended, so that the interruption travels like any other.
  func interrupt() {
    interruption()
  }
}

extension Signal {
  private final class StageSink<S: Stage>: Sink where S.Value == Value, S.Error == Error {
    private let stage: S

    init(_ stage: S) {
      self.stage = stage
    }

    override func receive(_ value: Value) {
      stage.receive(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      stage.terminate(termination)
    }
  }

  /// Returns the output of a stage that is fed with this signal's events.
  ///
  /// - Parameter other: Also disposed of at the end.
  func pass<S: Stage>(
    through stage: S, disposing other: Disposable? = nil
  ) -> Signal<S.OutputValue, S.OutputError> where S.Value == Value, S.Error == Error {
    let gate = core.gate
    let subscription = core.attach(StageSink(stage))
    stage.output.setUpstream(
      StageFeed([subscription, stage, other]) {
        gate.perform { stage.terminate(.interrupted) }
      })
    return Signal<S.OutputValue, S.OutputError>(stage.output)
  }
}
