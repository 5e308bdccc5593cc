extension SignalProducer {
  /// Begins the work of each start on `scheduler`.
  ///
  /// Its events still come from the threads on which the work sends them; use ``observe(on:)-(Scheduler)`` to move
  /// them. A start that is disposed of before the scheduler runs it never begins.
  ///
  /// ```
  /// source:    -a--b--|
  /// start(on): ---a--b--|
  /// ```
  public func start(on scheduler: Scheduler) -> SignalProducer<Value, Error> {
    SignalProducer { core in
      let alarm = Alarm()
      core.setUpstream(alarm)
      alarm.set {
        scheduler.schedule {
          // The start replaces the alarm, which has rung.
          if !core.isEnding { start(into: core) }
        }
      }
    }
  }
}
