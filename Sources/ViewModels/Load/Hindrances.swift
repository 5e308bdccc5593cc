import Foundation
import Model
import Signals

/// What failures forbid to ask while a person types: nothing is asked in a pause of the service's, and what needs a person is
/// not asked again in the same words.
struct Hindrances<Ask: Sendable & Hashable>: Sendable {
  typealias Results<Value: Sendable> = SignalProducer<Result<Value, ServiceError>, Never>

  private struct State: Sendable {
    var pause: (error: ServiceError, since: Date, end: Date)?
    var refused: [Ask: ServiceError] = [:]
  }

  private enum Objection {
    /// It may be asked then.
    case wait(ServiceError, until: Date)
    case refusal(ServiceError)
  }

  private let state = MutableProperty(State())
  private let scheduler: any DateScheduler

  init(on scheduler: any DateScheduler) {
    self.scheduler = scheduler
  }

  /// What comes of a request, on the scheduler. In a pause that is the failure which asked for it, and what comes of the
  /// request when the pause is over.
  ///
  /// ```
  /// the pause:  ────────┐
  /// results:    f·······--v    f: failure, v: answer
  /// ```
  func results<Value>(of request: SignalProducer<Value, ServiceError>, for ask: Ask) -> Results<Value> {
    Results<Value> { observer, lifetime in
      lifetime += (objected(to: ask, request) ?? asked(request, for: ask)).start(observer)
    }
  }

  private func asked<Value>(_ request: SignalProducer<Value, ServiceError>, for ask: Ask) -> Results<Value> {
    request.observe(on: scheduler).materializeResults()
      .flatMap(.concat) { result -> Results<Value> in
        guard case .failure(let error) = result else { return Results<Value>(value: result) }
        take(error, of: ask)
        return objected(to: ask, request) ?? Results<Value>(value: result)
      }
  }

  /// What comes of a request that is not made now; `nil` where nothing is in its way.
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

  private func take(_ error: ServiceError, of ask: Ask) {
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
