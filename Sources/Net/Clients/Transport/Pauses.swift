import Foundation
import Model
import Synchronization
import Text

/// The pauses that a service asked for. No request is sent during a pause, except for one that a person insists on.
///
/// "Too many requests" forbids all requests; any other pause forbids only requests of the kind that was answered with it,
/// identified by its path's ``RequestPath/template``. Feeds, which wait between connections anyway, have ``ReconnectPolicy``.
package final class Pauses: Sendable {
  package init() {}

  private struct State: Sendable {
    /// The errors that asked for a pause.
    var byPath: [String: ServiceError] = [:]
    var all: ServiceError?
    /// The time when a person last insisted.
    var pauseOverride: Date?

    /// Returns whether an error's pause forbids a request.
    func forbids(_ error: ServiceError, at now: Date) -> Bool {
      guard let pause = error.pause, pause.holds(at: now) else { return false }
      guard let pauseOverride, let heard = pause.heard, pauseOverride >= heard.addingTimeInterval(Pause.patience) else {
        return true
      }
      return !(pauseOverride...pauseOverride.addingTimeInterval(overrideSeconds)).contains(now)
    }
  }

  /// The seconds in which all requests of a person's single key begin: an open question has several in sequence.
  static let overrideSeconds: TimeInterval = 30

  private let state = Mutex(State())

  /// Returns why these paths may not be requested now; `nil` if they may.
  func objection(to paths: [String], at now: Date) -> ServiceError? {
    state.withLock { state in
      let objections = ([state.all] + paths.map { state.byPath[$0] }).compactMap { $0 }
        .filter { state.forbids($0, at: now) }
      return objections.first { $0 == state.all } ?? objections.max { $0.end(at: now) < $1.end(at: now) }
    }
  }

  /// Stores the pause that an error asks for, if it does. A longer earlier one stays.
  package func note(_ error: ServiceError, from path: String, at now: Date) {
    state.withLock { state in
      switch error {
      case .throttled: state.all = Self.longer(error, state.all, at: now)
      case .pauseRequested: state.byPath[path] = Self.longer(error, state.byPath[path], at: now)
      default: break
      }
    }
  }

  /// Lets requests pass although a pause is not over, because a person wants them. This has an effect once a minute, and not
  /// in the first minute of a pause.
  func overridePause(at now: Date) {
    state.withLock { state in
      let errors = Array(state.byPath.values) + (state.all.map { [$0] } ?? [])
      let pauses = errors.compactMap(\.pause).filter { $0.holds(at: now) }
      guard pauses.contains(where: { !$0.holdsForPerson(at: now) }) else { return }
      let isTooSoon = state.pauseOverride.map { $0 <= now && now < $0.addingTimeInterval(Pause.patience) } ?? false
      if !isTooSoon { state.pauseOverride = now }
    }
  }

  private static func longer(_ new: ServiceError, _ old: ServiceError?, at now: Date) -> ServiceError {
    guard let old, old.pause?.holds(at: now) == true, old.end(at: now) > new.end(at: now) else { return new }
    return old
  }
}

extension ServiceError {
  fileprivate func end(at now: Date) -> Date { pause?.end(at: now) ?? now }
}
