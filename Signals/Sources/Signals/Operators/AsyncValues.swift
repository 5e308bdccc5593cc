/// The values of a stream as an asynchronous sequence. It throws when the stream fails, and ends when the stream
/// completes or is interrupted.
///
/// Values that have not been consumed are buffered, without limit unless a ``BufferingPolicy`` sets one. Leaving the
/// loop ends the observation or the start and drops the buffer, even if the sequence itself is kept: it can be iterated
/// only once.
///
/// ```swift
/// for await key in keys.values { … }
/// for try await page in pages.values { … }
/// ```
public struct AsyncValues<Value: Sendable, Error: Swift.Error>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Error

  /// The number of values that are buffered until they are consumed. The end of the stream is never dropped.
  public enum BufferingPolicy: Sendable {
    /// Buffers all values.
    case unbounded
    /// Buffers the oldest values up to a number; further values are dropped.
    case bufferingOldest(Int)
    /// Buffers the newest values up to a number; older ones are dropped.
    case bufferingNewest(Int)
  }

  private let source: AsyncValueSource<Value, Error>

  /// - Parameter start: Begins to observe with the closure that it gets.
  init(
    _ policy: BufferingPolicy = .unbounded, _ start: (@escaping Signal<Value, Error>.Observer.Action) -> Disposable?
  ) {
    source = AsyncValueSource(policy, start)
  }

  public func makeAsyncIterator() -> Iterator {
    let visit = source.enter()
    return Iterator(visit: visit, values: visit?.values.makeAsyncIterator())
  }

  /// Iterates over the values, once.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var visit: AsyncValueSource<Value, Error>.Visit?
    fileprivate var values: AsyncStream<Value>.Iterator?

    public mutating func next() async throws(Error) -> Value? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Error) -> Value? {
      if let value = await values?.next(isolation: actor) { return value }
      if let error = visit?.takeError() { throw error }
      return nil
    }
  }
}

/// The observation behind a sequence of values, which ends when its iteration has ended.
private final class AsyncValueSource<Value: Sendable, Error: Swift.Error>: Sendable {
  private let state: Locked<State>
  private let failure: Failure

  private struct State: Sendable {
    /// Nil after an iteration has ended.
    var values: AsyncStream<Value>?
    /// The current iteration; copies of an iterator share it.
    weak var visit: Visit?
  }

  /// The stream's error until it has been thrown.
  private final class Failure: Sendable {
    private let error = Locked<Error?>(nil)

    func set(_ error: Error) {
      self.error.withLock { $0 = error }
    }

    func take() -> Error? {
      error.withLock { error in
        defer { error = nil }
        return error
      }
    }
  }

  /// One iteration over the values, which ends when the last reference to it is released.
  final class Visit: Sendable {
    let values: AsyncStream<Value>
    private let source: AsyncValueSource

    init(_ values: AsyncStream<Value>, of source: AsyncValueSource) {
      self.values = values
      self.source = source
    }

    deinit {
      source.leave()
    }

    func takeError() -> Error? {
      source.failure.take()
    }
  }

  init(
    _ policy: AsyncValues<Value, Error>.BufferingPolicy,
    _ start: (@escaping Signal<Value, Error>.Observer.Action) -> Disposable?
  ) {
    let failure = Failure()
    self.failure = failure
    let (values, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: policy.ofStream)
    let observation = start { event in
      switch event {
      case .value(let value): continuation.yield(value)
      case .failed(let error):
        failure.set(error)
        continuation.finish()
      case .completed, .interrupted: continuation.finish()
      }
    }
    continuation.onTermination = { _ in observation?.dispose() }
    state = Locked(State(values: values))
  }

  /// Begins an iteration; returns nil if one has ended before.
  func enter() -> Visit? {
    state.withLock { state in
      if let visit = state.visit { return visit }
      guard let values = state.values else { return nil }
      let visit = Visit(values, of: self)
      state.visit = visit
      return visit
    }
  }

  private func leave() {
    // Releasing the last reference to the values, outside of the lock, ends the observation.
    let values = state.withLock { state in
      defer { state.values = nil }
      return state.values
    }
    withExtendedLifetime(values) {}
  }
}

extension AsyncValues.BufferingPolicy {
  fileprivate var ofStream: AsyncStream<Value>.Continuation.BufferingPolicy {
    switch self {
    case .unbounded: .unbounded
    case .bufferingOldest(let count): .bufferingOldest(count)
    case .bufferingNewest(let count): .bufferingNewest(count)
    }
  }
}

extension Signal {
  /// The values from now on as an asynchronous sequence.
  public var values: AsyncValues<Value, Error> { values(bufferingPolicy: .unbounded) }

  /// The values from now on as an asynchronous sequence with a limited buffer.
  public func values(bufferingPolicy policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(policy) { observe($0) }
  }

  /// The values from now on as an asynchronous sequence of the standard library's type.
  public var asyncThrowingStream: AsyncThrowingStream<Value, Swift.Error> { producer.asyncThrowingStream }
}

extension Signal where Error == Never {
  /// The values from now on as an asynchronous sequence of the standard library's type.
  public var asyncStream: AsyncStream<Value> { producer.asyncStream }
}

extension SignalProducer {
  /// The values of one start, which begins immediately, as an asynchronous sequence.
  public var values: AsyncValues<Value, Error> { values(bufferingPolicy: .unbounded) }

  /// The values of one start, which begins immediately, as an asynchronous sequence with a limited buffer.
  public func values(bufferingPolicy policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(policy) { start($0) }
  }

  /// The values of one start, which begins immediately, as an asynchronous sequence of the standard library's type.
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
  /// The values of one start, which begins immediately, as an asynchronous sequence of the standard library's type.
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
  /// The current value and each change as an asynchronous sequence, which ends with the source of the property.
  public var values: AsyncValues<Value, Never> { producer.values }

  /// The current value and each change as an asynchronous sequence with a limited buffer: `.bufferingNewest(1)` suits a
  /// loop that needs only the newest value.
  public func values(bufferingPolicy policy: AsyncValues<Value, Never>.BufferingPolicy) -> AsyncValues<Value, Never> {
    producer.values(bufferingPolicy: policy)
  }
}

extension SignalProducer {
  /// A producer whose starts iterate over `sequence` and send its elements. It fails when the sequence throws.
  ///
  /// Ending a start cancels the task that iterates, and leaves a sequence that ignores that at its next element.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Value, S.Failure == Error {
    self.init { observer, lifetime in
      let task = Task {
        do throws(Error) {
          for try await element in sequence {
            observer.send(value: element)
            if lifetime.hasEnded { return }
          }
          observer.sendCompleted()
        } catch {
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { task.cancel() }
    }
  }
}
