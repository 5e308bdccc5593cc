import Foundation

/// What waits stands in a queue, and one alarm is set for the first of it.
private final class Delay<Value: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Value, Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let alarm = Alarm()
  private let state = Locked(State())

  private struct State: Sendable {
    var waiting = Fifo<(due: Date, event: Signal<Value, Error>.Event)>()
    var isAlarmSet = false
  }

  init(_ interval: TimeInterval, on scheduler: DateScheduler) {
    self.interval = interval
    self.scheduler = scheduler
  }

  func receive(_ value: Value) {
    enqueue(.value(value))
  }

  func terminate(_ termination: Termination<Error>) {
    if case .completed = termination { return enqueue(.completed) }
    discardWaiting()
    alarm.set { scheduler.schedule { [output] in output.end(termination) } }
  }

  private func enqueue(_ event: Signal<Value, Error>.Event) {
    let due = scheduler.currentDate.addingTimeInterval(interval)
    let mustSetAlarm = state.withLock { state in
      state.waiting.append((due, event))
      defer { state.isAlarmSet = true }
      return !state.isAlarmSet
    }
    if mustSetAlarm { setAlarm(for: due) }
  }

  private func setAlarm(for date: Date) {
    alarm.set(for: date, within: interval, on: scheduler) { [self] in sendDue(at: date) }
  }

  /// - Parameter date: What the alarm was set for, whatever the clock shows.
  private func sendDue(at date: Date) {
    // A scheduler may ring late, and then more is due.
    let now = max(date, scheduler.currentDate)
    while let event = takeDue(by: now) { output.send(event: event) }
    let next: Date? = state.withLock { state in
      state.isAlarmSet = !state.waiting.isEmpty
      return state.waiting.first?.due
    }
    if let next { setAlarm(for: next) }
  }

  private func takeDue(by date: Date) -> Signal<Value, Error>.Event? {
    state.withLock { state in
      guard let first = state.waiting.first, first.due <= date else { return nil }
      return state.waiting.popFirst()?.event
    }
  }

  private func discardWaiting() {
    let discarded = state.withLock { state in
      defer { state.waiting = Fifo() }
      return state.waiting
    }
    withExtendedLifetime(discarded) {}
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    discardWaiting()
  }
}

extension Signal {
  /// Sends values and completion `interval` later, on `scheduler`. A failure or an interruption goes out at once, and
  /// what waits is dropped.
  ///
  /// ```
  /// source:                -a--b----|
  /// delay(2 columns, on:): ---a--b----|
  /// ```
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Delay(interval, on: scheduler))
  }

  /// Sends values and completion `interval` later, on `scheduler`. A failure or an interruption goes out at once, and
  /// what waits is dropped.
  ///
  /// ```
  /// source:                -a--b----|
  /// delay(2 columns, on:): ---a--b----|
  /// ```
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> Signal<Value, Error> {
    delay(interval.timeInterval, on: scheduler)
  }
}

extension SignalProducer {
  /// Sends values and completion `interval` later, on `scheduler`. A failure or an interruption goes out at once, and
  /// what waits is dropped.
  ///
  /// ```
  /// source:                -a--b----|
  /// delay(2 columns, on:): ---a--b----|
  /// ```
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    lift { $0.delay(interval, on: scheduler) }
  }

  /// Sends values and completion `interval` later, on `scheduler`. A failure or an interruption goes out at once, and
  /// what waits is dropped.
  ///
  /// ```
  /// source:                -a--b----|
  /// delay(2 columns, on:): ---a--b----|
  /// ```
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    delay(interval.timeInterval, on: scheduler)
  }
}

extension PropertyProtocol {
  /// A property that takes over each value `interval` later.
  ///
  /// ```
  /// source:                a--b----c----
  /// delay(2 columns, on:): a----b----c--
  /// ```
  public func delay(_ interval: TimeInterval, on scheduler: DateScheduler) -> Property<Value> {
    following { $0.delay(interval, on: scheduler) }
  }

  /// A property that takes over each value `interval` later.
  ///
  /// ```
  /// source:                a--b----c----
  /// delay(2 columns, on:): a----b----c--
  /// ```
  @_disfavoredOverload
  public func delay(_ interval: Duration, on scheduler: DateScheduler) -> Property<Value> {
    delay(interval.timeInterval, on: scheduler)
  }
}
