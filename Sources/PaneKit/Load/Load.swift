import Foundation
import Model
import Signals

/// Loads a value from a service. Most requests of view models are made by loads; searches, completion, the list of wikis and a
/// kept question that is not complete are requested directly.
///
/// ```
/// asks, polls and retries ──▶ the latest request ──▶ observe(on: interface) ──┬──▶ state
///                                                                             │     │
///                ▲     the stored value, until the first answer ──────────────┘     │
///                │                     the next automatic request                   │
///                └──────────────────────────────────────────────────────────────────┘
/// ```
///
/// - A new ask cancels the request before it. An automatic ask is dropped while a request is in progress.
/// - The value stays while it is being reloaded, and after a failure.
/// - A value stored in an earlier run is used until the first answer, and never replaces one.
/// - Only an active load asks automatically. A person's asks do not change that schedule.
/// - A failure determines the next automatic ask (``ServiceError/Outcome``): not before the service's pause is over, and none
///   if it needs a person.
/// - A request decodes and folds on the service's threads; its answer enters the interface through `observe(on:)`.
package final class Load<Ask: Sendable & Equatable, Value: Sendable>: Sendable {
  /// When a load asks automatically.
  package enum Repetition: Sendable {
    /// When it is first active.
    case once(Ask)
    /// When it is first active, and again after each temporary failure.
    case afterFailure(of: Ask, Backoff)
    /// When it is first active, when the interval, in seconds, changes, and when a pause of the service is over; then at the
    /// interval from there.
    case every(Property<TimeInterval>, Ask)
  }

  package let state: Property<State>
  /// The events of requests, each sent after ``state`` has changed.
  package let events: Signal<Signal<Value, ServiceError>.Event, Never>

  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - asks: A person's asks.
  ///   - isActive: While this is false there are no automatic asks.
  ///   - cancelled: Cancels the current request.
  ///   - forgotten: Discards the value, cancels a pending next page, and asks again as when first active.
  ///   - outdated: Sends when the value is outdated, as after a change of order. Cancels the current request and asks again
  ///     as when first active; the value stays until the answer.
  ///   - stored: The values stored in an earlier run. Each is used while there is no answer: before the first one, and again
  ///     after `forgotten` and `outdated`.
  ///   - period: The seconds after which a success is renewed; `nil` for never.
  ///   - check: Started before a success is renewed, which waits for its end. It may change the period.
  ///   - scheduler: The interface's. All inputs must send on it.
  ///   - request: Sends the new value, given the current one.
  package init(
    asks: Signal<Ask, Never>, repeating repetition: Repetition, while isActive: Property<Bool>,
    cancelled: Signal<Void, Never> = .never, forgotten: Signal<Void, Never> = .never,
    outdated: Signal<Void, Never> = .never, stored: SignalProducer<Stored, Never> = .never,
    every period: Property<TimeInterval?> = Property(value: nil),
    checking check: SignalProducer<Never, Never> = .empty, on scheduler: any DateScheduler,
    request: @escaping @Sendable (Ask, Value?) -> SignalProducer<Value, ServiceError>
  ) {
    let (steps, step) = Signal<Step, Never>.pipe()
    let state = Property(initial: State(repetition), then: steps.scan(into: State(repetition)) { $0.reduce($1) })
    self.state = state
    events = steps.compactMap { if case .event(let event, _, _) = $0 { event } else { nil } }

    let automatic =
      switch repetition {
      case .every(let interval, let ask):
        // The end of a pause restarts the interval, so that two polls are never closer than that.
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
            // If the check changes the due date, all of this is disposed.
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
    /// Whether the ask was automatic.
    var isAutomatic: Bool
  }

  enum Step: Sendable {
    case began(Attempt)
    case event(Signal<Value, ServiceError>.Event, of: Attempt, at: Date)
    case stored(Stored)
    case period(TimeInterval?)
    case cancelled, forgotten, outdated
  }

  /// A value stored in an earlier run, and when it was loaded.
  package struct Stored: Sendable {
    var value: Value
    var at: Date

    package init(value: Value, at: Date) {
      self.value = value
      self.at = at
    }
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
  /// Sends at a date; synchronously if that has come, so that the frame after a key shows the request that the key made.
  fileprivate func arrival(of date: Date) -> SignalProducer<Date, Never> {
    let now = currentDate
    return date <= now && isCurrent ? SignalProducer(value: now) : .timer(at: date, on: self)
  }
}
