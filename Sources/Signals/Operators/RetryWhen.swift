import Foundation

extension SignalProducer {
  /// Starts the work again, when it fails, as soon as the stream that `trigger` makes of the error sends a value; if that
  /// stream ends without one, the failure goes out.
  ///
  /// The stream says what a restart waits for: a date that the error names, a person, a connection.
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
  ///   - resetsOnValue: Whether restarts are counted from 1 again after the work has sent a value.
  ///   - trigger: Gets the error and the number of the restart that it decides about; the first is number 1. Each start
  ///     counts for itself.
  public func retry<Trigger: SignalProducerConvertible>(
    resetsOnValue: Bool = false, when trigger: @escaping @Sendable (_ error: Error, _ restart: Int) -> Trigger
  ) -> SignalProducer<Value, Error> where Trigger.Error == Never {
    restarting(resetsOnValue: resetsOnValue) { restarts, termination in
      guard case .failed(let error) = termination else { return .end }
      return .restartWhen(trigger(error, restarts + 1).producer.map { _ in })
    }
  }

  /// Starts the work again, when it fails, at the date that `trigger` says for the error. See
  /// ``retry(resetsOnValue:when:)-(_,(Error,Int)->Trigger)``.
  // With a type that is written out, `.timer(at:on:)` and `.empty` are found in it.
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
