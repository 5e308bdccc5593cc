import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When empty arrays are wanted, the scheduler repeats. Otherwise the first value sets an alarm for the next multiple
/// of the interval, so that nothing wakes up while there is nothing to send.
// Unchecked: see `collected`.
private final class CollectEvery<Value: Sendable, Error: Swift.Error>: Stage, @unchecked Sendable {
  let output = Signal<[Value], Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let skipsEmpty: Bool
  private let discardsWhenCompleted: Bool
  private let start: Date
  private let alarm = Alarm()
  private let state = Locked(CollectEveryState())

  /// Guarded by the lock of `state`.
  private var collected: [Value] = []

  init(_ interval: DispatchTimeInterval, on scheduler: DateScheduler, skipsEmpty: Bool, discardsWhenCompleted: Bool) {
    self.interval = interval.timeInterval
    self.scheduler = scheduler
    self.skipsEmpty = skipsEmpty
    self.discardsWhenCompleted = discardsWhenCompleted
    start = scheduler.currentDate
    guard !skipsEmpty else { return }
    alarm.set {
      scheduler.schedule(after: start.addingTimeInterval(self.interval), interval: interval) { [self] in sendCollected()
      }
    }
  }

  func receive(_ value: Value) {
    let mustSetAlarm = state.withLock { state in
      collected.append(value)
      return needsAlarm(&state)
    }
    if mustSetAlarm { setAlarm() }
  }

  private func needsAlarm(_ state: inout CollectEveryState) -> Bool {
    defer { state.isAlarmSet = true }
    return skipsEmpty && !state.isAlarmSet
  }

  private func setAlarm() {
    alarm.set { scheduler.schedule(after: nextTick) { [self] in sendCollected() } }
  }

  /// The next future multiple of the interval, counted from the start.
  private var nextTick: Date {
    let passed = scheduler.currentDate.timeIntervalSince(start) / interval
    // A time that misses a tick only by rounding has reached it.
    return start.addingTimeInterval(((passed + 1e-6).rounded(.down) + 1) * interval)
  }

  private func sendCollected() {
    let (collected, isCompleting) = takeCollected()
    if !collected.isEmpty || !skipsEmpty { output.send(collected) }
    if isCompleting { output.end(.completed) }
  }

  private func takeCollected() -> (collected: [Value], isCompleting: Bool) {
    state.withLock { state in
      defer {
        state = CollectEveryState()
        collected = []
      }
      return (collected, state.isCompleting)
    }
  }

  func terminate(_ termination: Termination<Error>) {
    if case .completed = termination, !discardsWhenCompleted {
      let mustSetAlarm = state.withLock { state in
        state.isCompleting = true
        return needsAlarm(&state)
      }
      if mustSetAlarm { setAlarm() }
    } else {
      withExtendedLifetime(takeCollected()) {}
      alarm.setLast { scheduler.schedule { [output] in output.end(termination) } }
    }
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    withExtendedLifetime(takeCollected()) {}
  }
}

/// Declared outside of the stage, where it would depend on the types of the values.
private struct CollectEveryState: Sendable {
  var isAlarmSet = false
  /// Whether completion follows the collected values.
  var isCompleting = false
}

extension Signal {
  /// Sends the values of each `interval` in one array, on `scheduler`: the first after one `interval`, empty ones too
  /// unless `skipEmpty`.
  ///
  /// When the source completes, collected values are dropped; if `discardWhenCompleted` is false, they are sent at the
  /// end of the interval, and completion follows. A failure or an interruption drops them. All other endings go out on
  /// the scheduler immediately.
  ///
  /// ```
  /// source:                         -a-b-     ----   c--|
  /// collect(every: 4 columns, on:): ----<[ab]>---<[]>---|
  /// ```
  public func collect(
    every interval: DispatchTimeInterval, on scheduler: DateScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> Signal<[Value], Error> {
    precondition(interval.timeInterval > 0, "An interval must be longer than nothing.")
    return pass(
      through: CollectEvery(
        interval, on: scheduler, skipsEmpty: skipEmpty, discardsWhenCompleted: discardWhenCompleted))
  }

  /// Sends the values of each `interval` in one array, on `scheduler`: the first after one `interval`, empty ones too
  /// unless `skipEmpty`. See ``Signal/collect(every:on:skipEmpty:discardWhenCompleted:)-(DispatchTimeInterval,_,_,_)``.
  @_disfavoredOverload
  public func collect(
    every interval: Duration, on scheduler: DateScheduler, skipEmpty: Bool = false, discardWhenCompleted: Bool = true
  ) -> Signal<[Value], Error> {
    collect(
      every: interval.dispatchInterval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted)
  }
}

extension SignalProducer {
  /// Sends the values of each `interval` in one array, on `scheduler`: the first after one `interval`, empty ones too
  /// unless `skipEmpty`. See ``Signal/collect(every:on:skipEmpty:discardWhenCompleted:)-(DispatchTimeInterval,_,_,_)``.
  public func collect(
    every interval: DispatchTimeInterval, on scheduler: DateScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> SignalProducer<[Value], Error> {
    lift {
      $0.collect(every: interval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted)
    }
  }

  /// Sends the values of each `interval` in one array, on `scheduler`: the first after one `interval`, empty ones too
  /// unless `skipEmpty`. See ``Signal/collect(every:on:skipEmpty:discardWhenCompleted:)-(DispatchTimeInterval,_,_,_)``.
  @_disfavoredOverload
  public func collect(
    every interval: Duration, on scheduler: DateScheduler, skipEmpty: Bool = false, discardWhenCompleted: Bool = true
  ) -> SignalProducer<[Value], Error> {
    collect(
      every: interval.dispatchInterval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted)
  }
}
