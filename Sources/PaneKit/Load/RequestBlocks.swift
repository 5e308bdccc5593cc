import Foundation
import Model
import Signals

/// The requests that failures forbid during typing: none is made in a pause that the service asked for, and one that needs a
/// person is not repeated with the same words.
package struct RequestBlocks<Ask: Sendable & Hashable>: Sendable {
  package typealias Results<Value: Sendable> = SignalProducer<Result<Value, ServiceError>, Never>

  private struct State: Sendable {
    var pause: (error: ServiceError, since: Date, end: Date)?
    var refused: [Ask: ServiceError] = [:]
  }

  private enum Objection {
    /// It may be requested after the date.
    case wait(ServiceError, until: Date)
    case refusal(ServiceError)
  }

  private let state = MutableProperty(State())
  private let scheduler: any DateScheduler

  package init(on scheduler: any DateScheduler) {
    self.scheduler = scheduler
  }

  /// Sends the results of a request, on the scheduler. In a pause these are the failure that asked for it, and the result of
  /// the request after the pause.
  ///
  /// ```
  /// the pause:  ────────┐
  /// results:    f·······--v    f: failure, v: answer
  /// ```
  package func results<Value>(of request: SignalProducer<Value, ServiceError>, for ask: Ask) -> Results<Value> {
    Results<Value> { observer, lifetime in
      lifetime += (objected(to: ask, request) ?? asked(request, for: ask)).start(observer)
    }
  }

  private func asked<Value>(_ request: SignalProducer<Value, ServiceError>, for ask: Ask) -> Results<Value> {
    request.observe(on: scheduler).materializeResults()
      .flatMap(.concat) { result -> Results<Value> in
        guard case .failure(let error) = result else { return Results<Value>(value: result) }
        note(error, of: ask)
        return objected(to: ask, request) ?? Results<Value>(value: result)
      }
  }

  /// Returns the results of a request that must not be made now; `nil` if it may be made.
  private func objected<Value>(to ask: Ask, _ request: SignalProducer<Value, ServiceError>) -> Results<Value>? {
    switch objection(to: ask) {
    case .refusal(let error): return Results<Value>(value: .failure(error))
    case .wait(let error, let end):
      let later = SignalProducer.timer(at: end, on: scheduler)
        .flatMap(.latest) { _ -> Results<Value> in results(of: request, for: ask) }
      return Results<Value>(value: .failure(error)).concat(later)
    case nil: return nil
    }
  }

  private func objection(to ask: Ask) -> Objection? {
    let (state, now) = (state.value, scheduler.currentDate)
    if let error = state.refused[ask] { return .refusal(error) }
    // A pause that begins in the future is from before the clock was set back.
    guard let pause = state.pause, pause.since <= now, now < pause.end else { return nil }
    return .wait(pause.error, until: pause.end)
  }

  private func note(_ error: ServiceError, of ask: Ask) {
    let now = scheduler.currentDate
    state.modify { state in
      switch error.outcome(at: now) {
      case .wait(let end): state.pause = (error, now, end)
      case .needsPerson, .gone: state.refused[ask] = error
      case .passing: break
      }
    }
  }
}
