import Foundation
import Signals

/// The loop as a scheduler: where a chain of signals crosses over to the interface, and where its timers run.
extension UILoop: DateScheduler {
  public var currentDate: Date { Date() }

  /// Runs `action` on the interface's thread: at once when the caller is there and no scheduled action waits or runs, so
  /// that what a key changes is seen by the frame it makes; else in turn. Scheduled actions never run inside one another.
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

  /// Runs that would have been missed, because the program was stopped or the loop busy, are left out, not made up for.
  ///
  /// - Parameter leeway: not needed: a run that is due with others shares their wake-up anyway.
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

  /// Dates are by the wall clock, which may be set at any moment; a wait is not.
  private func instant(of date: Date) -> Instant {
    clock() + .seconds(max(0, min(date.timeIntervalSince(currentDate), 1e9)))
  }
}
