import Foundation
import Model
import Synchronization
import Text

/// The pauses that a service has asked for. No request that falls into one is sent.
///
/// "Too many requests" that says until when forbids everything; any other pause forbids only the kind of request that was
/// answered with it, named by its path's ``RequestPath/template``. Feeds, which wait between connections anyway, have
/// ``ReconnectPolicy``.
final class Pauses: Sendable {
  private struct State: Sendable {
    var byPath: [String: Date] = [:]
    var all: Date?
  }

  private let service: SafeText
  private let state = Mutex(State())

  /// - Parameter service: its name, for the errors.
  init(of service: SafeText) { self.service = service }

  /// Returns why these paths may not be requested now, or `nil` if they may.
  func objection(to paths: [String], at now: Date) -> ServiceError? {
    state.withLock { state in
      if let until = state.all, until > now { return .throttled(until: until, by: service) }
      let until = paths.compactMap { state.byPath[$0] }.max()
      return until.flatMap { $0 > now ? .pauseRequested(until: $0, by: service) : nil }
    }
  }

  /// Remembers the pause that an error asks for, if it does.
  func note(_ error: ServiceError, from path: String) {
    switch error {
    case .throttled(let until?, _): state.withLock { $0.all = max(until, $0.all ?? until) }
    case .pauseRequested(let until, _): pause(path, until: until)
    default: break
    }
  }

  func pause(_ path: String, until end: Date) {
    state.withLock { $0.byPath[path] = max(end, $0.byPath[path] ?? end) }
  }
}
