/// The values of a stream as an asynchronous sequence. It throws where the stream fails, and ends where it completes or
/// is interrupted.
///
/// Values that are not taken yet wait without limit. Leaving the loop ends the observation, or the start.
///
/// ```swift
/// for await key in keys.values { … }
/// for try await page in pages.values { … }
/// ```
public struct AsyncValues<Value: Sendable, Error: Swift.Error>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Error

  private let events: AsyncStream<Signal<Value, Error>.Event>

  /// - Parameter start: Begins to observe with the closure that it is given.
  init(_ start: (@escaping Signal<Value, Error>.Observer.Action) -> Disposable?) {
    events = AsyncStream { continuation in
      let observation = start { event in
        continuation.yield(event)
        if event.isTerminating { continuation.finish() }
      }
      continuation.onTermination = { _ in observation?.dispose() }
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(events: events.makeAsyncIterator())
  }

  /// Goes through the values, once.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var events: AsyncStream<Signal<Value, Error>.Event>.Iterator

    public mutating func next() async throws(Error) -> Value? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Error) -> Value? {
      switch await events.next(isolation: actor) {
      case .value(let value): value
      case .failed(let error): throw error
      case .completed, .interrupted, nil: nil
      }
    }
  }
}

extension Signal {
  /// The values from now on as an asynchronous sequence.
  public var values: AsyncValues<Value, Error> {
    AsyncValues { observe($0) }
  }

  /// The values from now on as an asynchronous sequence of the standard library's type.
  public var asyncThrowingStream: AsyncThrowingStream<Value, Swift.Error> { producer.asyncThrowingStream }
}

extension Signal where Error == Never {
  /// The values from now on as an asynchronous sequence of the standard library's type.
  public var asyncStream: AsyncStream<Value> { producer.asyncStream }
}

extension SignalProducer {
  /// The values of one start, which begins at once, as an asynchronous sequence.
  public var values: AsyncValues<Value, Error> {
    AsyncValues { start($0) }
  }

  /// The values of one start, which begins at once, as an asynchronous sequence of the standard library's type.
  public var asyncThrowingStream: AsyncThrowingStream<Value, Swift.Error> {
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
}

extension SignalProducer where Error == Never {
  /// The values of one start, which begins at once, as an asynchronous sequence of the standard library's type.
  public var asyncStream: AsyncStream<Value> {
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
}

extension PropertyProtocol {
  /// The value that stands and each change as an asynchronous sequence, which ends with the source of the property.
  public var values: AsyncValues<Value, Never> { producer.values }
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
