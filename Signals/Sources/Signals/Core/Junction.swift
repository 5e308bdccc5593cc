/// A variable that several inputs change from inside the gate of the core that they feed.
// Unchecked: `value` is read and written only inside that gate.
final class Gated<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Joins several inputs: the core that they feed, and the state that decides what goes out.
///
/// Each input acts on the state from inside the core's gate; an input that finds the gate taken leaves its part in the
/// backlog.
final class Junction<State: Sendable, Value: Sendable, Error: Swift.Error>: Sendable {
  typealias Output = Signal<Value, Error>.Core

  let output = Output()
  private let state: Gated<State>

  init(_ state: State) {
    self.state = Gated(state)
  }

  /// Acts on the state: now if the gate is free, else as soon as it is.
  ///
  /// - Parameters:
  ///   - input: The event that has come in.
  ///   - act: Acts on the state and delivers to the output. A closure without captures is handed over without cost.
  func submit<Input: Sendable>(_ input: Input, _ act: @escaping @Sendable (inout State, Input, Output) -> Void) {
    if output.tryEnter() || output.enterOrEnqueue({ act(&self.state.value, input, self.output) }) {
      act(&state.value, input, output)
      output.leave()
    }
  }

  /// Returns the signal that the inputs feed. When it is neither held nor observed, they are disposed of.
  func signal(fedBy inputs: Disposable?...) -> Signal<Value, Error> {
    output.setUpstream(CompositeDisposable(inputs))
    return Signal(output)
  }
}

extension Signal {
  /// Submits each event to a junction.
  final class JunctionSink<State: Sendable, U: Sendable, F: Swift.Error>: Sink {
    typealias Target = Junction<State, U, F>

    private let junction: Target
    private let value: @Sendable (inout State, Value, Target.Output) -> Void
    private let termination: @Sendable (inout State, Termination<Error>, Target.Output) -> Void
    private let isInterruptionLast: Bool

    init(
      _ junction: Target, isInterruptionLast: Bool,
      value: @escaping @Sendable (inout State, Value, Target.Output) -> Void,
      termination: @escaping @Sendable (inout State, Termination<Error>, Target.Output) -> Void
    ) {
      self.junction = junction
      self.value = value
      self.termination = termination
      self.isInterruptionLast = isInterruptionLast
    }

    override func receive(_ value: Value) {
      junction.submit(value, self.value)
    }

    override func terminate(_ termination: Termination<Error>) {
      // The interruption overtakes waiting values.
      if isInterruptionLast, case .interrupted = termination { junction.output.cut() }
      junction.submit(termination, self.termination)
    }
  }

  /// Feeds a junction with this signal's events.
  ///
  /// - Parameter isInterruptionLast: Whether the output is interrupted with this signal, whatever the state.
  func feed<State, U, F>(
    _ junction: Junction<State, U, F>, isInterruptionLast: Bool = true,
    value: @escaping @Sendable (inout State, Value, Signal<U, F>.Core) -> Void,
    termination: @escaping @Sendable (inout State, Termination<Error>, Signal<U, F>.Core) -> Void
  ) -> Disposable? {
    core.attach(JunctionSink(junction, isInterruptionLast: isInterruptionLast, value: value, termination: termination))
  }
}
