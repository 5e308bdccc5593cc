#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values are folded into a batch, which goes out when the alarm rings. The alarm is set once per batch.
///
/// Folding is a user's code and runs outside of the lock while the batch is marked as in use. An alarm that rings
/// meanwhile leaves the batch alone, and the folding thread sets another.
// Unchecked as its superclass is; what is held belongs to the folding thread while `isFolding` says so.
private final class Conflate<Value: Sendable, Batch: Sendable, Error: Swift.Error>: Holding<Batch, Batch, Error>, Stage,
  @unchecked Sendable
{
  private let interval: TimeInterval
  private let scheduler: DateScheduler
  private let initial: Batch
  private let fold: @Sendable (inout Batch, Value) -> Void
  private var isFolding = false
  private var lastSent: Date?

  init(
    _ interval: TimeInterval, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) {
    self.interval = interval
    self.initial = initial
    self.scheduler = scheduler
    self.fold = fold
    super.init(on: scheduler)
  }

  func receive(_ value: Value) {
    state.withLock { _ in isFolding = true }
    if !held.isTaken { held.set(initial) }
    held.modify { fold(&$0, value) }
    let (mustSetAlarm, lastSent) = state.withLock { state in
      isFolding = false
      return (state.needsAlarm(), self.lastSent)
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
      guard !isFolding, let finished = held.take() else { return nil }
      lastSent = now
      return finished
    }
    if let finished { output.send(finished) }
  }

  override func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination { drop() }
    // The source is over, so no thread folds any more.
    alarm.setLast {
      scheduler.schedule { [self] in
        sendBatch()
        output.end(termination)
      }
    }
  }

  /// Releases the batch; during folding it is released with the stage instead.
  override func drop() {
    let discarded: Batch? = state.withLock { _ in isFolding ? nil : held.take() }
    withExtendedLifetime(discarded) {}
  }
}

extension Signal {
  /// Folds the values of each interval into one batch, and sends that on `scheduler`: the first immediately, then at
  /// most one per `interval`. No value is lost, and at most one batch waits, however many values come.
  ///
  /// Use it to move a busy stream to a scheduler that must stay responsive: there is one hop per batch, and the waiting
  /// values take the room of one batch.
  ///
  /// ```swift
  /// edits.conflate(every: 1.0 / 30, into: Batch(), on: ui) { $0.append($1) }
  /// ```
  ///
  /// Nothing is sent for an interval without values. When the source completes or fails, the current batch goes out on
  /// the scheduler without waiting, and the ending right after it. An interruption drops the batch.
  ///
  /// ```
  /// source:                                  ab-c   d-----e-f|
  /// conflate(every: 3 columns, into: "", …): a--<bc>--d---e--(f|)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The shortest time from one batch to the next, in seconds; the last batch may come sooner.
  ///   - initial: The value that each batch begins with.
  ///   - scheduler: The scheduler on which batches are sent.
  ///   - fold: Adds a value to a batch. It is called on the thread that sends the value.
  public func conflate<Batch: Sendable>(
    every interval: TimeInterval, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> Signal<Batch, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return pass(through: Conflate(interval, into: initial, on: scheduler, fold))
  }

  /// Folds the values of each interval into one batch, and sends that on `scheduler`. See
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
  /// Folds the values of each interval into one batch, and sends that on `scheduler`. See
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

  /// Folds the values of each interval into one batch, and sends that on `scheduler`. See
  /// ``Signal/conflate(every:into:on:_:)-(TimeInterval,_,_,_)``.
  @_disfavoredOverload
  public func conflate<Batch: Sendable>(
    every interval: Duration, into initial: Batch, on scheduler: DateScheduler,
    _ fold: @escaping @Sendable (inout Batch, Value) -> Void
  ) -> SignalProducer<Batch, Error> {
    conflate(every: interval.timeInterval, into: initial, on: scheduler, fold)
  }
}
