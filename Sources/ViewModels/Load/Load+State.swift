import Foundation
import Model
import Signals

extension Load {
  /// Where a load stands: a pure value, driven by ``Load``'s scan.
  struct State: Sendable {
    /// What is held; `nil` before the first answer, unless something was stored.
    private(set) var value: Value?
    /// Whether an answer has come to what is asked now. Until then what is held is from the past.
    private(set) var isAnswered = false
    /// Whether nobody asked for what is held: it came in an automatic refresh.
    private(set) var isAutomatic = false
    /// When the value was loaded as a whole. An answer that only adds to it does not change this.
    private(set) var loadedAt: Date?
    /// What is under way.
    private(set) var asking: Ask?
    /// The failure that stands until the next answer, with the time at which it is asked again.
    private(set) var trouble: Trouble?
    /// The failure of an ask that only adds to what is held, which is never repeated automatically. Its `retry` is the
    /// earliest time at which it may be asked again.
    private(set) var extraTrouble: Trouble?
    /// When it is to be asked automatically; a date in the past where nothing was asked yet.
    private(set) var due: Date? = .distantPast

    private let repetition: Repetition
    /// Seconds after which a success is asked for again.
    private var period: TimeInterval?
    /// Automatic attempts that failed one after the other.
    private var failures = 0
    /// The latest failure forbids to ask before ``due``, or, where there is no such date, before a person has asked.
    private var isResting = false

    init(_ repetition: Repetition) {
      self.repetition = repetition
    }
  }
}

extension Load.State {
  /// A request for the whole is under way, not only one that adds to what is held.
  var isRefreshing: Bool { asking.map(replacesValue) ?? false }

  /// What it asks for next automatically renews a success, rather than repeats a failure.
  var isRenewal: Bool { period != nil && isAnswered && trouble == nil }

  /// What is shown of it.
  var progress: LoadState {
    if isRefreshing { return value == nil ? .loading : .reloading }
    return loadedAt.map { .loaded(at: $0) } ?? .idle
  }

  /// When it is to be asked automatically, as seen at `now`.
  ///
  /// A failure or an answer in the future means that the clock was set back, by an unknown time: it is asked at once.
  func nextAsk(at now: Date) -> Date? {
    if let trouble, trouble.since > now { return now }
    if isRenewal, let loadedAt, loadedAt > now { return now }
    return due
  }

  /// When a rest is over; `nil` where there is none, or where it takes a person.
  var restEnd: Date? { isResting ? due : nil }

  /// Whether it may be asked at an interval, as seen at `now`.
  func mayPoll(at now: Date) -> Bool {
    guard isResting, let trouble else { return true }
    return due.map { $0 <= now || trouble.since > now } ?? false
  }

  private func replacesValue(_ ask: Ask) -> Bool {
    switch repetition {
    case .afterFailure(let whole, _): ask == whole
    case .once, .every: true
    }
  }

  mutating func take(_ step: Load.Step) {
    switch step {
    case .began(let attempt):
      asking = attempt.ask
      if replacesValue(attempt.ask), due == .distantPast { due = nil }
    case .event(.value(let value), let attempt, let now):
      isAutomatic = attempt.isAutomatic
      succeed(value, attempt.ask, at: now)
    case .event(.failed(let error), let attempt, let now): fail(error, attempt, at: now)
    case .event(.completed, _, _), .event(.interrupted, _, _): asking = nil
    case .cancelled:
      asking = nil
      if !isAnswered, trouble == nil { due = .distantPast }
    case .forgotten: forget()
    case .outdated:
      isAnswered = false
      (trouble, extraTrouble, failures, isResting) = (nil, nil, 0, false)
      due = .distantPast
    case .stored(let stored):
      guard !isAnswered else { return }
      value = stored.value
      loadedAt = stored.at
    case .period(let period):
      self.period = period
      if isAnswered, trouble == nil { due = nextPeriod }
    }
  }

  /// When a success is asked for again.
  private var nextPeriod: Date? {
    loadedAt.flatMap { loadedAt in period.map { loadedAt.addingTimeInterval($0) } }
  }

  private mutating func succeed(_ value: Value, _ ask: Ask, at now: Date) {
    self.value = value
    asking = nil
    extraTrouble = nil
    guard replacesValue(ask) else { return }
    isAnswered = true
    loadedAt = now
    (trouble, failures, isResting) = (nil, 0, false)
    due = nextPeriod
  }

  private mutating func fail(_ error: ServiceError, _ attempt: Load.Attempt, at now: Date) {
    asking = nil
    let outcome = error.outcome(at: now)
    guard replacesValue(attempt.ask) else {
      let retry = later(pause(afterFailures: 1, at: now) ?? now, outcome.date)
      extraTrouble = Trouble(error, since: extraTrouble?.since ?? now, retry: retry)
      return
    }
    // What a person asked for does not count, or else every impatient key would put off the next automatic attempt.
    let isScheduled = trouble != nil && due.map { $0 > now } ?? false
    if attempt.isAutomatic || failures == 0 { failures += 1 }
    switch outcome {
    case .needsPerson, .gone: (due, isResting) = (nil, true)
    case .passing, .wait:
      if attempt.isAutomatic || !isScheduled {
        due = pause(afterFailures: failures, at: now)
        isResting = false
      }
      due = due.map { later($0, outcome.date) }
      isResting = isResting || outcome != .passing
    }
    trouble = Trouble(error, since: min(trouble?.since ?? now, now), retry: due)
  }

  private mutating func forget() {
    let (asking, period) = (isRefreshing ? asking : nil, period)
    self = Load.State(repetition)
    (self.asking, self.period) = (asking, period)
    if asking != nil { due = nil }
  }

  /// When it is asked again automatically.
  private func pause(afterFailures failures: Int, at now: Date) -> Date? {
    switch repetition {
    case .once: nil
    case .afterFailure(_, let backoff): now.addingTimeInterval(backoff.delay(beforeRestart: failures))
    case .every(let interval, _): now.addingTimeInterval(interval.value)
    }
  }

  private func later(_ date: Date, _ other: Date?) -> Date { max(date, other ?? date) }
}

extension ServiceError.Outcome {
  /// Until when nothing is asked.
  fileprivate var date: Date? { if case .wait(let until) = self { until } else { nil } }
}
