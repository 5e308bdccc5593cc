import Foundation
import Model
import Signals

/// What is asked of a service: the one part through which every view model's requests go.
///
/// ```
/// asks, polls and retries ──▶ the latest request ──▶ observe(on: interface) ──┬──▶ state
///                                                                             │     │
///                ▲     what was stored, until the first answer ───────────────┘     │
///                │                 when it is due to ask by itself                  │
///                └──────────────────────────────────────────────────────────────────┘
/// ```
///
/// - A new ask cancels the request before it. What a load asks by itself waits for its turn instead: it is dropped while a
///   request is under way.
/// - What is held stays while it is asked for again, and stays after a failure.
/// - What was stored in an earlier run stands in for the first answer, and never replaces one.
/// - Only an active load asks automatically. What a person asks for does not change that schedule.
/// - A failure says when it is asked again by itself (``ServiceError/Outcome``): not before the service's pause is over, and
///   not at all where that takes a person.
/// - A request decodes and folds on the service's threads; its answer enters the interface through `observe(on:)`.
final class Load<Ask: Sendable & Equatable, Value: Sendable>: Sendable {
  /// When a load asks by itself.
  enum Repetition: Sendable {
    /// At first sight.
    case once(Ask)
    /// At first sight, and again after each failure that may pass.
    case afterFailure(of: Ask, Backoff)
    /// At first sight, when the interval, in seconds, changes, and when a pause of the service's is over; then at the interval
    /// from there.
    case every(Property<TimeInterval>, Ask)
  }

  let state: Property<State>
  /// What comes of requests, each time after ``state`` has taken it in.
  let events: Signal<Signal<Value, ServiceError>.Event, Never>

  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - asks: What a person asks for.
  ///   - isActive: While this is false nothing is asked that nobody asked for.
  ///   - cancelled: Cancels the request under way.
  ///   - forgotten: Discards the value, cancels a request for the next page, and asks again as at first sight.
  ///   - outdated: Sends when another answer is wanted, as after a change of order. Cancels the request under way and asks
  ///     again as at first sight; the value stays until the answer is there.
  ///   - stored: What was loaded in an earlier run. Each value is taken as long as there is no answer: before the first one,
  ///     and again after `forgotten` and `outdated`.
  ///   - period: Seconds after which a success is asked for again; `nil` for never.
  ///   - check: Started before a success is asked for again, which waits for its end. It may change the period.
  ///   - scheduler: The interface's. All inputs must send on it.
  ///   - request: Answers with the value that is held from then on, given the value that is held now.
  init(
    asks: Signal<Ask, Never>, repeating repetition: Repetition, while isActive: Property<Bool>,
    cancelled: Signal<Void, Never> = .never, forgotten: Signal<Void, Never> = .never,
    outdated: Signal<Void, Never> = .never, stored: SignalProducer<Stored, Never> = .never,
    every period: Property<TimeInterval?> = Property(value: nil),
    checking check: SignalProducer<Never, Never> = .empty, on scheduler: any DateScheduler,
    request: @escaping @Sendable (Ask, Value?) -> SignalProducer<Value, ServiceError>
  ) {
    let (steps, step) = Signal<Step, Never>.pipe()
    let state = Property(initial: State(repetition), then: steps.scan(into: State(repetition)) { $0.take($1) })
    self.state = state
    events = steps.compactMap { if case .event(let event, _, _) = $0 { event } else { nil } }

    let automatic =
      switch repetition {
      case .every(let interval, let ask):
        // The end of a pause begins the interval again, so that two polls are never closer than that.
        interval.producer.skipRepeats().combineLatest(with: state.restEnds(on: scheduler).prefix(value: .distantPast))
          .flatMap(.latest) { interval, _ in
            SignalProducer.timer(every: interval, startingAt: .distantPast, on: scheduler)
          }
          .filter { _ in state.value.mayPoll(at: scheduler.currentDate) }
          .map { _ in ask }
          .active(while: isActive)
      case .once(let ask), .afterFailure(let ask, _):
        state.producer.map { $0.due }.skipRepeats()
          .flatMap(.latest) { _ -> SignalProducer<Ask, Never> in
            guard let date = state.value.nextAsk(at: scheduler.currentDate) else { return .empty }
            let due = SignalProducer<Ask, Never>(value: ask)
            // Where the check changes when it is due, all of this is disposed of.
            let checked = state.value.isRenewal ? check.then(due) : due
            return scheduler.arrival(of: date).flatMap(.latest) { _ in checked }
          }
          .active(while: isActive)
      }
    let forgets = SignalProducer(forgotten)
    let outdates = SignalProducer(outdated)

    lifetime += SignalProducer<Attempt?, Never>.merge(
      SignalProducer(asks).map { Attempt(ask: $0, isAutomatic: false) },
      automatic.filter { _ in !state.value.isRefreshing }.map { Attempt(ask: $0, isAutomatic: true) },
      SignalProducer(cancelled).map { nil },
      outdates.map { nil },
      forgets.filter { !state.value.isRefreshing }.map { nil }
    )
    .flatMap(.latest) { attempt -> SignalProducer<Step, Never> in
      precondition(scheduler.isCurrent, "a load was asked outside of its scheduler")
      guard let attempt else { return SignalProducer(value: .cancelled) }
      return request(attempt.ask, state.value.value)
        .observe(on: scheduler)
        .materialize()
        .map { Step.event($0, of: attempt, at: scheduler.currentDate) }
        .prefix(value: .began(attempt))
    }
    .merge(
      with: .merge(
        forgets.map { .forgotten }, outdates.map { .outdated }, period.producer.skipRepeats().map { .period($0) },
        stored.observe(on: scheduler).map { .stored($0) })
    )
    .startWithValues { step.send(value: $0) }
  }
}

extension Load {
  struct Attempt: Sendable {
    var ask: Ask
    /// It was asked by itself, not by a person.
    var isAutomatic: Bool
  }

  enum Step: Sendable {
    case began(Attempt)
    case event(Signal<Value, ServiceError>.Event, of: Attempt, at: Date)
    case stored(Stored)
    case period(TimeInterval?)
    case cancelled, forgotten, outdated
  }

  /// What was loaded in an earlier run of the program, and when.
  struct Stored: Sendable {
    var value: Value
    var at: Date
  }
}

extension PropertyProtocol {
  /// Sends when a pause that the service asked for is over.
  fileprivate func restEnds<Ask, Held>(
    on scheduler: any DateScheduler
  ) -> SignalProducer<Date, Never> where Value == Load<Ask, Held>.State {
    producer.map { $0.restEnd }.skipRepeats()
      .flatMap(.latest) { end -> SignalProducer<Date, Never> in
        end.map { SignalProducer.timer(at: $0, on: scheduler) } ?? .empty
      }
  }
}

extension DateScheduler {
  /// Sends at a date; in the same turn, where that has come: so the frame that a key makes shows what the key asks for.
  fileprivate func arrival(of date: Date) -> SignalProducer<Date, Never> {
    let now = currentDate
    return date <= now && isCurrent ? SignalProducer(value: now) : .timer(at: date, on: self)
  }
}
