extension SignalProducer {
  /// Does asynchronous work at each start, in a task of its own; sends what it returns and completes, or fails with what
  /// it throws.
  ///
  /// ```swift
  /// let page = SignalProducer.task { try await client.load(url) }
  /// let pages = urls.flatMap(.latest) { url in SignalProducer.task { try await client.load(url) } }
  /// ```
  ///
  /// Ending a start cancels its task. Work that throws a `CancellationError` because of that is not heard any more.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; that of the task in which the start happens, unless it is said.
  ///   - operation: What the task does.
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
