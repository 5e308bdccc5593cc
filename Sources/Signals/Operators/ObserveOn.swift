import Synchronization

/// The queue of what is to be sent; one action of the scheduler sends all that has come before it runs.
// Unchecked: `waiting` and `spare` are guarded by the lock of `state`.
private final class ObserveOn<Value: Sendable, Error: Swift.Error>: Stage, @unchecked Sendable {
  let output = Signal<Value, Error>.Core()
  private let scheduler: Scheduler
  private let alarm = Alarm()
  private let state = Locked(ObserveOnState())
  private var waiting = Backlog<Value>()
  /// An empty one, whose memory the next values take over.
  private var spare: Backlog<Value>?
  /// Whether what waits, but for the end, is not to be sent any more.
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
    // More is left to another action, so that a busy signal does not keep the scheduler from its other work.
    let mustSchedule = state.withLock { state in
      spare = batch
      state.isScheduled = !waiting.isEmpty
      return state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  /// Takes out what waits.
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

/// Outside of the stage, or it would depend on the types of the values too.
private struct ObserveOnState: Sendable {
  var isScheduled = false

  /// Whether an action has to be scheduled, which then counts as done.
  mutating func needsSchedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}

extension Signal {
  /// Sends all events on `scheduler`. What comes while others still wait for their turn there goes with them, in order.
  /// An interruption drops what waits.
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
  /// Sends all events on `scheduler`. What comes while others still wait for their turn there goes with them, in order.
  /// An interruption drops what waits.
  ///
  /// ```
  /// source:       -a--b-c---|
  /// observe(on:): --a--b-c---|
  /// ```
  public func observe(on scheduler: Scheduler) -> SignalProducer<Value, Error> {
    lift { $0.observe(on: scheduler) }
  }
}

extension PropertyProtocol {
  /// A property that takes over each value on `scheduler`.
  ///
  /// ```
  /// source:       a--b---c---
  /// observe(on:): a---b---c--
  /// ```
  public func observe(on scheduler: Scheduler) -> Property<Value> {
    following { $0.observe(on: scheduler) }
  }
}
