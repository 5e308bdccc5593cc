import Dispatch
import Foundation
import Recording
import Signals
import SignalsTesting

/// The scheduler of the interface in a session that is played again. What comes from elsewhere begins when the recorded
/// interface began something: its thread had other things to do, and what a chart shows depends on when that was.
///
/// ```
/// from the network, timers:  a    b      c
/// recorded actions:            |    |  |     |
/// run:                         a    b        c
/// ```
// Unchecked: all of it runs on the thread that moves the clock.
final class InterfaceClock: DateScheduler, @unchecked Sendable {
  private let time: TestScheduler
  /// When the interface began actions.
  private let begins: RecordedMoments
  /// Whether the interface's thread is at work.
  private var isAtWork = false

  init(_ time: TestScheduler, _ session: RecordedSession, start: Date) {
    self.time = time
    begins = RecordedMoments(session, \.actions, start: start)
  }

  var currentDate: Date { time.currentDate }
  var isCurrent: Bool { isAtWork && time.isCurrent }

  /// Calls `body` as an action of the interface.
  @discardableResult
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try time.perform {
      let wasAtWork = isAtWork
      isAtWork = true
      defer { isAtWork = wasAtWork }
      return try body()
    }
  }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    isCurrent
      ? time.schedule { [self] in perform(action) }
      : schedule(after: currentDate, action: action)
  }

  @discardableResult
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    time.schedule(after: begins.first(from: max(date, currentDate))) { [self] in perform(action) }
  }

  /// Runs that were missed are skipped, as by the program's loop.
  @discardableResult
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    let timer = Alarm()
    arm(timer, at: date, every: interval.timeInterval, action)
    return timer
  }

  private func arm(
    _ timer: Alarm, at date: Date, every interval: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) {
    timer.set {
      schedule(after: date) { [self] in
        action()
        guard !timer.isDisposed else { return }
        let missed = max(0, (currentDate.timeIntervalSince(date) / interval).rounded(.down))
        arm(timer, at: date.addingTimeInterval(interval * (missed + 1)), every: interval, action)
      }
    }
  }
}

/// The scheduler on which larger answers are read in a session that is played again: each has been read when one had been in
/// the recording.
final class ReadingClock: Scheduler {
  private let time: TestScheduler
  private let ends: RecordedMoments

  init(_ time: TestScheduler, _ session: RecordedSession, start: Date) {
    self.time = time
    ends = RecordedMoments(session, \.readings, start: start)
  }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    time.schedule(after: ends.first(from: time.currentDate), action: action)
  }
}

/// The times at which something happened in a recording.
private struct RecordedMoments {
  /// In ascending order.
  private let dates: [Date]

  /// The longest that something waits, in seconds: the recording may have none for it.
  private static let patience: TimeInterval = 0.25

  init(_ session: RecordedSession, _ kind: KeyPath<RecordingLine, [Int]?>, start: Date) {
    dates = session.lines.flatMap { $0[keyPath: kind] ?? [] }.sorted()
      .map { start.addingTimeInterval(Double($0) / 1e6) }
  }

  /// The first from a date on; the date itself if there is none soon.
  func first(from date: Date) -> Date {
    var range = 0..<dates.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = dates[middle] < date ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    guard dates.indices.contains(range.lowerBound) else { return date }
    let next = dates[range.lowerBound]
    return next.timeIntervalSince(date) <= Self.patience ? next : date
  }
}
