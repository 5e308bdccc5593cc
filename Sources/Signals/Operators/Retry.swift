import Foundation

extension SignalProducer {
  /// Starts the work again, up to `count` times, when it fails; the last failure goes out. Each start counts for
  /// itself.
  ///
  /// ```
  /// source:         -a--#
  /// retry(upTo: 1): -a---a--#
  /// ```
  public func retry(upTo count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "Work cannot be retried fewer than no times.")
    return restarting { restarts, termination in
      if case .failed = termination, restarts < count { .restart } else { .end }
    }
  }

  /// Starts the work again, up to `count` times and `interval` later, when it fails; the last failure goes out at once.
  /// Each start counts for itself.
  ///
  /// ```
  /// source:                                   -a#
  /// retry(upTo: 1, interval: 3 columns, on:):                               -a----a#
  /// ```
  public func retry(
    upTo count: Int, interval: TimeInterval, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    return retry(upTo: count, backoff: .constant(interval), on: scheduler)
  }

  /// Starts the work again, up to `count` times and `interval` later, when it fails; the last failure goes out at once.
  /// Each start counts for itself.
  ///
  /// ```
  /// source:                                   -a#
  /// retry(upTo: 1, interval: 3 columns, on:):                               -a----a#
  /// ```
  @_disfavoredOverload
  public func retry(upTo count: Int, interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    retry(upTo: count, interval: interval.timeInterval, on: scheduler)
  }

  /// Starts the work again, up to `count` times, when it fails, waiting as `backoff` says, made irregular by `jitter`;
  /// the last failure goes out at once. Each start counts for itself.
  ///
  /// ```
  /// source:                                                        (a#)
  /// retry(upTo: 3, backoff: .exponential(initial: 1 column), on:): aa-a---(a#)
  /// ```
  ///
  /// - Parameters:
  ///   - count: How often the work is started again at most; `Int.max` for without end.
  ///   - backoff: How long to wait before each restart.
  ///   - jitter: How chance changes that time, so that many who failed together do not return together.
  ///   - scheduler: Where restarts happen.
  ///   - resetsOnValue: Whether the count and the waiting begin anew after the work has sent a value: for work that
  ///     goes on for long, and that has recovered when it sends.
  ///   - random: A number from 0 up to, not including, 1: what chance is made of. Tests put in their own.
  public func retry(
    upTo count: Int, backoff: Backoff, jitter: Jitter = .none, on scheduler: DateScheduler,
    resetsOnValue: Bool = false, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "Work cannot be retried fewer than no times.")
    return restarting(resetsOnValue: resetsOnValue) { restarts, termination in
      guard case .failed = termination, restarts < count else { return .end }
      let delay = jitter.applied(to: backoff.delay(beforeRestart: restarts + 1), random: random())
      return .restartLater(delay, scheduler)
    }
  }
}
