import Dispatch
import Foundation
import Signals

/// A scheduler whose time stands still until a test moves it.
///
/// Nothing runs until the clock is advanced. It then steps from action to action, and shows each its own date; what
/// falls due on the way, because an action has scheduled it, runs in the same advance.
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
  private let state: Locked<State>
  /// Held while actions run, so that they never overlap; an action may advance the clock further.
  private let turn = NSRecursiveLock()
  /// The thread that runs actions just now.
  private let runner = Locked<pthread_t?>(nil)

  private struct State {
    /// Counted in whole nanoseconds, so that steps of a tenth of a second add up to a second.
    var now: Int64 = 0
    let start: Date
    var waiting: [Action] = []
    var nextNumber = 0

    func date(_ nanoseconds: Int64) -> Date {
      start.addingTimeInterval(TimeInterval(nanoseconds) / 1e9)
    }

    /// Puts an action where its turn is.
    mutating func insert(at due: Int64, interval: Int64?, _ run: @escaping @Sendable () -> Void) -> Int {
      nextNumber += 1
      insert(Action(id: nextNumber, due: due, order: nextNumber, interval: interval, run: run))
      return nextNumber
    }

    private mutating func insert(_ action: Action) {
      let index = waiting.lastIndex { $0.precedes(action) }.map { $0 + 1 } ?? 0
      waiting.insert(action, at: index)
    }

    mutating func remove(_ id: Int) -> Action? {
      waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
    }

    /// Steps to the next action that is due by `deadline`.
    mutating func takeNext(until deadline: Int64) -> Action? {
      guard let action = waiting.first, action.due <= deadline else { return nil }
      waiting.removeFirst()
      now = max(now, action.due)
      if let interval = action.interval {
        nextNumber += 1
        var next = action
        next.due += interval
        next.order = nextNumber
        insert(next)
      }
      return action
    }

    func nanoseconds(_ date: Date) -> Int64 {
      let nanoseconds = (date.timeIntervalSince(start) * 1e9).rounded()
      return Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
    }
  }

  private struct Action: Sendable {
    let id: Int
    var due: Int64
    /// Actions that are due together run in the order in which they were scheduled.
    var order: Int
    let interval: Int64?
    let run: @Sendable () -> Void

    func precedes(_ other: Action) -> Bool {
      (due, order) < (other.due, other.order)
    }
  }

  /// A scheduler whose clock shows `startDate`.
  public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    state = Locked(State(start: startDate))
  }

  // MARK: Time

  public var currentDate: Date { state.withLock { $0.date($0.now) } }

  /// How many actions wait to be run. A test that is through finds none.
  public var scheduledCount: Int { state.withLock { $0.waiting.count } }

  /// Runs what is due now, without moving the clock.
  public func advance() {
    runActions(until: .now(plus: 0))
  }

  /// Moves the clock, running what falls due on the way.
  public func advance(by interval: DispatchTimeInterval) {
    runActions(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock by seconds, running what falls due on the way.
  public func advance(by interval: TimeInterval) {
    runActions(until: .now(plus: Int64((interval * 1e9).rounded())))
  }

  /// Moves the clock, running what falls due on the way.
  @_disfavoredOverload
  public func advance(by interval: Duration) {
    let (seconds, attoseconds) = interval.components
    runActions(until: .now(plus: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// Moves the clock to `date`, running what falls due on the way. It never goes back.
  public func advance(to date: Date) {
    runActions(until: .date(date))
  }

  /// Runs all that waits and all that is scheduled on the way, and leaves the clock in the distant future.
  ///
  /// It does not return while something repeats without end.
  public func run() {
    advance(to: .distantFuture)
  }

  /// Sets the clock back. What waits keeps its date.
  public func rewind(by interval: DispatchTimeInterval) {
    state.withLock { $0.now -= interval.nanoseconds }
  }

  /// Sets the clock back by seconds. What waits keeps its date.
  public func rewind(by interval: TimeInterval) {
    state.withLock { $0.now -= Int64((interval * 1e9).rounded()) }
  }

  // MARK: Scheduling

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    cancellation(of: state.withLock { $0.insert(at: $0.now, interval: nil, action) })
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    cancellation(of: state.withLock { $0.insert(at: $0.nanoseconds(date), interval: nil, action) })
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    precondition(interval.nanoseconds > 0, "The interval of repeated work must be longer than nothing.")
    let id = state.withLock { $0.insert(at: $0.nanoseconds(date), interval: interval.nanoseconds, action) }
    return cancellation(of: id)
  }

  private func cancellation(of id: Int) -> Disposable {
    AnyDisposable { [weak self] in
      // Released after the lock, for its release may run anything.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
    }
  }

  // MARK: Running

  private enum Target {
    case now(plus: Int64)
    case date(Date)
  }

  /// Whether the caller is inside an action, or inside ``perform(_:)``.
  public var isCurrent: Bool { runner.withLock { $0 == pthread_self() } }

  /// Calls `body` at once as if it were an action: ``isCurrent`` is true in it, and no action runs at the same time.
  ///
  /// The clock stands still.
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = beginTurn()
    defer { endTurn(outer) }
    return try body()
  }

  /// Waits until no other thread runs actions; returns what ``endTurn(_:)`` needs.
  private func beginTurn() -> pthread_t? {
    turn.lock()
    return runner.withLock { runner in
      defer { runner = pthread_self() }
      return runner
    }
  }

  private func endTurn(_ outer: pthread_t?) {
    runner.withLock { $0 = outer }
    turn.unlock()
  }

  private func runActions(until target: Target) {
    let outer = beginTurn()
    defer { endTurn(outer) }
    let end = state.withLock { state in
      switch target {
      case .now(let interval): state.now.addingReportingOverflow(interval)
      case .date(let date): (partialValue: state.nanoseconds(date), overflow: false)
      }
    }
    let deadline = end.overflow ? Int64.max : end.partialValue
    while let action = state.withLock({ $0.takeNext(until: deadline) }) {
      action.run()
    }
    state.withLock { $0.now = max($0.now, deadline) }
  }
}

extension DispatchTimeInterval {
  fileprivate var nanoseconds: Int64 {
    Int64(exactly: (timeInterval * 1e9).rounded()) ?? .max
  }
}
