/// An operator whose output does not come straight from its input, but later from a scheduler, or from other producers
/// that it starts.
///
/// It is told of its input's events one at a time, sends to `output`, which has a gate of its own, and is disposed of
/// when that is over or nobody hears it any more: then it must let go of all that it has scheduled or started.
///
/// It may be told of an interruption after a completion that has not gone out yet.
protocol Stage<Value, Error>: Disposable {
  associatedtype Value: Sendable
  associatedtype Error: Swift.Error
  associatedtype OutputValue: Sendable
  associatedtype OutputError: Swift.Error

  var output: Signal<OutputValue, OutputError>.Core { get }

  func receive(_ value: Value)
  func terminate(_ termination: Termination<Error>)
}

/// What the output of a stage lives on.
final class StageFeed: Disposable {
  private let parts: CompositeDisposable
  private let interruption: @Sendable () -> Void

  /// - Parameters:
  ///   - parts: What to dispose of at the end of the output.
  ///   - interruption: Tells the stage of an interruption.
  init(_ parts: [Disposable?], interruption: @escaping @Sendable () -> Void) {
    self.parts = CompositeDisposable(parts)
    self.interruption = interruption
  }

  var isDisposed: Bool { parts.isDisposed }

  func dispose() {
    parts.dispose()
  }

  /// Tells the stage, whose source has ended, of an interruption, so that it goes the way of others.
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

  /// The output of a stage that is fed with this signal's events.
  ///
  /// - Parameter other: Something else to dispose of at the end.
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
