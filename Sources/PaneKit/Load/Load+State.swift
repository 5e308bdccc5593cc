import Foundation
import Model
import Signals

extension Load {
  /// The state of a load: a pure value, driven by ``Load``'s scan.
  package struct State: Sendable {
    /// The current value; `nil` before the first answer, unless there was a stored one.
    package private(set) var value: Value?
    /// Whether the current request has been answered. Until then the value is from an earlier one.
    package private(set) var isAnswered = false
    /// Whether the value came from an automatic refresh.
    package private(set) var isAutomatic = false
    /// When the whole value was loaded. An answer that only adds to it does not change this.
    package private(set) var loadedAt: Date?
    /// The ask of the current request.
    package private(set) var asking: Ask?
    /// The failure since the last success, with the time of the next automatic request.
    package private(set) var trouble: ServiceFailure?
    /// The failure of a request that only adds to the value, which is never repeated automatically. Its `retry` is the
    /// earliest time at which it may be repeated.
    package private(set) var extraTrouble: ServiceFailure?
    /// The time of the next automatic request; a date in the past before the first one.
    private(set) var due: Date? = .distantPast

    private let repetition: Repetition
    /// The seconds after which a success is renewed.
    private var period: TimeInterval?
    /// The number of consecutive failed automatic attempts.
    private var failures = 0
    /// Whether the latest failure forbids requests before ``due``, or, without such a date, before a person asks.
    private var isResting = false

    package init(_ repetition: Repetition) {
      self.repetition = repetition
    }

    /// Creates the state after an automatic answer.
    package init(_ repetition: Repetition, answered value: Value, at date: Date) {
      self.init(repetition)
      (self.value, isAnswered, isAutomatic, loadedAt, due) = (value, true, true, date, nil)
    }
  }
}

extension Load.State {
  /// Whether a request for the whole value is in progress, and not only one that adds to it.
  package var isRefreshing: Bool { asking.map(replacesValue) ?? false }

  /// Whether the next automatic request renews a success, and does not repeat a failure.
  var isRenewal: Bool { period != nil && isAnswered && trouble == nil }

  /// Whether the latest failure is repeated only if a person asks.
  package var needsPerson: Bool { trouble != nil && due == nil }

  /// The state to show.
  package var progress: LoadState {
    if isRefreshing { return value == nil ? .loading : .reloading }
    return loadedAt.map { .loaded(at: $0) } ?? .idle
  }

  /// Returns the time of the next automatic request, as seen at `now`.
  ///
  /// A failure or an answer in the future means that the clock was set back; then the request is made at once.
  func nextAsk(at now: Date) -> Date? {
    if let trouble, trouble.since > now { return now }
    if isRenewal, let loadedAt, loadedAt > now { return now }
    return due
  }

  /// The end of a rest; `nil` if there is none, or if it takes a person.
  var restEnd: Date? { isResting ? due : nil }

  /// Returns whether an interval may make a request, as seen at `now`.
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

  mutating func reduce(_ step: Load.Step) {
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

  /// The time at which a success is renewed.
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
      extraTrouble = ServiceFailure(error, since: extraTrouble?.since ?? now, failedAt: now, retry: retry)
      return
    }
    // A person's requests do not count, or else every impatient key would postpone the next automatic attempt.
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
    trouble = ServiceFailure(error, since: min(trouble?.since ?? now, now), failedAt: now, retry: due)
  }

  private mutating func forget() {
    let (asking, period) = (isRefreshing ? asking : nil, period)
    self = Load.State(repetition)
    (self.asking, self.period) = (asking, period)
    if asking != nil { due = nil }
  }

  /// Returns the time of the next automatic request.
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
  /// Until when no request is made.
  fileprivate var date: Date? { if case .wait(let until) = self { until } else { nil } }
}
