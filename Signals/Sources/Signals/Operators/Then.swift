/// Work whose values nobody needs.
struct Step<Error: Swift.Error>: Sendable {
  /// Starts the work.
  ///
  /// - Parameters:
  ///   - started: Gets the work's interrupter before the work begins.
  ///   - ended: Called at the end.
  let start:
    @Sendable (_ started: (Disposable) -> Void, _ ended: @escaping @Sendable (Termination<Error>) -> Void) -> Void

  init(
    _ start:
      @escaping @Sendable (
        _ started: (Disposable) -> Void, _ ended: @escaping @Sendable (Termination<Error>) -> Void
      ) -> Void
  ) {
    self.start = start
  }
}

/// Work that follows upon the success of other work.
final class Sequel<Value: Sendable, Error: Swift.Error>: Sendable {
  let steps: Row<Step<Error>>.Side
  let last: SignalProducer<Value, Error>

  init(_ steps: Row<Step<Error>>.Side, _ last: SignalProducer<Value, Error>) {
    (self.steps, self.last) = (steps, last)
  }

  /// Does the steps one after the other, and then the last work, whose events go to `core`.
  func begin(_ core: Signal<Value, Error>.Core) {
    go(on: Row.Walk(steps), core)
  }

  /// Successive steps that complete while they are being started are followed in a loop.
  private func go(on walk: Row<Step<Error>>.Walk, _ core: Signal<Value, Error>.Core) {
    while let step = walk.next() {
      let turn = Turn()
      step.start {
        core.setUpstream($0)
      } _: { termination in
        // Work that depends on success does not begin after an interruption.
        guard case .completed = termination else { return core.end(termination) }
        if turn.isSecond() { self.go(on: walk, core) }
      }
      if !turn.isSecond() || core.isEnding { return }
    }
    last.start(into: core)
  }
}

extension SignalProducer {
  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. Fails or is
  /// interrupted with either; if the source fails or is interrupted, the replacement is not started.
  ///
  /// ```
  /// source:            -a--b|
  /// replacement:            x--y|
  /// then(replacement): -----x--y|
  /// ```
  public func then<U>(_ replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    thenStart(replacement)
  }

  private func thenStart<U>(_ replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    guard let next = replacement.sequel else { return SignalProducer<U, Error>(Sequel(steps, replacement)) }
    return SignalProducer<U, Error>(Sequel(.row(Row(steps, next.steps)), next.last))
  }

  /// The work of this producer as steps before other work: those that `then` has put together, or one.
  private var steps: Row<Step<Error>>.Side {
    let step = Step<Error> { started, ended in
      (sequel?.last ?? self).startWithSignal { signal, interrupter in
        started(interrupter)
        signal.core.attach(Signal.TerminationSink(ended))
      }
    }
    return sequel.map { .row(Row($0.steps, .element(step))) } ?? .element(step)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  // Without other context, `.then(.empty)` sends values of the same type.
  public func then(_ replacement: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    thenStart(replacement)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Error> where Replacement.Value == U, Replacement.Error == Error {
    then(replacement.producer)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  @_disfavoredOverload
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Error> where Replacement.Value == U, Replacement.Error == Never {
    then(replacement.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``. With the producer's type in the signature,
  /// `.then(.init(result: …))` compiles.
  @_disfavoredOverload
  public func then<U, NewError>(_ replacement: SignalProducer<U, NewError>) -> SignalProducer<U, NewError> {
    promoteError(NewError.self).then(replacement)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  @_disfavoredOverload
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Replacement.Error> where Replacement.Value == U {
    promoteError(Replacement.Error.self).then(replacement)
  }
}
