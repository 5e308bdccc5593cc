/// An action that waits to be run once, and is released when it is disposed of.
///
/// For authors of schedulers, who return it as the disposable that cancels the action:
///
/// ```swift
/// func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
///   let work = ScheduledWork(action)
///   loop.enqueue { work.run() }
///   return work
/// }
/// ```
public final class ScheduledWork: Disposable {
  private let action: Locked<(@Sendable () -> Void)?>

  /// Work that has neither been run nor been disposed of.
  public init(_ action: @escaping @Sendable () -> Void) {
    self.action = Locked(action)
  }

  /// Whether it has been run or disposed of.
  public var isDisposed: Bool { action.withLock { $0 == nil } }

  /// Runs the action, unless it has been run or disposed of. Any thread may call this; only one call runs it.
  public func run() {
    take()?()
  }

  /// Releases the action without running it.
  public func dispose() {
    _ = take()
  }

  private func take() -> (@Sendable () -> Void)? {
    action.withLock { action in
      defer { action = nil }
      return action
    }
  }
}
