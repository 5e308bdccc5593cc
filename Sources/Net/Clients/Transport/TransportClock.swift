import Dispatch
import Foundation
import NIOCore
import Signals
import Text

/// The clock of clients, for time limits, delays before reconnecting and silence detection, all on the transport's event
/// loop.
///
/// To release a cancelled libdispatch timer, such as the time limit of each answer, libdispatch needs a thread, which wakes
/// again five seconds later to end. Cancelling a task of an event loop wakes no thread.
public final class TransportClock: DateScheduler {
  private let transport: Transport

  /// Nothing runs after the transport's ``Transport/shutdown()``.
  public init(_ transport: Transport) {
    self.transport = transport
  }

  public var currentDate: Date { .ofMachine }

  public var isCurrent: Bool { transport.eventLoop?.inEventLoop ?? false }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(in: .zero, action)
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(in: delay(until: date), action)
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    let step = interval.timeInterval
    precondition(step > 0, "The interval of repeated work must be longer than nothing.")
    guard transport.eventLoop != nil else { return nil }
    let next = Alarm()
    repeatedly(from: date, every: step, next, action)
    return next
  }

  /// - Parameter next: Contains the next run.
  private func repeatedly(
    from date: Date, every step: TimeInterval, _ next: Alarm, _ action: @escaping @Sendable () -> Void
  ) {
    // It continues until it is disposed, even if the clock is not referenced elsewhere.
    next.set {
      schedule(after: date) {
        action()
        if next.isDisposed { return }
        // Missed runs are skipped.
        let missed = max(0, (self.currentDate.timeIntervalSince(date) / step).rounded(.down))
        self.repeatedly(from: date.addingTimeInterval((missed + 1) * step), every: step, next, action)
      }
    }
  }

  private func delay(until date: Date) -> TimeAmount {
    // A date may be in the distant future, and nanoseconds have 64 bits.
    .nanoseconds(Int64(min(max(0, date.timeIntervalSince(currentDate)), 1e9) * 1e9))
  }

  private func schedule(in delay: TimeAmount, _ action: @escaping @Sendable () -> Void) -> Disposable? {
    guard let loop = transport.eventLoop else { return nil }
    let work = ScheduledWork(action)
    return ClockTask(work, loop.scheduleTask(in: delay) { work.run() })
  }
}

/// Work of the event loop. Disposing it removes it from the loop.
private final class ClockTask: Disposable {
  private let work: ScheduledWork
  private let scheduled: Scheduled<Void>

  init(_ work: ScheduledWork, _ scheduled: Scheduled<Void>) {
    self.work = work
    self.scheduled = scheduled
  }

  var isDisposed: Bool { work.isDisposed }

  func dispose() {
    if isDisposed { return }
    work.dispose()
    scheduled.cancel()
  }
}
