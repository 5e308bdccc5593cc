import Dispatch

// For tests and command lines: these functions block the thread until the work has ended, so never call them on a
// thread that the work needs.

extension SignalProducer {
  /// Starts the work and waits for its first value, which ends the work.
  ///
  /// - Returns: The value, or the error; nil if the work ended without either.
  public func first() -> Result<Value, Error>? {
    take(first: 1).single()
  }

  /// Starts the work and waits for its end.
  ///
  /// - Returns: The value if there was exactly one, or the error; nil if there was no value or a second one, which ends
  ///   the work.
  public func single() -> Result<Value, Error>? {
    let outcome = Outcome<Value, Error>()
    take(first: 2).start(outcome.take)
    return outcome.wait()
  }

  /// Starts the work and waits for its end.
  ///
  /// - Returns: The last value, or the error; nil if there was no value.
  public func last() -> Result<Value, Error>? {
    take(last: 1).single()
  }

  /// Starts the work and waits for its end.
  ///
  /// - Returns: The error if it failed, else success.
  @discardableResult
  public func wait() -> Result<(), Error> {
    then(SignalProducer<(), Error>(value: ())).last() ?? .success(())
  }
}

extension SignalProducer {
  /// Starts the work and waits for its first value, which ends the work. Unlike the function of the same name for
  /// callers that are not asynchronous, it blocks no thread. Cancelling the task ends the work.
  ///
  /// ```swift
  /// let page = try await pages.first()?.get()
  /// ```
  ///
  /// - Returns: The value, or the error; nil if the work ended without either.
  public func first() async -> Result<Value, Error>? {
    do throws(Error) {
      for try await value in values(bufferingPolicy: .bufferingOldest(1)) { return .success(value) }
      return nil
    } catch {
      return .failure(error)
    }
  }
}

/// The single value of a stream, for a waiting thread.
private final class Outcome<Value: Sendable, Error: Swift.Error>: Sendable {
  private let isOver = DispatchSemaphore(value: 0)
  private let result = Locked<Result<Value, Error>?>(nil)

  func take(_ event: Signal<Value, Error>.Event) {
    switch event {
    case .value(let value):
      // A second value removes the first.
      result.withLock { $0 = ($0 == nil) ? .success(value) : nil }
    case .failed(let error):
      result.withLock { $0 = .failure(error) }
      isOver.signal()
    case .completed, .interrupted:
      isOver.signal()
    }
  }

  func wait() -> Result<Value, Error>? {
    isOver.wait()
    return result.withLock { $0 }
  }
}
