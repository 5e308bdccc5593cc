import Foundation
import Model
import Signals
import Synchronization

/// Chooses between two services: the live one, or the demonstration's if the live one cannot be reached.
///
/// ```
///                   a status line, a handshake
///   undecided ───────────────────────────────────► live
///    ▲     │   nothing within 3 s, or no connection
///    │     └─────────────────────────────────────► demo
///    └────────────────── leaveDemo() ───────────────┘
/// ```
///
/// Once there has been a sign of the live service, its failures are shown as such: real data on the screen is not replaced by
/// the demonstration's during an outage. While the demonstration stands in for it, it is tried every ``retryPause``, beside
/// the demonstration, which goes on until there is a sign.
package final class Fallback<Service: Sendable>: Sendable {
  package enum Choice: Sendable {
    case undecided(Service)
    case live(Service)
    case demo
  }

  /// The seconds in which there must be a sign of a live service.
  package static var patience: TimeInterval { 3 }

  /// The seconds between two attempts to reach the live service while the demonstration stands in for it.
  package static var retryPause: TimeInterval { 60 }

  /// The origin of what is shown.
  package var origin: Origin { state.value.origin }
  /// Whether the demonstration is shown because the live service could not be reached.
  package let isStandIn: Property<Bool>
  package let clock: any DateScheduler
  /// The queue on which the demonstration is started, which may block, and so must not be the event loop.
  package let queue = QueueScheduler(qos: .userInitiated, name: "reactui.fallback")

  package let live: Service?
  private let makeDemo: @Sendable () throws -> Service
  private let startedDemo = Mutex<Service?>(nil)

  /// A single value, so that its parts stay consistent when several threads choose at the same time.
  private struct State: Sendable {
    var choice: Choice
    /// The origin of what is shown.
    var origin: Origin
  }

  private let state: MutableProperty<State>

  /// - Parameters:
  ///   - live: `nil` if there is no live service, so that the demonstration answers from the start.
  ///   - demo: Called when the demonstration is first needed, and again after it has failed.
  package init(live: Service?, demo: @escaping @Sendable () throws -> Service, clock: any DateScheduler) {
    self.live = live
    makeDemo = demo
    self.clock = clock
    state = MutableProperty(
      live.map { State(choice: .undecided($0), origin: .live) } ?? State(choice: .demo, origin: .demo))
    isStandIn =
      live == nil ? Property(value: false) : Property(capturing: state).map { $0.origin == .demo }.skipRepeats()
  }

  package var choice: Choice { state.value.choice }

  /// - Returns: Whether something else was shown before.
  @discardableResult
  package func chooseLive() -> Bool {
    guard let live else { return false }
    return state.modify { state in
      defer { state = State(choice: .live(live), origin: .live) }
      return state.origin == .demo
    }
  }

  /// Chooses the demonstration, unless there has been a sign of the live service in the meantime.
  ///
  /// - Returns: the current choice.
  func chooseDemo() -> Decision.Outcome {
    state.modify { state in
      if case .live = state.choice { return .live }
      state = State(choice: .demo, origin: .demo)
      return .demo
    }
  }

  /// Makes a decision. A decision for the demonstration must hold for all requests.
  ///
  /// - Returns: the decision; `nil` if it had been made before.
  package func decide(_ decision: Decision, _ wanted: Decision.Outcome) -> Decision.Outcome? {
    guard decision.outcome == nil else { return nil }
    let outcome = wanted == .demo ? chooseDemo() : .live
    return decision.make(outcome) ? outcome : nil
  }

  /// Leaves the demonstration. Its data stay on the screen, and ``origin`` with them, until there is a sign of the live
  /// service.
  ///
  /// - Returns: whether the demonstration was in use.
  package func leaveDemo() -> Bool {
    state.modify { state in
      guard case .demo = state.choice, let live else { return false }
      state.choice = .undecided(live)
      return true
    }
  }

  /// Returns the demonstration's service, started if necessary. Must be called on `queue`.
  package func demo() throws(ServiceError) -> Service {
    if let demo = startedDemo.withLock({ $0 }) { return demo }
    do {
      let demo = try makeDemo()
      startedDemo.withLock { $0 = demo }
      return demo
    } catch {
      throw ServiceError(transport: error, host: "the demonstration")
    }
  }
}

/// A decision that is made once, by the first caller.
package final class Decision: Sendable {
  package init() {}

  package enum Outcome: Sendable {
    case live, demo
  }

  private let state = Mutex<Outcome?>(nil)

  package var outcome: Outcome? { state.withLock { $0 } }

  /// - Returns: whether this call made the decision.
  package func make(_ outcome: Outcome) -> Bool {
    state.withLock { state in
      guard state == nil else { return false }
      state = outcome
      return true
    }
  }
}
