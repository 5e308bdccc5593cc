import Synchronization

/// A queue of the values to send. One scheduled action sends all values that have come before it runs.
// Unchecked: the lock of `state` guards `waiting` and `spare`.
private final class ObserveOn<Value: Sendable, Error: Swift.Error>: Stage, @unchecked Sendable {
  let output = Signal<Value, Error>.Core()
  private let scheduler: Scheduler
  private let alarm = Alarm()
  private let state = Locked(ObserveOnState())
  private var waiting = Backlog<Value>()
  /// An empty backlog, whose memory the next values reuse.
  private var spare: Backlog<Value>?
  /// Whether waiting values are dropped and only the end is sent.
  private let isCut = Atomic<Bool>(false)

  init(on scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func receive(_ value: Value) {
    let mustSchedule = state.withLock { state in
      waiting.append(value)
      return state.needsSchedule()
    }
    if mustSchedule { schedule() }
  }

  func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination { discardWaiting() }
    let mustSchedule = state.withLock { state in
      waiting.append { [output] in output.end(termination) }
      return state.needsSchedule()
    }
    if mustSchedule { schedule() }
  }

  private func schedule() {
    alarm.set { scheduler.schedule { [self] in sendWaiting() } }
  }

  private func sendWaiting() {
    let batch = exchangeWaiting(for: nil)
    batch.workOff { value in
      if !isCut.load(ordering: .acquiring) { output.send(value) }
    }
    // Further values are left to another action, so that a busy signal does not keep the scheduler from its other work.
    let mustSchedule = state.withLock { state in
      spare = batch
      state.isScheduled = !waiting.isEmpty
      return state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  /// Takes the waiting values out.
  private func exchangeWaiting(for other: Backlog<Value>?) -> Backlog<Value> {
    state.withLock { _ in
      let batch = waiting
      waiting = other ?? spare ?? Backlog()
      spare = nil
      return batch
    }
  }

  private func discardWaiting() {
    isCut.store(true, ordering: .releasing)
    withExtendedLifetime(exchangeWaiting(for: Backlog())) {}
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    discardWaiting()
  }
}

/// Declared outside of the stage, where it would depend on the types of the values.
private struct ObserveOnState: Sendable {
  var isScheduled = false

  /// Returns whether an action must be scheduled, and marks it as scheduled.
  mutating func needsSchedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}

extension Signal {
  /// Sends all events on `scheduler`, in order. Events that come while others wait there go out with them. An
  /// interruption drops waiting values.
  ///
  /// ```
  /// source:       -a--b-c---|
  /// observe(on:): --a--b-c---|
  /// ```
  public func observe(on scheduler: Scheduler) -> Signal<Value, Error> {
    pass(through: ObserveOn(on: scheduler))
  }
}

extension SignalProducer {
  /// Sends all events on `scheduler`, in order. See ``Signal/observe(on:)-(Scheduler)``.
  public func observe(on scheduler: Scheduler) -> SignalProducer<Value, Error> {
    lift { $0.observe(on: scheduler) }
  }
}

extension PropertyProtocol {
  /// A property that takes each value on `scheduler`.
  ///
  /// ```
  /// source:       a--b---c---
  /// observe(on:): a---b---c--
  /// ```
  public func observe(on scheduler: Scheduler) -> Property<Value> {
    following { $0.observe(on: scheduler) }
  }
}
