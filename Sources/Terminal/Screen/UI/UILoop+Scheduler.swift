import Foundation
import Signals
import Text

/// The loop as a scheduler, on which signals arrive at the interface and timers run.
extension UILoop: DateScheduler {
  public var currentDate: Date { .ofMachine }

  /// Runs `action` on the interface's thread: immediately if the caller is there and no scheduled action waits or runs, so
  /// that the frame after a key shows what the key changed; otherwise in order. Scheduled actions are never nested.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    let isFree = shared.withLock { shared in
      shared.scheduledActions += 1
      return shared.scheduledActions == 1 && isCurrent
    }
    if isFree {
      action()
      shared.withLock { $0.scheduledActions -= 1 }
      return nil
    }
    let work = ScheduledWork(action)
    share { $0.jobs.append(.scheduled(work)) }
    return work
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    perform(at: instant(of: date), action)
  }

  /// Runs that were missed, because the program was stopped or the loop busy, are skipped.
  ///
  /// - Parameter leeway: Ignored: actions that are due at the same time share a wake-up anyway.
  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    precondition(interval.timeInterval > 0, "repeated work needs an interval")
    let timer = Alarm()
    arm(timer, at: instant(of: date), every: .seconds(interval.timeInterval), action)
    return timer
  }

  private func arm(
    _ timer: Alarm, at deadline: Instant, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) {
    timer.set {
      perform(at: deadline) { [weak self] in
        action()
        guard let self, !timer.isDisposed else { return }
        let late = deadline.duration(to: clock())
        let missed = max(0, (late / interval).rounded(.down))
        arm(timer, at: deadline + interval * (missed + 1), every: interval, action)
      }
    }
  }

  /// Converts a date. Dates are by the wall clock, which may be set at any moment; waiting is not.
  private func instant(of date: Date) -> Instant {
    clock() + .seconds(max(0, min(date.timeIntervalSince(currentDate), 1e9)))
  }
}
