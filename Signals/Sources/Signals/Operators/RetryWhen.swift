#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignalProducer {
  /// Starts failed work again as soon as the stream that `trigger` makes of the error sends a value; if that stream
  /// ends without one, the failure is sent.
  ///
  /// The stream is what a restart waits for: a date in the error, a person, a connection.
  ///
  /// ```swift
  /// page.retry { error, restart in
  ///   guard case .throttled(let until) = error, restart <= 3 else { return .empty }
  ///   return .timer(at: until, on: scheduler)
  /// }
  /// ```
  ///
  /// ```
  /// source:         -a#
  /// trigger:          --x
  /// retry { … }:    -a---a---a---a
  /// ```
  ///
  /// - Parameters:
  ///   - resetsOnValue: Whether a value of the work resets the count of restarts.
  ///   - trigger: Gets the error and the number of the restart that it decides about; the first is number 1. Each start
  ///     has a count of its own.
  public func retry<Trigger: SignalProducerConvertible>(
    resetsOnValue: Bool = false, when trigger: @escaping @Sendable (_ error: Error, _ restart: Int) -> Trigger
  ) -> SignalProducer<Value, Error> where Trigger.Error == Never {
    restarting(resetsOnValue: resetsOnValue) { restarts, termination in
      guard case .failed(let error) = termination else { return .end }
      return .restartWhen(trigger(error, restarts + 1).producer.map { _ in })
    }
  }

  /// Starts failed work again when the producer that `trigger` makes of the error sends. See
  /// ``retry(resetsOnValue:when:)-(_,(Error,Int)->Trigger)``.
  // With the producer's type in the signature, the closure can return `.timer(at:on:)` and `.empty`.
  public func retry(
    resetsOnValue: Bool = false,
    when trigger: @escaping @Sendable (_ error: Error, _ restart: Int) -> SignalProducer<Date, Never>
  ) -> SignalProducer<Value, Error> {
    restarting(resetsOnValue: resetsOnValue) { restarts, termination in
      guard case .failed(let error) = termination else { return .end }
      return .restartWhen(trigger(error, restarts + 1).map { _ in })
    }
  }
}
