import Clients
import Foundation
import Model
import Questions
import Signals
import Text

/// The client of questions, for the source that the settings name. It is created again when that changes.
package final class QuestionClients: Sendable {
  package let service: WatchedQuestionService
  /// Whether the demonstration stands in for a server that cannot be reached.
  package let isStandIn: Property<Bool>
  /// Sentences to the person, sent on any thread.
  package let notices: Signal<SafeText, Never>
  /// Replaces the demonstration's questions with the live service's, if that can be reached by now.
  package let retry: Signal<Void, Never>.Observer
  /// Lets a person's next request pass although the service asked for a pause.
  package let overridePause: Signal<Void, Never>.Observer

  /// - Parameters:
  ///   - wasReached: Whether a server was reached when the program ran before.
  ///   - demonstration: Returns the demonstration's address, and starts it if necessary.
  package init(
    _ part: Property<ServicePart>, wasReached: @escaping @Sendable (QuestionServer) -> SignalProducer<Bool, Never>,
    demonstration: @escaping @Sendable () throws -> URL,
    secret: @escaping @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>, transport: Transport,
    clock: any DateScheduler
  ) {
    let (retries, retry) = Signal<Void, Never>.pipe()
    let (overrides, overridePause) = Signal<Void, Never>.pipe()
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    let maker = QuestionClientMaker(
      wasReached: wasReached, demonstration: demonstration, secret: secret, retries: retries, pauseOverride: overrides,
      notice: notice, transport: transport, clock: clock)
    let services = Property(following: part.producer.skipRepeats().map { maker.service(from: $0) })
    (self.retry, self.overridePause, self.notices) = (retry, overridePause, notices)
    service = WatchedQuestionService(SwitchingQuestionService(services))
    isStandIn = services.isStandIn
  }
}

/// Creates the client of a source.
private struct QuestionClientMaker {
  let wasReached: @Sendable (QuestionServer) -> SignalProducer<Bool, Never>
  let demonstration: @Sendable () throws -> URL
  let secret: @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>
  let retries: Signal<Void, Never>
  let pauseOverride: Signal<Void, Never>
  let notice: Signal<SafeText, Never>.Observer
  let transport: Transport
  let clock: any DateScheduler

  func service(from part: ServicePart) -> any QuestionService & SiteDirectory {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    let demo = { @Sendable () throws -> any QuestionService & SiteDirectory in
      StackExchangeClient(baseURL: try demonstration(), origin: .demo, transport: transport, clock: clock)
    }
    return switch part.source {
    case .server(let url): client(at: url, part.secret)
    case .serverElseDemonstration(let url):
      FallbackQuestionService(
        live: client(at: url, part.secret), demo: demo, wasReached: wasReached(QuestionServer(url)), retries: retries,
        clock: clock)
    // Nothing is started before the first request.
    case .demonstration: FallbackQuestionService(live: nil, demo: demo, clock: clock)
    }
  }

  private func client(at url: URL, _ key: SecretSource?) -> StackExchangeClient {
    let supply = SecretSupply(of: key, by: secret, name: "the Stack Exchange key", clock: clock)
    let client = StackExchangeClient(
      baseURL: url, key: supply, pauseOverride: pauseOverride, transport: transport, clock: clock)
    client.notices.observeValues { [notice] in notice.send(value: $0) }
    return client
  }
}
