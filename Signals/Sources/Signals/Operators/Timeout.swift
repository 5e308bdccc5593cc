#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Signal {
  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`.
  ///
  /// ```
  /// source:                         -a--b--------c|
  /// timeout(after: 6 columns, ...): -a--b-#
  /// ```
  public func timeout(
    after interval: TimeInterval, raising error: Error, on scheduler: DateScheduler
  ) -> Signal<Value, Error> {
    precondition(interval >= 0, "An interval cannot be negative.")
    let output = Core()
    let timer = scheduler.schedule(after: scheduler.currentDate.addingTimeInterval(interval)) {
      output.end(.failed(error))
    }
    output.setUpstream(CompositeDisposable([timer, core.attach(SendSink(output))]))
    return Signal(output)
  }

  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`. See ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  @_disfavoredOverload
  public func timeout(
    after interval: Duration, raising error: Error, on scheduler: DateScheduler
  ) -> Signal<Value, Error> {
    timeout(after: interval.timeInterval, raising: error, on: scheduler)
  }
}

extension Signal where Error == Never {
  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`. See ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  public func timeout<NewError>(
    after interval: TimeInterval, raising error: NewError, on scheduler: DateScheduler
  ) -> Signal<Value, NewError> {
    promoteError(NewError.self).timeout(after: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` on `scheduler` if the source has not ended after `interval`. See
  /// ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  @_disfavoredOverload
  public func timeout<NewError>(
    after interval: Duration, raising error: NewError, on scheduler: DateScheduler
  ) -> Signal<Value, NewError> {
    timeout(after: interval.timeInterval, raising: error, on: scheduler)
  }
}

extension SignalProducer {
  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`. See ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  public func timeout(
    after interval: TimeInterval, raising error: Error, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    lift { $0.timeout(after: interval, raising: error, on: scheduler) }
  }

  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`. See ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  @_disfavoredOverload
  public func timeout(
    after interval: Duration, raising error: Error, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    timeout(after: interval.timeInterval, raising: error, on: scheduler)
  }
}

extension SignalProducer where Error == Never {
  /// Sends the values of the source, and fails with `error` on `scheduler` if the source has not ended after
  /// `interval`. See ``Signal/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  public func timeout<NewError>(
    after interval: TimeInterval, raising error: NewError, on scheduler: DateScheduler
  ) -> SignalProducer<Value, NewError> {
    lift { $0.timeout(after: interval, raising: error, on: scheduler) }
  }

  /// Fails with `error` on `scheduler` if the source has not ended after `interval`. See
  /// ``SignalProducer/timeout(after:raising:on:)-(TimeInterval,Error,_)``.
  @_disfavoredOverload
  public func timeout<NewError>(
    after interval: Duration, raising error: NewError, on scheduler: DateScheduler
  ) -> SignalProducer<Value, NewError> {
    timeout(after: interval.timeInterval, raising: error, on: scheduler)
  }
}
