import Foundation
import Model
import Signals
import Text

/// Questions from the live service, or from the demonstration while that cannot be reached; for a service that nobody
/// configured.
public final class FallbackQuestionService: QuestionRelay {
  private let fallback: Fallback<any QuestionService & SiteDirectory>
  private let reached: Signal<Void, Never>
  private let live: StackExchangeClient?
  private let wasReached: SignalProducer<Bool, Never>
  /// Seconds that the first request waits at most for what is known of the runs before.
  private static let patience: TimeInterval = 0.5
  /// The demonstration where there is nothing else; a live service is expected to answer until it does not.
  public let provenance: Provenance

  /// - Parameters:
  ///   - live: `nil` for the demonstration and nothing else.
  ///   - demo: makes the demonstration's client; called when it is needed first, again after it has failed, and on no
  ///     event loop.
  ///   - wasReached: Whether the live service's server was reached when the program ran before. It never falls back then: what is
  ///     kept of it can be read without a network.
  ///   - retries: each value leaves the demonstration, so that the next request tries the live service again.
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
    retries.observeValues { [weak fallback] in _ = fallback?.leaveDemo() }
  }

  public var keyTrouble: SafeText? { live?.keyTrouble }

  /// Asks whichever service answers, once it is known whether there may be a choice.
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
