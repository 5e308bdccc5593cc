import Clients
import Edits
import EditsEdge
import Foundation
import Model
import Rooms
import RoomsEdge
import SettingsFile
import Signals
import Station
import Text

/// The clients of the three services, each with the source that ``ServiceSources`` chose.
///
/// ```
/// settings ──▶ sources ──┬──▶ the questions' part ─────▶ client ──▶ a service that switches
///                        ├──▶ the edits' part ─────────▶ client ──▶ a feed that switches
///                        └──▶ each room's part ────────▶ client
/// ```
/// A client lives while its part of the sources stays the same, so a change of one does not reconnect the others.
package final class Services: Sendable {
  package let questions: WatchedQuestionService
  package let editClients: EditClients
  package let roomClients: RoomClients

  /// The services for which the demonstration stands in.
  package let standIns: Property<DemoSubstitutions>

  /// Sends messages to the person.
  package let notices: Signal<SafeText, Never>
  /// Replaces the demonstration's questions with the live service's, if that can be reached by now.
  package let retryQuestions: Signal<Void, Never>.Observer
  /// Lets a person's next request for questions pass although the service asked for a pause.
  package let overrideQuestionPause: Signal<Void, Never>.Observer
  /// Lets a person's next request for temperatures pass although the service asked for a pause.
  package let overrideTemperaturePause: Signal<Void, Never>.Observer

  package static let projectURL = "https://github.com/reactui/reactui"

  /// - Parameters:
  ///   - sources: Changes on the interface's thread.
  ///   - wasReached: Whether a server of questions was reached when the program ran before.
  ///   - readings: Keeps the temperatures that nothing else keeps; `nil` where nothing is to be kept.
  ///   - environment: The clients' dependencies.
  /// - Throws: What is wrong with a variable that has to do with services.
  package init(
    sources: Property<ServiceSources>,
    wasReached: @escaping @Sendable (QuestionServer) -> SignalProducer<Bool, Never> = { _ in
      SignalProducer(value: false)
    },
    readings: (any ReadingStore)? = nil, environment: ClientEnvironment
  ) throws(EnvironmentMistake) {
    let (retries, retry) = Signal<Void, Never>.pipe()
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    let (questionOverride, overrideQuestionPause) = Signal<Void, Never>.pipe()
    let (temperatureOverride, overrideTemperaturePause) = Signal<Void, Never>.pipe()
    let (transport, clock, variables) = (environment.transport, environment.clock, environment.variables)
    let makers = ClientMakers(
      transport: transport,
      demonstration: environment.demonstration, secret: environment.secret,
      wasReached: wasReached, retries: retries, questionOverride: questionOverride, notice: notice, clock: clock)
    let demonstration = environment.demonstration
    editClients = EditClients(
      sources.map(\.edits), wikis: sources.value.wikis, mediaWiki: try Self.mediaWiki(variables),
      demonstration: {
        let address = try demonstration.address
        return EditClients.Demonstration(stream: address.eventStreamsURL, mediaWiki: address.mediaWikiTemplate)
      }, transport: transport, clock: clock)
    roomClients = RoomClients(
      sources.map(\.rooms).skipRepeats(), weather: try Self.openMeteo(variables), machine: Self.systemRoot(variables),
      demonstration: { try demonstration.address.conAirURL }, secret: environment.secret, readings: readings,
      pauseOverride: temperatureOverride, transport: transport, clock: clock)
    self.overrideQuestionPause = overrideQuestionPause
    self.overrideTemperaturePause = overrideTemperaturePause
    retryQuestions = retry
    let questions = Property(
      following: sources.producer.map(\.questions).skipRepeats().map { makers.questions(from: $0) })
    let standIns = DemoSubstitutions.property(questions, editClients.isStandIn)
    self.standIns = standIns
    self.notices = .merge(
      notices, editClients.notices, roomClients.notices,
      standIns.signal.combinePrevious(DemoSubstitutions()).compactMap { DemoSubstitutions.sentence($0, $1) })
    self.questions = WatchedQuestionService(SwitchingQuestionService(questions))
  }

  /// Returns the folder of the kernel's information on the machine. Tests replace it by a variable.
  package static func systemRoot(_ environment: [String: String]) -> String {
    let root = environment["REACTUI_SYS_ROOT"] ?? ""
    return root.isEmpty ? MachineSource.root : root
  }

  /// Where the weather is asked for. A variable replaces it, for tests.
  private static func openMeteo(_ environment: [String: String]) throws(EnvironmentMistake) -> URL {
    let text = environment["REACTUI_OPEN_METEO_URL"].flatMap { $0.isEmpty ? nil : $0 } ?? OpenMeteoClient.publicServer
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw EnvironmentMistake(sentence: "REACTUI_OPEN_METEO_URL: expected the address of a server, http or https")
    }
    return url
  }

  /// Where wikis have their API, as a variable says it for tests; `nil` where it does not.
  private static func mediaWiki(_ environment: [String: String]) throws(EnvironmentMistake) -> MediaWikiAddress? {
    guard let text = environment["REACTUI_MEDIAWIKI_URL"], !text.isEmpty else { return nil }
    guard let address = MediaWikiAddress(text) else {
      throw EnvironmentMistake(sentence: "REACTUI_MEDIAWIKI_URL: expected the address of api.php, http or https")
    }
    return address
  }
}

/// Creates each service's client for a source.
private struct ClientMakers {
  let transport: Transport
  let demonstration: Demonstration
  let secret: @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>
  let wasReached: @Sendable (QuestionServer) -> SignalProducer<Bool, Never>
  let retries: Signal<Void, Never>
  let questionOverride: Signal<Void, Never>
  let notice: Signal<SafeText, Never>.Observer
  let clock: any DateScheduler

  private func supply(_ source: SecretSource?, _ name: SafeText) -> SecretSupply {
    guard let source else { return SecretSupply() }
    return SecretSupply(secret(source), name: name, clock: clock)
  }

  func questions(from part: ServicePart) -> any QuestionService & SiteDirectory {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    let client = { (url: URL) in
      let client = StackExchangeClient(
        baseURL: url, key: supply(part.secret, "the Stack Exchange key"), pauseOverride: questionOverride,
        transport: transport, clock: clock)
      client.notices.observeValues { [notice] in notice.send(value: $0) }
      return client
    }
    let demo = { @Sendable () throws -> any QuestionService & SiteDirectory in
      StackExchangeClient(
        baseURL: try demonstration.address.stackExchangeURL, origin: .demo, transport: transport, clock: clock)
    }
    return switch part.source {
    case .server(let url): client(url)
    case .serverElseDemonstration(let url):
      FallbackQuestionService(
        live: client(url), demo: demo, wasReached: wasReached(QuestionServer(url)), retries: retries, clock: clock)
    // Nothing is started before the first request.
    case .demonstration: FallbackQuestionService(live: nil, demo: demo, clock: clock)
    }
  }
}
