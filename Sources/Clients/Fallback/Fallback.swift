import Foundation
import Model
import Signals
import Synchronization

/// Which of two services answers: the live one, or the demonstration's when the live one cannot be reached.
///
/// ```
///                   a status line, a handshake
///   undecided ───────────────────────────────────► live
///    ▲     │   nothing within 3 s, or no connection
///    │     └─────────────────────────────────────► demo
///    └────────────────── leaveDemo() ───────────────┘
/// ```
///
/// Once the live service has been heard of, its troubles are its own: what is on the screen is real, and is not
/// exchanged for the demonstration's because of an outage.
final class Fallback<Service: Sendable>: Sendable {
  enum Choice: Sendable {
    case undecided(Service)
    case live(Service)
    case demo
  }

  /// Seconds in which a live service has to be heard of.
  static var patience: TimeInterval { 3 }

  /// Where what is shown comes from.
  var origin: Origin { state.value.origin }
  let clock: any DateScheduler
  /// Where the demonstration is started: that may block, which the event loop must not.
  let queue = QueueScheduler(qos: .userInitiated, name: "reactui.fallback")

  let live: Service?
  private let makeDemo: @Sendable () throws -> Service
  private let startedDemo = Mutex<Service?>(nil)

  /// One value, so that the two stay consistent when several threads choose at the same time.
  private struct State: Sendable {
    var choice: Choice
    /// Where what is shown comes from.
    var origin: Origin
  }

  private let state: MutableProperty<State>

  /// - Parameters:
  ///   - live: `nil` where there is no live service, so that the demonstration's answers from the start.
  ///   - demo: called when the demonstration is needed first, and again after it has failed.
  init(live: Service?, demo: @escaping @Sendable () throws -> Service, clock: any DateScheduler) {
    self.live = live
    makeDemo = demo
    self.clock = clock
    state = MutableProperty(
      live.map { State(choice: .undecided($0), origin: .live) } ?? State(choice: .demo, origin: .demo))
  }

  var choice: Choice { state.value.choice }

  func chooseLive() {
    guard let live else { return }
    state.value = State(choice: .live(live), origin: .live)
  }

  /// Takes the demonstration, unless somebody else has heard of the live service meanwhile.
  ///
  /// - Returns: which of the two it is now.
  func chooseDemo() -> Decision.Outcome {
    state.modify { state in
      if case .live = state.choice { return .live }
      state = State(choice: .demo, origin: .demo)
      return .demo
    }
  }

  /// Makes a decision, which for the demonstration has to hold for everybody.
  ///
  /// - Returns: what was decided; `nil` where that had been done before.
  func decide(_ decision: Decision, _ wanted: Decision.Outcome) -> Decision.Outcome? {
    guard decision.outcome == nil else { return nil }
    let outcome = wanted == .demo ? chooseDemo() : .live
    return decision.make(outcome) ? outcome : nil
  }

  /// Leaves the demonstration. Its data stay on the screen, and ``origin`` with them, until the live service is heard of.
  ///
  /// - Returns: whether there was something to leave.
  func leaveDemo() -> Bool {
    state.modify { state in
      guard case .demo = state.choice, let live else { return false }
      state.choice = .undecided(live)
      return true
    }
  }

  /// The demonstration's service, started if it is not yet. Call it on `queue` only.
  func demo() throws(ServiceError) -> Service {
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

/// Makes one decision once, on behalf of the first caller.
final class Decision: Sendable {
  enum Outcome: Sendable {
    case live, demo
  }

  private let state = Mutex<Outcome?>(nil)

  var outcome: Outcome? { state.withLock { $0 } }

  /// - Returns: whether this call made the decision.
  func make(_ outcome: Outcome) -> Bool {
    state.withLock { state in
      guard state == nil else { return false }
      state = outcome
      return true
    }
  }
}
