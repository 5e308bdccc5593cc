import Foundation
import Model
import Synchronization
import Text

/// The pauses that a service has asked for. No request that falls into one is sent, but for what a person insists on.
///
/// "Too many requests" forbids everything; any other pause forbids only the kind of request that was answered with it, named
/// by its path's ``RequestPath/template``. Feeds, which wait between connections anyway, have ``ReconnectPolicy``.
final class Pauses: Sendable {
  private struct State: Sendable {
    /// The errors that asked for a pause, each with its pause.
    var byPath: [String: ServiceError] = [:]
    var all: ServiceError?
    /// When a person last insisted.
    var insistence: Date?

    /// Whether an error's pause forbids a request.
    func forbids(_ error: ServiceError, at now: Date) -> Bool {
      guard let pause = error.pause, pause.holds(at: now) else { return false }
      guard let insistence, let heard = pause.heard, insistence >= heard.addingTimeInterval(Pause.patience) else {
        return true
      }
      return !(insistence...insistence.addingTimeInterval(insistenceSeconds)).contains(now)
    }
  }

  /// Seconds in which the requests begin that one key of a person's makes: an open question has several, one after the other.
  static let insistenceSeconds: TimeInterval = 30

  private let state = Mutex(State())

  /// Returns why these paths may not be requested now, or `nil` if they may.
  func objection(to paths: [String], at now: Date) -> ServiceError? {
    state.withLock { state in
      let objections = ([state.all] + paths.map { state.byPath[$0] }).compactMap { $0 }
        .filter { state.forbids($0, at: now) }
      return objections.first { $0 == state.all } ?? objections.max { $0.end(at: now) < $1.end(at: now) }
    }
  }

  /// Remembers the pause that an error asks for, if it does. A longer one that was asked for before stays.
  func note(_ error: ServiceError, from path: String, at now: Date) {
    state.withLock { state in
      switch error {
      case .throttled: state.all = Self.longer(error, state.all, at: now)
      case .pauseRequested: state.byPath[path] = Self.longer(error, state.byPath[path], at: now)
      default: break
      }
    }
  }

  /// Lets requests through although a pause is not over, since a person wants them. This has an effect once a minute, and
  /// none within the first minute of a pause.
  func insist(at now: Date) {
    state.withLock { state in
      let errors = Array(state.byPath.values) + (state.all.map { [$0] } ?? [])
      let pauses = errors.compactMap(\.pause).filter { $0.holds(at: now) }
      guard pauses.contains(where: { !$0.holdsForPerson(at: now) }) else { return }
      let isTooSoon = state.insistence.map { $0 <= now && now < $0.addingTimeInterval(Pause.patience) } ?? false
      if !isTooSoon { state.insistence = now }
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
