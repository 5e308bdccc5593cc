import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Waiting values are in a queue, and one alarm is set for the first of them.
// Unchecked: the lock of `state` guards `waiting`, and `ready` belongs to the alarm's work, of which there is one at a
// time.
private final class Delay<Value: Sendable, Error: Swift.Error>: Stage, @unchecked Sendable {
  let output = Signal<Value, Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let alarm = Alarm()
  private let state = Locked(DelayState())
  /// The values for the dates in the state.
  private let waiting = ValueQueue<Value>()
  /// The values that are due and are being sent.
  private let ready = ValueQueue<Value>()
  /// Whether a failure, an interruption or disposal keeps the remaining values from being sent.
  private let isCut = Atomic<Bool>(false)

  init(_ interval: TimeInterval, on scheduler: DateScheduler) {
    self.interval = interval
    self.scheduler = scheduler
  }

  func receive(_ value: Value) {
    let due = scheduler.currentDate.addingTimeInterval(interval)
    let mustSetAlarm = state.withLock { state in
      waiting.append(value)
      state.dates.append(due)
      return state.needsAlarm()
    }
    if mustSetAlarm { setAlarm(for: due) }
  }

  func terminate(_ termination: Termination<Error>) {
    guard case .completed = termination else {
      discardWaiting()
      return alarm.setLast { scheduler.schedule { [output] in output.end(termination) } }
    }
    let due = scheduler.currentDate.addingTimeInterval(interval)
    let mustSetAlarm = state.withLock { state in
      state.completion = due
      return state.needsAlarm()
    }
    if mustSetAlarm { setAlarm(for: due) }
  }

  private func setAlarm(for date: Date) {
    alarm.set(for: date, within: interval, on: scheduler) { [self] in sendDue(at: date) }
  }

  /// - Parameter date: The date for which the alarm was set, whatever the clock shows.
  private func sendDue(at date: Date) {
    // A scheduler may be late, and then more values are due; or the clock was set back, and then no others are.
    let now = scheduler.currentDate
    let isCompleting = state.withLock { state in
      while let due = state.dates.first, due == date || due <= now {
        _ = state.dates.takeFirst()
        ready.append(waiting.takeFirst())
      }
      return state.dates.isEmpty && state.completion.map { $0 == date || $0 <= now } ?? false
    }
    while !ready.isEmpty {
      let value = ready.takeFirst()
      if !isCut.load(ordering: .acquiring) { output.send(value) }
    }
    if isCompleting { return output.end(.completed) }
    let next: Date? = state.withLock { state in
      let next = state.dates.first ?? state.completion
      state.isAlarmSet = next != nil
      return next
    }
    if let next { setAlarm(for: next) }
  }

  private func discardWaiting() {
    isCut.store(true, ordering: .releasing)
    // Releasing values may run any code, so it happens outside of the lock.
    let discarded = ValueQueue<Value>()
    state.withLock { state in
      state = DelayState(isAlarmSet: state.isAlarmSet)
      discarded.takeAll(from: waiting)
    }
    withExtendedLifetime(discarded) {}
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    discardWaiting()
  }
}

/// Declared outside of the stage, where it would depend on the types of the values.
private struct DelayState: Sendable {
  /// When each value is due.
  let dates = ValueQueue<Date>()
  /// When completion is due.
  var completion: Date?
  var isAlarmSet = false

  /// Returns whether the alarm must be set, and marks it as set.
  mutating func needsAlarm() -> Bool {
    defer { isAlarmSet = true }
    return !isAlarmSet
  }
}

extension Signal {
  /// Sends values and completion `interval` later, on `scheduler`. A failure or an interruption goes out immediately,
  /// and waiting values are dropped.
  ///
  /// ```
  /// source:                -a--b----|
  /// delay(2 columns, on:): ---a--b----|
  /// ```
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Delay(interval, on: scheduler))
  }

  /// Sends values and completion `interval` later, on `scheduler`. See ``Signal/delay(_:on:)-(TimeInterval,_)``.
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> Signal<Value, Error> {
    delay(interval.timeInterval, on: scheduler)
  }
}

extension SignalProducer {
  /// Sends values and completion `interval` later, on `scheduler`. See ``Signal/delay(_:on:)-(TimeInterval,_)``.
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    lift { $0.delay(interval, on: scheduler) }
  }

  /// Sends values and completion `interval` later, on `scheduler`. See ``Signal/delay(_:on:)-(TimeInterval,_)``.
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    delay(interval.timeInterval, on: scheduler)
  }
}

extension PropertyProtocol {
  /// A property that takes each value `interval` later.
  ///
  /// ```
  /// source:                a--b----c----
  /// delay(2 columns, on:): a----b----c--
  /// ```
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.delay(interval, on: scheduler) }
  }

  /// A property that takes each value `interval` later. See ``PropertyProtocol/delay(_:on:)-(TimeInterval,_)``.
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    delay(interval.timeInterval, on: scheduler)
  }
}
