import Clients
import Foundation
import Model
import Questions
import Signals
import Text

/// Questions from the live service, or from the demonstration while that cannot be reached; for a service that is not
/// configured.
public final class FallbackQuestionService: QuestionRelay, DemonstrationFallback {
  private let fallback: Fallback<any QuestionService & SiteDirectory>
  private let reached: Signal<Void, Never>
  private let live: StackExchangeClient?
  private let wasReached: SignalProducer<Bool, Never>
  /// The longest time in seconds for which the first request waits for the state of earlier runs.
  private static let patience: TimeInterval = 0.5
  /// The demonstration if there is no live service; otherwise the live service is expected to answer.
  public let provenance: Provenance
  /// Sends when the live service could be reached again without being asked by a person.
  public let changes: Signal<Void, Never>
  /// Whether the demonstration stands in for the live service, which could not be reached.
  public var isStandIn: Property<Bool> { fallback.isStandIn }
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - live: `nil` to use only the demonstration.
  ///   - demo: Creates the demonstration's client; called when it is first needed, again after it has failed, and never on an
  ///     event loop.
  ///   - wasReached: Whether the live service's server was reached in an earlier run. Then it never falls back, because its
  ///     cached data can be read without a network.
  ///   - retries: Each value leaves the demonstration, so that the next request tries the live service again.
  public init(
    live: StackExchangeClient?, demo: @escaping @Sendable () throws -> any QuestionService & SiteDirectory,
    wasReached: SignalProducer<Bool, Never> = SignalProducer(value: false), retries: Signal<Void, Never> = .empty,
    clock: any DateScheduler
  ) {
    provenance = live?.provenance ?? .demonstration
    fallback = Fallback(live: live, demo: demo, clock: clock)
    reached = live?.reached ?? .empty
    self.live = live
    self.wasReached = wasReached
    let (changes, change) = Signal<Void, Never>.pipe()
    self.changes = changes
    retries.observeValues { [weak fallback] in _ = fallback?.leaveDemo() }
    guard let live else { return }
    let pause = Fallback<any QuestionService & SiteDirectory>.retryPause
    lifetime += fallback.isStandIn.producer
      .flatMap(.latest) { $0 ? SignalProducer.timer(every: pause, on: clock) : .empty }
      .flatMap(.latest) { _ in Self.sign(of: live, on: clock) }
      .startWithValues { [weak fallback] in if fallback?.chooseLive() ?? false { change.send(value: ()) } }
  }

  /// Asks a service, and sends if it gives a sign in time, even an error.
  private static func sign(of live: StackExchangeClient, on clock: any DateScheduler) -> SignalProducer<Void, Never> {
    let patience = Fallback<any QuestionService & SiteDirectory>.patience
    let answer = live.questions(QuestionQuery()).map { _ in }.flatMapError { error in
      error.isUnreachable ? .empty : SignalProducer<Void, Never>(value: ())
    }
    return SignalProducer(live.reached).merge(with: answer).take(first: 1)
      .take(until: SignalProducer.timer(at: clock.currentDate + patience, on: clock).map { _ in })
  }

  public var keyTrouble: SafeText? { live?.keyTrouble }
  public var clockLead: TimeInterval { live?.clockLead ?? 0 }

  /// Asks the chosen service, once it is known whether there may be a choice.
  public func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [fallback, reached, wasReached] observer, lifetime in
      guard case .undecided = fallback.choice else {
        lifetime += fallback.request(reached: reached, request).start(observer)
        return
      }
      let clock = fallback.clock
      let timeout = SignalProducer.timer(at: clock.currentDate + Self.patience, on: clock).map(value: false)
      lifetime += wasReached.merge(with: timeout).take(first: 1).promoteError(ServiceError.self)
        .flatMap(.concat) { wasReached -> SignalProducer<Value, ServiceError> in
          if wasReached { fallback.chooseLive() }
          return fallback.request(reached: reached, request)
        }
        .start(observer)
    }
  }
}
