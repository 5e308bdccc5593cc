#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The waiting value is sent when the alarm rings. The alarm is set once per sent value, however many come meanwhile,
/// and once more if the clock has been set back.
// Unchecked as its superclass is.
private final class Throttle<Value: Sendable, Error: Swift.Error>: Holding<Value, Value, Error>, Stage,
  @unchecked Sendable
{
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private var lastSent: Date?
  /// Whether the alarm has been set for a later date, and when it was set.
  private var isAlarmForLater = false
  private var setAt = Date.distantPast

  init(_ interval: TimeInterval, on scheduler: DateScheduler, discardsWhenCompleted: Bool) {
    self.interval = interval
    self.scheduler = scheduler
    super.init(on: scheduler, discardsWhenCompleted: discardsWhenCompleted)
  }

  func receive(_ value: Value) {
    // After the exchange this is the value that was waiting, which is released outside of the lock.
    var value = value
    let (mustSetAlarm, isForLater) = state.withLock { state in
      held.put(&value)
      return (state.needsAlarm(), isAlarmForLater)
    }
    if mustSetAlarm {
      setAlarm()
    } else if isForLater {
      hurryIfClockWasSetBack()
    }
  }

  private func setAlarm() {
    let now = scheduler.currentDate
    let send: @Sendable () -> Void = { [self] in sendWaiting() }
    let due: Date? = state.withLock { _ in
      // On a clock that has been set back, the last value seems to lie in the future.
      guard let lastSent, lastSent <= now else { return nil }
      let due = lastSent.addingTimeInterval(interval)
      if due <= now { return nil }
      (isAlarmForLater, setAt) = (true, now)
      return due
    }
    if let due {
      alarm.set(for: due, within: interval, on: scheduler, send)
    } else {
      alarm.set { scheduler.schedule(send) }
    }
  }

  /// Sends the waiting value immediately if the alarm's date is further away than when it was set.
  @inline(never)
  private func hurryIfClockWasSetBack() {
    let now = scheduler.currentDate
    let wasSetBack = state.withLock { _ in
      guard isAlarmForLater, now < setAt else { return false }
      isAlarmForLater = false
      return true
    }
    if wasSetBack { alarm.set { scheduler.schedule { [self] in sendWaiting() } } }
  }

  private func sendWaiting() {
    let now = scheduler.currentDate
    let (waiting, isCompleting) = state.withLock { state in
      // If the alarm has been set twice, the first to ring has sent the waiting value.
      if !state.isAlarmSet || (!held.isTaken && !state.isCompleting) { return (nil as Value?, false) }
      defer { state = HoldingState() }
      (lastSent, isAlarmForLater) = (now, false)
      return (held.take(), state.isCompleting)
    }
    if let waiting { output.send(waiting) }
    if isCompleting { output.end(.completed) }
  }
}

extension Signal {
  /// Sends at most one value per `interval`: the first immediately, then the newest of the values that have come.
  /// Values are sent on `scheduler`.
  ///
  /// When the source completes, a waiting value is dropped; if `discardWhenCompleted` is false, it is sent at the end
  /// of the interval, and completion follows. A failure or an interruption drops it. All other endings go out on the
  /// scheduler immediately. If the clock has been set back, the next value is sent immediately.
  ///
  /// ```
  /// source:                   ab-cd-----e-f|
  /// throttle(3 columns, on:): a--c--d---e--|
  /// ```
  public func throttle(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Throttle(interval, on: scheduler, discardsWhenCompleted: discardWhenCompleted))
  }

  /// Sends at most one value per `interval`: the first immediately, then the newest of the values that have come. See
  /// ``Signal/throttle(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public func throttle(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    throttle(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension SignalProducer {
  /// Sends at most one value per `interval`: the first immediately, then the newest of the values that have come. See
  /// ``Signal/throttle(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  public func throttle(
    _ interval: TimeInterval, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    lift { $0.throttle(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
  }

  /// Sends at most one value per `interval`: the first immediately, then the newest of the values that have come. See
  /// ``Signal/throttle(_:on:discardWhenCompleted:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public func throttle(
    _ interval: Duration, on scheduler: DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    throttle(interval.timeInterval, on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }
}

extension PropertyProtocol {
  /// A property that changes at most once per `interval`: immediately, then to the newest of the values that have come.
  ///
  /// ```
  /// source:                   ab-cd-----e----
  /// throttle(3 columns, on:): a--c--d---e----
  /// ```
  public func throttle(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.throttle(interval, on: scheduler, discardWhenCompleted: false) }
  }

  /// A property that changes at most once per `interval`: immediately, then to the newest of the values that have come.
  /// See ``PropertyProtocol/throttle(_:on:)-(TimeInterval,_)``.
  @_disfavoredOverload
  public func throttle(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    throttle(interval.timeInterval, on: scheduler)
  }
}
