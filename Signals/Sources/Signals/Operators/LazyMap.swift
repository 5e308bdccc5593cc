/// At most one value waits, with one scheduled action for it.
// Unchecked as its superclass is.
private final class LazyMap<Value: Sendable, U: Sendable, Error: Swift.Error>: Holding<Value, U, Error>, Stage,
  @unchecked Sendable
{
  private let scheduler: Scheduler
  private let transform: @Sendable (Value) -> U
  private var ending: Termination<Error>?

  init(on scheduler: Scheduler, _ transform: @escaping @Sendable (Value) -> U) {
    self.scheduler = scheduler
    self.transform = transform
    super.init(on: scheduler)
  }

  func receive(_ value: Value) {
    // After the exchange this is the value that was waiting, which is released outside of the lock.
    var value = value
    setAlarm { held.put(&value) }
  }

  /// The end follows the waiting value.
  override func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination { drop() }
    setAlarm { ending = termination }
  }

  private func setAlarm(after change: () -> Void) {
    let mustSetAlarm = state.withLock { state in
      change()
      return state.needsAlarm()
    }
    if mustSetAlarm { alarm.set { scheduler.schedule { [self] in sendWaiting() } } }
  }

  private func sendWaiting() {
    let (waiting, ending) = state.withLock { state in
      state.isAlarmSet = false
      return (held.take(), self.ending)
    }
    if let waiting { output.send(transform(waiting)) }
    if let ending { output.end(ending) }
  }
}

extension Signal {
  /// Sends the result of `transform` for the newest value, on `scheduler`. A value that is overtaken before its action
  /// runs is never transformed. Ends with the source, on the scheduler; an interruption drops the waiting value.
  ///
  /// ```
  /// source:                 -a-bcd---|
  /// lazyMap(on:) { upper }: --A---D--|
  /// ```
  public func lazyMap<U: Sendable>(
    on scheduler: Scheduler, transform: @escaping @Sendable (Value) -> U
  ) -> Signal<U, Error> {
    pass(through: LazyMap(on: scheduler, transform))
  }
}

extension SignalProducer {
  /// Sends the result of `transform` for the newest value, on `scheduler`. See ``Signal/lazyMap(on:transform:)``.
  public func lazyMap<U: Sendable>(
    on scheduler: Scheduler, transform: @escaping @Sendable (Value) -> U
  ) -> SignalProducer<U, Error> {
    lift { $0.lazyMap(on: scheduler, transform: transform) }
  }
}
