import Synchronization

/// A value behind a lock that a task can wait on: the task says what to take out of the value, and is resumed by the
/// change that makes the taking possible. Nothing polls.
final class Watched<Value: Sendable>: Sendable {
  private struct Waiter {
    let id: UInt64
    /// Takes what is waited for and returns how to resume with it; `nil` when there is nothing to take yet.
    let attempt: @Sendable (inout Value) -> (@Sendable () -> Void)?
    let cancel: @Sendable () -> Void
  }

  private struct Contents {
    var value: Value
    var waiters: [Waiter] = []
    var nextID: UInt64 = 0
    /// Waits whose task was cancelled before they had joined `waiters`.
    var cancelledEarly: Set<UInt64> = []
  }

  private let contents: Mutex<Contents>

  init(_ value: Value) {
    contents = Mutex(Contents(value: value))
  }

  /// Changes the value, then resumes the waiters that the change satisfies, the longest waiting first.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    let (result, resumptions) = contents.withLock { contents in
      let result = change(&contents.value)
      var resumptions: [@Sendable () -> Void] = []
      contents.waiters.removeAll { waiter in
        guard let resume = waiter.attempt(&contents.value) else { return false }
        resumptions.append(resume)
        return true
      }
      return (result, resumptions)
    }
    // Outside the lock: a resumed waiter may come straight back.
    for resume in resumptions { resume() }
    return result
  }

  /// Suspends until `take` finds something.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  func wait<Taken: Sendable>(for take: @escaping @Sendable (inout Value) -> Taken?) async throws -> Taken {
    let id = contents.withLock { contents in
      contents.nextID += 1
      return contents.nextID
    }
    // A task may also be cancelled when it has what it waited for, which then marks a wait that is over.
    defer { contents.withLock { _ = $0.cancelledEarly.remove(id) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Taken, any Error>) in
        let waiter = Waiter(
          id: id,
          attempt: { value in
            guard let taken = take(&value) else { return nil }
            return { continuation.resume(returning: taken) }
          },
          cancel: { continuation.resume(throwing: CancellationError()) })
        let resume: (@Sendable () -> Void)? = contents.withLock { contents in
          if contents.cancelledEarly.remove(id) != nil { return waiter.cancel }
          if let resume = waiter.attempt(&contents.value) { return resume }
          contents.waiters.append(waiter)
          return nil
        }
        resume?()
      }
    } onCancel: {
      let cancel: (@Sendable () -> Void)? = contents.withLock { contents in
        guard let index = contents.waiters.firstIndex(where: { $0.id == id }) else {
          contents.cancelledEarly.insert(id)
          return nil
        }
        return contents.waiters.remove(at: index).cancel
      }
      cancel?()
    }
  }
}
