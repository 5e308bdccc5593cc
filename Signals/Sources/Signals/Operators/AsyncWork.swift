extension SignalProducer {
  /// Does asynchronous work at each start, in a task of its own; sends the returned value and completes, or fails with
  /// the thrown error.
  ///
  /// ```swift
  /// let page = SignalProducer.task { try await client.load(url) }
  /// let pages = urls.flatMap(.latest) { url in SignalProducer.task { try await client.load(url) } }
  /// ```
  ///
  /// Ending a start cancels its task. A `CancellationError` that the work then throws is not sent.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; nil for that of the task in which the start happens.
  ///   - operation: The work of the task.
  public static func task(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(Error) -> Value
  ) -> SignalProducer {
    SignalProducer { observer, lifetime in
      let task = Task(priority: priority) {
        do throws(Error) {
          observer.send(value: try await operation())
          observer.sendCompleted()
        } catch {
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { task.cancel() }
    }
  }
}
