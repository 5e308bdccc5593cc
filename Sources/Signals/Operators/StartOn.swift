extension SignalProducer {
  /// Begins the work of each start on `scheduler`.
  ///
  /// Its events still come from wherever the work sends them; for another place see ``observe(on:)``. A start that is
  /// disposed of before its turn comes never begins.
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
          // The start takes the place of the alarm, which has rung.
          if !core.isEnding { start(into: core) }
        }
      }
    }
  }
}
