extension Signal {
  /// The values as an asynchronous sequence, which throws where the signal fails and ends where it ends.
  ///
  /// Values that are not taken yet wait without limit. Leaving the loop ends the observation.
  ///
  /// ```swift
  /// for try await page in pages.values { … }
  /// ```
  public var values: AsyncThrowingStream<Value, Swift.Error> {
    AsyncThrowingStream { continuation in
      let observation = core.attach(
        ClosureSink(value: { continuation.yield($0) }) { termination in
          if case .failed(let error) = termination {
            continuation.finish(throwing: error)
          } else {
            continuation.finish()
          }
        })
      continuation.onTermination = { _ in observation?.dispose() }
    }
  }

  /// The same as ``values``, by the name that ReactiveSwift gives it.
  public var asyncThrowingStream: AsyncThrowingStream<Value, Swift.Error> { values }
}

extension Signal where Error == Never {
  /// The values as an asynchronous sequence, which ends where the signal ends.
  ///
  /// Values that are not taken yet wait without limit. Leaving the loop ends the observation.
  ///
  /// ```swift
  /// for await key in keys.values { … }
  /// ```
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let observation = core.attach(ClosureSink(value: { continuation.yield($0) }) { _ in continuation.finish() })
      continuation.onTermination = { _ in observation?.dispose() }
    }
  }

  /// The same as ``values``, by the name that ReactiveSwift gives it.
  public var asyncStream: AsyncStream<Value> { values }
}

extension SignalProducer {
  /// The values of one start as an asynchronous sequence, which throws where the work fails and ends where it ends.
  ///
  /// The work begins when this is called. Values that are not taken yet wait without limit. Leaving the loop interrupts
  /// the work.
  public var values: AsyncThrowingStream<Value, Swift.Error> {
    AsyncThrowingStream { continuation in
      let start = start { event in
        switch event {
        case .value(let value): continuation.yield(value)
        case .failed(let error): continuation.finish(throwing: error)
        case .completed, .interrupted: continuation.finish()
        }
      }
      continuation.onTermination = { _ in start.dispose() }
    }
  }

  /// The same as ``values``, by the name that ReactiveSwift gives it.
  public var asyncThrowingStream: AsyncThrowingStream<Value, Swift.Error> { values }
}

extension SignalProducer where Error == Never {
  /// The values of one start as an asynchronous sequence, which ends where the work ends.
  ///
  /// The work begins when this is called. Values that are not taken yet wait without limit. Leaving the loop interrupts
  /// the work.
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let start = start { event in
        switch event {
        case .value(let value): continuation.yield(value)
        case .completed, .interrupted: continuation.finish()
        }
      }
      continuation.onTermination = { _ in start.dispose() }
    }
  }

  /// The same as ``values``, by the name that ReactiveSwift gives it.
  public var asyncStream: AsyncStream<Value> { values }
}

extension PropertyProtocol {
  /// The value that stands and each change as an asynchronous sequence, which ends where the property completes.
  ///
  /// Values that are not taken yet wait without limit.
  public var values: AsyncStream<Value> { producer.values }
}

extension SignalProducer {
  /// A producer whose starts each go through `sequence` and send its elements; it fails where the sequence throws.
  ///
  /// Ending a start cancels the task that goes through the sequence.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Value, S.Failure == Error {
    self.init { observer, lifetime in
      let task = Task {
        do throws(Error) {
          for try await element in sequence { observer.send(value: element) }
          observer.sendCompleted()
        } catch {
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { task.cancel() }
    }
  }
}
