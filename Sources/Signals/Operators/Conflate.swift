import Foundation

/// What has come is folded into a batch, which goes out when the alarm rings. The alarm is set once per batch.
///
/// Folding is a user's code and runs outside of the lock, the batch being marked as in use. An alarm that rings meanwhile
/// leaves the batch alone, and the one who folds sets another.
private final class Conflate<Value: Sendable, Batch: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<Batch, Error>.Core()
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let initial: Batch
  private let fold: @Sendable (inout Batch, Value) -> Void
  private let alarm = Alarm()
  private let state = Locked(ConflateState())
  /// Belongs to the one who folds while `state` says so, and else is guarded by the lock of `state`.
  private let batch = Place<Batch>()

  init(
    _ interval: TimeInterval, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) {
    self.interval = interval
    self.initial = initial
    self.scheduler = scheduler
    self.fold = fold
  }

  func receive(_ value: Value) {
    state.withLock { $0.isFolding = true }
    if !batch.isTaken { batch.set(initial) }
    batch.modify { fold(&$0, value) }
    let (mustSetAlarm, lastSent) = state.withLock { state in
      state.isFolding = false
      defer { state.isAlarmSet = true }
      return (!state.isAlarmSet, state.lastSent)
    }
    guard mustSetAlarm else { return }
    let send: @Sendable () -> Void = { [self] in sendBatch() }
    if let due = lastSent?.addingTimeInterval(interval), due > scheduler.currentDate {
      alarm.set(for: due, within: interval, on: scheduler, send)
    } else {
      alarm.set { scheduler.schedule(send) }
    }
  }

  private func sendBatch() {
    let now = scheduler.currentDate
    let finished: Batch? = state.withLock { state in
      state.isAlarmSet = false
      guard !state.isFolding, let finished = batch.take() else { return nil }
      state.lastSent = now
      return finished
    }
    if let finished { output.send(finished) }
  }

  func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination { discardBatch() }
    // The source is over, so nobody folds any more.
    alarm.setLast {
      scheduler.schedule { [self] in
        sendBatch()
        output.end(termination)
      }
    }
  }

  /// Lets go of the batch; while somebody folds, it goes with the stage.
  private func discardBatch() {
    let discarded: Batch? = state.withLock { state in state.isFolding ? nil : batch.take() }
    withExtendedLifetime(discarded) {}
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
    discardBatch()
  }
}

/// Outside of the stage, or it would depend on the types of the values too.
private struct ConflateState: Sendable {
  var isAlarmSet = false
  var isFolding = false
  var lastSent: Date?
}

extension Signal {
  /// Folds the values that come within an interval into one, and sends that on `scheduler`: the first at once, then at
  /// most one per `interval`. No value is lost, and however many come, one batch of them waits.
  ///
  /// This is how a busy stream crosses over to a place that must not be kept busy: one hop a batch, and what waits takes
  /// no more room than a batch does.
  ///
  /// ```swift
  /// edits.conflate(every: 1.0 / 30, into: Batch(), on: ui) { $0.append($1) }
  /// ```
  ///
  /// Nothing is sent for an interval without values. When the source completes or fails, what has been folded goes out
  /// on the scheduler without waiting, and the ending right after it; an interruption drops it.
  ///
  /// ```
  /// source:                                  ab-c   d-----e-f|
  /// conflate(every: 3 columns, into: "", …): a--<bc>--d---e--(f|)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The shortest time from one batch to the next, in seconds; the last batch may come sooner.
  ///   - initial: What each batch begins with.
  ///   - scheduler: Where batches are sent.
  ///   - fold: Adds a value to a batch. It is called where the value comes from.
  public func conflate<Batch: Sendable>(
    every interval: TimeInterval, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> Signal<Batch, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Conflate(interval, into: initial, on: scheduler, fold))
  }

  /// Folds the values that come within an interval into one, and sends that on `scheduler`. See
  /// ``conflate(every:into:on:_:)-(TimeInterval,_,_,_)``.
  @_disfavoredOverload
  public func conflate<Batch: Sendable>(
    every interval: Duration, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> Signal<Batch, Error> {
    conflate(every: interval.timeInterval, into: initial, on: scheduler, fold)
  }
}

extension SignalProducer {
  /// Folds the values that come within an interval into one, and sends that on `scheduler`. See
  /// ``Signal/conflate(every:into:on:_:)-(TimeInterval,_,_,_)``.
  ///
  /// ```
  /// source:                                  ab-c   d-----e-f|
  /// conflate(every: 3 columns, into: "", …): a--<bc>--d---e--(f|)
  /// ```
  public func conflate<Batch: Sendable>(
    every interval: TimeInterval, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> SignalProducer<Batch, Error> {
    lift { $0.conflate(every: interval, into: initial, on: scheduler, fold) }
  }

  /// Folds the values that come within an interval into one, and sends that on `scheduler`. See
  /// ``Signal/conflate(every:into:on:_:)-(TimeInterval,_,_,_)``.
  @_disfavoredOverload
  public func conflate<Batch: Sendable>(
    every interval: Duration, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> SignalProducer<Batch, Error> {
    conflate(every: interval.timeInterval, into: initial, on: scheduler, fold)
  }
}
