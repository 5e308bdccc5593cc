import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DateScheduler {
  /// Waits until `date` on this scheduler's clock, and resumes in the caller's isolation.
  ///
  /// ```swift
  /// try await scheduler.sleep(until: nextMidnight)
  /// ```
  ///
  /// - Parameters:
  ///   - date: The date at which the caller resumes.
  ///   - isolation: The caller's isolation.
  /// - Throws: `CancellationError` as soon as the task is cancelled, or when the scheduler drops the scheduled work.
  public func sleep(
    until date: Date, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let sleep = Sleep()
    do {
      try await withTaskCancellationHandler(
        operation: {
          // Captured, so that the closure keeps the caller's isolation.
          _ = isolation
          try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            guard sleep.begin(continuation) else { return }
            let wakeUp = WakeUp(sleep)
            sleep.keep(schedule(after: date) { wakeUp.ring() })
          }
        }, onCancel: { sleep.end(with: .failure(CancellationError())) }, isolation: isolation)
    } catch {
      throw CancellationError()
    }
  }

  /// Waits for `interval` on this scheduler's clock. See ``sleep(until:isolation:)``.
  public func sleep(
    for interval: DispatchTimeInterval, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await sleep(until: currentDate.addingTimeInterval(interval.timeInterval), isolation: isolation)
  }

  /// Waits for seconds on this scheduler's clock. See ``sleep(until:isolation:)``.
  public func sleep(
    for interval: TimeInterval, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await sleep(until: currentDate.addingTimeInterval(interval), isolation: isolation)
  }

  /// Waits for `interval` on this scheduler's clock. See ``sleep(until:isolation:)``.
  @_disfavoredOverload
  public func sleep(
    for interval: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await sleep(until: currentDate.addingTimeInterval(interval.timeInterval), isolation: isolation)
  }
}

/// A sleeping task, which is woken once.
private final class Sleep: Sendable {
  private let state = Locked(State())

  private struct State: Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    var scheduled: Disposable?
    var hasEnded = false
  }

  /// Stores the continuation. If the task was cancelled before, resumes it immediately and returns false.
  func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.continuation = continuation }
      return state.hasEnded
    }
    if hasEnded { continuation.resume(throwing: CancellationError()) }
    return !hasEnded
  }

  func keep(_ scheduled: Disposable?) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.scheduled = scheduled }
      return state.hasEnded
    }
    if hasEnded { scheduled?.dispose() }
  }

  func end(with result: Result<Void, any Error>) {
    let ended = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state
    }
    ended.scheduled?.dispose()
    ended.continuation?.resume(with: result)
  }
}

/// Wakes a task when it is run, or when the scheduler releases it without running it.
private final class WakeUp: Sendable {
  private let sleep: Sleep

  init(_ sleep: Sleep) {
    self.sleep = sleep
  }

  deinit {
    sleep.end(with: .failure(CancellationError()))
  }

  func ring() {
    sleep.end(with: .success(()))
  }
}
