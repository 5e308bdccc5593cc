/// The queue of what is to be sent; one action of the scheduler sends all that has come before it runs.
private final class ObserveOn<Value: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Value, Error>.Core()
  private let scheduler: Scheduler
  private let alarm = Alarm()
  private let state = Locked(State())

  private struct State: Sendable {
    var waiting = ContiguousArray<Signal<Value, Error>.Event>()
    /// An empty array whose capacity the next events take over.
    var spare = ContiguousArray<Signal<Value, Error>.Event>()
    var isScheduled = false
    /// Whether what waits, but for the end, is not to be sent any more.
    var isCut = false
  }

  init(on scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func receive(_ value: Value) {
    enqueue(.value(value))
  }

  func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination {
      let discarded = state.withLock { state in
        defer { state.waiting = [] }
        state.isCut = true
        return state.waiting
      }
      withExtendedLifetime(discarded) {}
    }
    enqueue(.init(termination))
  }

  private func enqueue(_ event: Signal<Value, Error>.Event) {
    let mustSchedule = state.withLock { state in
      state.waiting.append(event)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  private func schedule() {
    alarm.set { scheduler.schedule { [self] in sendWaiting() } }
  }

  private func sendWaiting() {
    var batch = state.withLock { state in
      defer {
        state.waiting = state.spare
        state.spare = []
      }
      return state.waiting
    }
    for event in batch {
      if !event.isTerminating, state.withLock({ $0.isCut }) { continue }
      output.send(event: event)
    }
    batch.removeAll(keepingCapacity: true)
    // More is left to another action, so that a busy signal does not keep the scheduler from its other work.
    let mustSchedule = state.withLock { state in
      state.spare = batch
      state.isScheduled = !state.waiting.isEmpty
      return state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    let discarded = state.withLock { state in
      defer { state.waiting = [] }
      state.isCut = true
      return state.waiting
    }
    withExtendedLifetime(discarded) {}
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
