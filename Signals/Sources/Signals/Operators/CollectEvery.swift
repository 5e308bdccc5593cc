import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When empty arrays are wanted, the scheduler repeats. Otherwise the first value sets an alarm for the next multiple
/// of the interval, so that nothing wakes up while there is nothing to send.
// Unchecked as its superclass is.
private final class CollectEvery<Value: Sendable, Error: Swift.Error>: Holding<[Value], [Value], Error>, Stage,
  @unchecked Sendable
{
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let skipsEmpty: Bool
  private let start: Date

  init(_ interval: DispatchTimeInterval, on scheduler: DateScheduler, skipsEmpty: Bool, discardsWhenCompleted: Bool) {
    self.interval = interval.timeInterval
    self.scheduler = scheduler
    self.skipsEmpty = skipsEmpty
    start = scheduler.currentDate
    super.init(on: scheduler, discardsWhenCompleted: discardsWhenCompleted)
    held.set([])
    guard !skipsEmpty else { return }
    alarm.set {
      scheduler.schedule(after: start.addingTimeInterval(self.interval), interval: interval) { [self] in sendCollected()
      }
    }
  }

  func receive(_ value: Value) {
    setAlarm { _ in held.modify { $0.append(value) } }
  }

  override func completesLater() -> Bool {
    setAlarm { $0.isCompleting = true }
    return true
  }

  private func setAlarm(after change: (inout HoldingState) -> Void) {
    let mustSetAlarm = state.withLock { state in
      change(&state)
      return skipsEmpty && state.needsAlarm()
    }
    if mustSetAlarm { alarm.set { scheduler.schedule(after: nextTick) { [self] in sendCollected() } } }
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
    var collected: [Value] = []
    let isCompleting = state.withLock { state in
      defer { state = HoldingState() }
      held.put(&collected)
      return state.isCompleting
    }
    return (collected, isCompleting)
  }

  override func drop() {
    withExtendedLifetime(takeCollected()) {}
  }
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
