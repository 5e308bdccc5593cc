import Dispatch
import Foundation
import NIOCore
import Signals

/// The clock of clients: time limits, pauses before a connection is made again, the watch for silence, all of them on the
/// transport's event loop.
///
/// A timer of libdispatch that is cancelled, as the time limit of each answer is, takes a thread to be let go of, and the
/// thread wakes once more five seconds later, to end. Cancelling a task of an event loop wakes no thread.
public final class TransportClock: DateScheduler {
  private let transport: Transport

  /// Nothing runs after the transport's ``Transport/shutdown()``.
  public init(_ transport: Transport) {
    self.transport = transport
  }

  public var currentDate: Date { Date() }

  public var isCurrent: Bool { transport.eventLoop?.inEventLoop ?? false }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(in: .zero, action)
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(in: Self.delay(until: date), action)
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

  /// - Parameter next: Holds the run that is to come.
  private func repeatedly(
    from date: Date, every step: TimeInterval, _ next: Alarm, _ action: @escaping @Sendable () -> Void
  ) {
    // It goes on until it is disposed of, also when nothing else holds the clock any more.
    next.set {
      schedule(after: date) {
        action()
        if next.isDisposed { return }
        // Runs that were missed are left out.
        let missed = max(0, (self.currentDate.timeIntervalSince(date) / step).rounded(.down))
        self.repeatedly(from: date.addingTimeInterval((missed + 1) * step), every: step, next, action)
      }
    }
  }

  private static func delay(until date: Date) -> TimeAmount {
    // As a date may be in the distant future, and nanoseconds are 64 bits.
    .nanoseconds(Int64(min(max(0, date.timeIntervalSinceNow), 1e9) * 1e9))
  }

  private func schedule(in delay: TimeAmount, _ action: @escaping @Sendable () -> Void) -> Disposable? {
    guard let loop = transport.eventLoop else { return nil }
    let work = ScheduledWork(action)
    return ClockTask(work, loop.scheduleTask(in: delay) { work.run() })
  }
}

/// Work that the event loop is to do. Where it is disposed of, the loop forgets it.
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
