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
    /// Counted in whole nanoseconds, so that steps of a tenth of a second add up to a second; and in 128 bits, so that there
    /// are enough of them until the distant future.
    var now: Int128 = 0
    let start: Date
    var waiting: [Action] = []
    var nextNumber = 0

    func date(_ nanoseconds: Int128) -> Date {
      // The conversion of 128 bits takes hundreds of times as long, and is needed for distant dates only.
      let inDouble = Int64(exactly: nanoseconds).map { TimeInterval($0) } ?? TimeInterval(nanoseconds)
      return start.addingTimeInterval(inDouble / 1e9)
    }

    /// Puts an action where its turn is.
    mutating func insert(at due: Int128, interval: Int128?, _ run: @escaping @Sendable () -> Void) -> Int {
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
    mutating func takeNext(until deadline: Int128) -> Action? {
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

    func nanoseconds(_ date: Date) -> Int128 {
      date.timeIntervalSince(start).nanoseconds
    }
  }

  private struct Action: Sendable {
    let id: Int
    var due: Int128
    /// Actions that are due together run in the order in which they were scheduled.
    var order: Int
    let interval: Int128?
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
    runActions(until: .now(plus: interval.nanoseconds))
  }

  /// Moves the clock, running what falls due on the way.
  @_disfavoredOverload
  public func advance(by interval: Duration) {
    runActions(until: .now(plus: interval.attoseconds / 1_000_000_000))
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
    state.withLock { $0.now -= interval.nanoseconds }
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
    case now(plus: Int128)
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
    let deadline = state.withLock { state in
      switch target {
      case .now(let interval): state.now + interval
      case .date(let date): state.nanoseconds(date)
      }
    }
    while let action = state.withLock({ $0.takeNext(until: deadline) }) {
      action.run()
    }
    state.withLock { $0.now = max($0.now, deadline) }
  }
}

extension DispatchTimeInterval {
  fileprivate var nanoseconds: Int128 { timeInterval.nanoseconds }
}

extension TimeInterval {
  /// The interval in whole nanoseconds, cut to ±10¹⁹ seconds, so that no sum of intervals overflows.
  fileprivate var nanoseconds: Int128 {
    let longest = 1e28
    precondition(!isNaN, "An interval must be a number.")
    return Int128(Swift.min(Swift.max(self * 1e9, -longest), longest).rounded())
  }
}
