#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignalProducer {
  /// Starts the work again, up to `count` times, when it fails; the last failure is sent. Each start has a count of its
  /// own.
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

  /// Starts the work again after `interval`, up to `count` times, when it fails; the last failure is sent immediately.
  /// Each start has a count of its own.
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

  /// Starts the work again after `interval`, up to `count` times, when it fails; the last failure is sent immediately.
  /// See ``SignalProducer/retry(upTo:interval:on:)-(_,TimeInterval,_)``.
  @_disfavoredOverload
  public func retry(upTo count: Int, interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    retry(upTo: count, interval: interval.timeInterval, on: scheduler)
  }

  /// Starts the work again after a delay, up to `count` times, when it fails; the last failure is sent immediately.
  /// Each start has a count of its own.
  ///
  /// ```
  /// source:                                                        (a#)
  /// retry(upTo: 3, backoff: .exponential(initial: 1 column), on:): aa-a---(a#)
  /// ```
  ///
  /// - Parameters:
  ///   - count: The largest number of restarts; `Int.max` for no limit.
  ///   - backoff: The delay before each restart.
  ///   - jitter: The random change of that delay, so that many clients that failed together do not return together.
  ///   - scheduler: The scheduler on which the work is started again.
  ///   - resetsOnValue: Whether a value resets the count and the delay. For long-lived work, which has recovered when
  ///     it sends.
  ///   - random: Returns a random number from 0 up to, but not including, 1. Tests pass their own.
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
