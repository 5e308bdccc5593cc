import Foundation
import Model
import Signals
import Text

/// Questions from the live service, or from the demonstration while that cannot be reached; for a service that is not
/// configured.
public final class FallbackQuestionService: QuestionRelay {
  private let fallback: Fallback<any QuestionService & SiteDirectory>
  private let reached: Signal<Void, Never>
  private let live: StackExchangeClient?
  private let wasReached: SignalProducer<Bool, Never>
  /// The longest time in seconds for which the first request waits for the state of earlier runs.
  private static let patience: TimeInterval = 0.5
  /// The demonstration if there is no live service; otherwise the live service is expected to answer.
  public let provenance: Provenance

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
    retries.observeValues { [weak fallback] in _ = fallback?.leaveDemo() }
  }

  public var keyTrouble: SafeText? { live?.keyTrouble }

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
