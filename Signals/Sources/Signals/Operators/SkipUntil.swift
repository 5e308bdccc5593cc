extension Signal {
  /// Leaves out the values of the source until `trigger` sends a value or completes; ends with the source.
  ///
  /// ```
  /// source:       -a--b--c--d|
  /// trigger:      ------x
  /// skip(until:): -------c--d|
  /// ```
  public func skip(until trigger: Signal<(), Never>) -> Signal<Value, Error> {
    let isOpen = Junction<Bool, Value, Error>(false)
    let opening = trigger.feed(isOpen, isInterruptionLast: false) { isOpen, _, _ in
      isOpen = true
    } termination: { isOpen, end, _ in
      if case .completed = end { isOpen = true }
    }
    let source = feed(isOpen) { isOpen, value, output in
      if isOpen { output.deliver(value) }
    } termination: { _, end, output in
      output.terminate(end)
    }
    return isOpen.signal(fedBy: opening, source)
  }
}

extension SignalProducer {
  /// Leaves out the values of the source until `trigger` sends a value or completes. See ``Signal/skip(until:)``.
  @_disfavoredOverload
  public func skip<Trigger: SignalProducerConvertible>(until trigger: Trigger) -> SignalProducer<Value, Error>
  where Trigger.Value == (), Trigger.Error == Never {
    lift(with: trigger.producer, startsOtherFirst: true) { $0.skip(until: $1) }
  }
}

// With the producer's type in the signature, `.skip(until: .empty)` compiles.
extension SignalProducer {
  /// Leaves out the values of the source until `trigger` sends a value or completes. See ``skip(until:)-(Trigger)``.
  public func skip(until trigger: SignalProducer<(), Never>) -> SignalProducer<Value, Error> {
    lift(with: trigger, startsOtherFirst: true) { $0.skip(until: $1) }
  }
}
