import Foundation
import Model
import Signals
import Text

/// Questions from the live service, or from the demonstration while that cannot be reached; for a service that nobody
/// configured.
public final class FallbackQuestionService: QuestionService {
  private let fallback: Fallback<any QuestionService>
  private let reached: Signal<Void, Never>
  private let live: StackExchangeClient?
  /// The demonstration where there is nothing else; a live service is expected to answer until it does not.
  public let origin: Origin

  /// - Parameters:
  ///   - live: `nil` for the demonstration and nothing else.
  ///   - demo: makes the demonstration's client; called when it is needed first, again after it has failed, and on no
  ///     event loop.
  ///   - retries: each value leaves the demonstration, so that the next request tries the live service again.
  public init(
    live: StackExchangeClient?, demo: @escaping @Sendable () throws -> any QuestionService,
    retries: Signal<Void, Never> = .empty, clock: any DateScheduler
  ) {
    origin = live == nil ? .demo : .live
    fallback = Fallback(live: live, demo: demo, clock: clock)
    reached = live?.reached ?? .empty
    self.live = live
    retries.observeValues { [weak fallback] in _ = fallback?.leaveDemo() }
  }

  public var keyTrouble: SafeText? { live?.keyTrouble }

  public func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
    fallback.request(reached: reached) { $0.questions(query) }
  }

  public func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    fallback.request(reached: reached) { $0.detail(of: id, site: site) }
  }
}
