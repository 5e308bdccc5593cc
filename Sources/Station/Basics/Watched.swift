import Synchronization

/// A locked value that a task can wait on: the task says what to take out of the value, and is resumed by the change that
/// makes this possible. There is no polling.
package final class Watched<Value: Sendable>: Sendable {
  private struct Waiter {
    let id: UInt64
    /// Takes the value and returns how to resume; `nil` if there is nothing to take yet.
    let attempt: @Sendable (inout Value) -> (@Sendable () -> Void)?
    let cancel: @Sendable () -> Void
  }

  private struct Contents {
    var value: Value
    var waiters: [Waiter] = []
    var nextID: UInt64 = 0
    /// Waits whose task was cancelled before they were added to `waiters`.
    var cancelledEarly: Set<UInt64> = []
  }

  private let contents: Mutex<Contents>

  package init(_ value: Value) {
    contents = Mutex(Contents(value: value))
  }

  /// Changes the value, then resumes the waiters that can proceed, the longest waiting first.
  @discardableResult
  package func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
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
    // Outside the lock, because a resumed waiter may call again immediately.
    for resume in resumptions { resume() }
    return result
  }

  /// Suspends until `take` returns something.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  package func wait<Taken: Sendable>(for take: @escaping @Sendable (inout Value) -> Taken?) async throws -> Taken {
    let id = contents.withLock { contents in
      contents.nextID += 1
      return contents.nextID
    }
    // A task may also be cancelled after it has what it waited for; then the mark is for a finished wait.
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
