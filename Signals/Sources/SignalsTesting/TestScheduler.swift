import Dispatch
import Signals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scheduler whose time only moves when a test advances it.
///
/// Nothing runs until the clock is advanced. It then steps from action to action, and shows each action its own date.
/// An action that is scheduled by another and falls due on the way runs in the same advance.
///
/// ```swift
/// let scheduler = TestScheduler()
/// signal.debounce(0.3, on: scheduler).observeValues { … }
/// observer.send(value: "a")
/// scheduler.advance(by: .milliseconds(300))   // now "a" comes out
/// ```
///
/// Any thread may schedule and advance. Actions run one at a time, on the thread that advances.
public final class TestScheduler: DateScheduler {
  private let state: Locked<TestTimeline>
  /// Held while actions run, so that they never overlap; an action may advance the clock further.
  private let turn = ClosureLock()
  /// The thread that is running actions.
  private let runner = Locked<ThreadID?>(nil)

  /// A scheduler whose clock shows `startDate`.
  public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    state = Locked(TestTimeline(start: startDate))
  }

  // MARK: Time

  public var currentDate: Date { state.withLock { $0.currentDate } }

  /// The number of waiting actions; zero at the end of a test without leaks.
  public var scheduledCount: Int { state.withLock { $0.count } }

  /// Runs the actions that are due now, without moving the clock.
  public func advance() {
    runActions(until: .now(plus: 0))
  }

  /// Moves the clock and runs the actions that fall due.
  public func advance(by interval: DispatchTimeInterval) {
    runActions(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock by seconds and runs the actions that fall due.
  public func advance(by interval: TimeInterval) {
    runActions(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock and runs the actions that fall due.
  @_disfavoredOverload
  public func advance(by interval: Duration) {
    runActions(until: .now(plus: interval.attoseconds / 1_000_000_000))
  }

  /// Moves the clock to `date` and runs the actions that fall due. The clock never goes back.
  public func advance(to date: Date) {
    runActions(until: .date(date))
  }

  /// Runs all waiting actions and all that they schedule, and leaves the clock in the distant future.
  ///
  /// It does not return while an action repeats without end.
  public func run() {
    advance(to: .distantFuture)
  }

  /// Sets the clock back. Waiting actions wait as long as they would have waited, as those of a dispatch queue do: a
  /// duration is fixed when it is scheduled.
  public func rewind(by interval: DispatchTimeInterval) {
    state.withLock { $0.rewind(by: interval.nanoseconds) }
  }

  /// Sets the clock back by seconds. See ``rewind(by:)-(DispatchTimeInterval)``.
  public func rewind(by interval: TimeInterval) {
    state.withLock { $0.rewind(by: interval.nanoseconds) }
  }

  // MARK: Scheduling

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    cancellation(of: state.withLock { $0.insert(at: $0.now, action) })
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    cancellation(of: state.withLock { $0.insert(at: $0.moment(date), action) })
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    precondition(interval.nanoseconds > 0, "The interval of repeated work must be longer than nothing.")
    let id = state.withLock { $0.insert(at: $0.moment(date), interval: interval.nanoseconds, action) }
    return cancellation(of: id)
  }

  private func cancellation(of id: Int) -> Disposable {
    AnyDisposable { [weak self] in
      // Released after the lock, because its release may run any code.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
    }
  }

  // MARK: Running

  private enum Target {
    case now(plus: Int128)
    case date(Date)
  }

  /// Whether the caller is inside an action, or inside ``perform(_:)``.
  public var isCurrent: Bool { runner.withLock { $0 == .current } }

  /// Calls `body` immediately as if it were an action: ``isCurrent`` is true in it, and no action runs at the same
  /// time.
  ///
  /// The clock stands still.
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = beginTurn()
    defer { endTurn(outer) }
    return try body()
  }

  /// Waits until no other thread runs actions; returns what ``endTurn(_:)`` needs.
  private func beginTurn() -> ThreadID? {
    if isCurrent { return .current }
    turn.lock()
    runner.withLock { $0 = .current }
    return nil
  }

  private func endTurn(_ outer: ThreadID?) {
    // Inside an action, the turn goes on.
    guard outer == nil else { return }
    runner.withLock { $0 = nil }
    turn.unlock()
  }

  private func deadline(_ target: Target) -> TestTimeline.Moment {
    state.withLock { state in
      switch target {
      case .now(let interval): state.moment(in: interval)
      case .date(let date): state.moment(date)
      }
    }
  }

  private func runActions(until target: Target) {
    let outer = beginTurn()
    defer { endTurn(outer) }
    let deadline = deadline(target)
    while let run = state.withLock({ $0.takeNext(until: deadline) }) { run() }
    state.withLock { $0.advance(to: deadline) }
  }
}

// MARK: With tasks

extension TestScheduler {
  /// Moves the clock as ``advance(by:)-(TimeInterval)`` does, and lets tasks run before the first action, after each,
  /// and at the end. So a task that sleeps repeatedly on this scheduler is followed from one sleep to the next:
  ///
  /// ```swift
  /// @MainActor @Test func ticks() async {
  ///   let task = Task { for _ in 0..<3 { try await scheduler.sleep(for: .seconds(1)); count += 1 } }
  ///   await scheduler.advanceWithTasks(by: .seconds(3))
  ///   #expect(count == 3)
  /// }
  /// ```
  ///
  /// A task of the main actor reaches its next suspension each time. Other tasks run on other threads: they get the
  /// opportunity, but a test must wait for their results and not depend on it.
  ///
  /// The name differs from that of the synchronous method, because an asynchronous test could not call that one
  /// otherwise.
  @MainActor public func advanceWithTasks(by interval: TimeInterval = 0) async {
    await runActionsAndTasks(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock, runs the actions that fall due, and lets tasks run. See
  /// ``advanceWithTasks(by:)-(TimeInterval)``.
  @MainActor public func advanceWithTasks(by interval: DispatchTimeInterval) async {
    await runActionsAndTasks(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock, runs the actions that fall due, and lets tasks run. See
  /// ``advanceWithTasks(by:)-(TimeInterval)``.
  @_disfavoredOverload
  @MainActor public func advanceWithTasks(by interval: Duration) async {
    await runActionsAndTasks(until: .now(plus: interval.attoseconds / 1_000_000_000))
  }

  /// Runs all waiting actions and all that actions and tasks schedule, and leaves the clock in the distant future. See
  /// ``advanceWithTasks(by:)-(TimeInterval)``.
  @MainActor public func runWithTasks() async {
    await runActionsAndTasks(until: .date(.distantFuture))
  }

  @MainActor private func runActionsAndTasks(until target: Target) async {
    let deadline = deadline(target)
    await Self.letTasksIn()
    while let run = state.withLock({ $0.takeNext(until: deadline) }) {
      perform(run)
      await Self.letTasksIn()
    }
    state.withLock { $0.advance(to: deadline) }
    await Self.letTasksIn()
  }

  /// A resumed task may await other tasks, each of which takes a turn.
  @MainActor private static func letTasksIn() async {
    for _ in 0..<20 {
      // Tasks of the main actor, then others.
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension DispatchTimeInterval {
  fileprivate var nanoseconds: Int128 { timeInterval.nanoseconds }
}

extension TimeInterval {
  /// The interval in whole nanoseconds, cut to ±10¹⁹ seconds, so that no sum of intervals overflows.
  var nanoseconds: Int128 {
    let longest = 1e28
    precondition(!isNaN, "An interval must be a number.")
    return Int128(Swift.min(Swift.max(self * 1e9, -longest), longest).rounded())
  }
}
