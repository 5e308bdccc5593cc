extension SignalProducer {
  /// Does the work only while `condition` is true: starts it when that becomes true, interrupts it when that becomes
  /// false, and starts it again.
  ///
  /// ```swift
  /// let temperatures = service.temperatures(every: 10).active(while: isShown)
  /// ```
  ///
  /// Completes when the work completes, or when the condition completes while it is false; work that runs when the
  /// condition completes goes on to its end. Fails with the work. Work that is interrupted from inside may begin again
  /// when the condition next becomes true.
  ///
  /// ```
  /// work:                      -1-2-3-4--
  /// condition:                 t------f---t----
  /// active(while: condition):  -1-2-3-----1-2--
  /// ```
  public func active<Condition: SignalProducerConvertible>(
    while condition: Condition
  ) -> SignalProducer<Value, Error> where Condition.Value == Bool, Condition.Error == Never {
    active(while: condition.producer)
  }

  /// Does the work only while `condition` is true. See ``active(while:)-(Condition)``.
  public func active(while condition: SignalProducer<Bool, Never>) -> SignalProducer<Value, Error> {
    SignalProducer { core in
      let (isOver, over) = Signal<(), Never>.pipe()
      // The end of the work ends the condition, and thus the whole stream.
      let work = self.on(completed: { over.send(value: ()) })
      condition.skipRepeats().take(until: isOver).promoteError(Error.self)
        .flatMap(.latest) { isActive in isActive ? work : SignalProducer.empty }
        .start(into: core)
    }
  }
}
