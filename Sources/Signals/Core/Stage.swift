/// An operator whose output does not come straight from its input, but later from a scheduler, or from other producers
/// that it starts.
///
/// It is told of its input's events one at a time, sends to `output`, which has a gate of its own, and is disposed of
/// when that is over or nobody hears it any more: then it must let go of all that it has scheduled or started.
protocol Stage<Value, Error>: Disposable {
  associatedtype Value: Sendable
  associatedtype Error: Swift.Error
  associatedtype OutputValue: Sendable
  associatedtype OutputError: Swift.Error

  var output: Signal<OutputValue, OutputError>.Core { get }

  func receive(_ value: Value)
  func terminate(_ termination: Termination<Error>)
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
    let subscription = core.attach(StageSink(stage))
    stage.output.setUpstream(CompositeDisposable([subscription, stage, other]))
    return Signal<S.OutputValue, S.OutputError>(stage.output)
  }
}
