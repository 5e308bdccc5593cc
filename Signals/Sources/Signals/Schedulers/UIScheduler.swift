import Dispatch
import Synchronization

/// Runs work on the main queue: immediately if the caller is on it and no work is waiting, else as soon as possible.
///
/// Work runs in the order in which it was scheduled.
public final class UIScheduler: Scheduler {
  private static let mainQueueKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// The number of actions that wait or run.
  private let waiting = Atomic<Int>(0)

  /// A scheduler that keeps the order of the work scheduled with this instance.
  public init() {
    _ = UIScheduler.mainQueueKey
  }

  /// Whether the caller is on the main queue.
  public var isCurrent: Bool { DispatchQueue.getSpecific(key: UIScheduler.mainQueueKey) != nil }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    let before = waiting.add(1, ordering: .acquiringAndReleasing).oldValue
    if before == 0, isCurrent {
      action()
      waiting.subtract(1, ordering: .releasing)
      return nil
    }
    let work = ScheduledWork(action)
    DispatchQueue.main.async {
      work.run()
      self.waiting.subtract(1, ordering: .releasing)
    }
    return work
  }
}
