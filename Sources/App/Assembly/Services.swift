import Clients
import Edits
import EditsEdge
import Foundation
import Model
import Questions
import QuestionsEdge
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
  package let questionClients: QuestionClients
  package let editClients: EditClients
  package let roomClients: RoomClients

  /// The services for which the demonstration stands in.
  package let standIns: Property<DemoSubstitutions>

  /// Sends messages to the person.
  package let notices: Signal<SafeText, Never>

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
    let (transport, clock, variables) = (environment.transport, environment.clock, environment.variables)
    let demonstration = environment.demonstration
    questionClients = QuestionClients(
      sources.map(\.questions), wasReached: wasReached,
      demonstration: { try demonstration.address.stackExchangeURL }, secret: environment.secret, transport: transport,
      clock: clock)
    editClients = EditClients(
      sources.map(\.edits), wikis: sources.value.wikis, mediaWiki: try Self.mediaWiki(variables),
      demonstration: {
        let address = try demonstration.address
        return (address.eventStreamsURL, address.mediaWikiTemplate)
      }, transport: transport, clock: clock)
    roomClients = RoomClients(
      sources.map(\.rooms), weather: try Self.openMeteo(variables), machine: Self.systemRoot(variables),
      demonstration: { try demonstration.address.conAirURL }, secret: environment.secret, readings: readings,
      transport: transport, clock: clock)
    let standIns = DemoSubstitutions.property(questionClients.isStandIn, editClients.isStandIn)
    self.standIns = standIns
    notices = .merge(
      questionClients.notices, editClients.notices, roomClients.notices,
      standIns.signal.combinePrevious(DemoSubstitutions()).compactMap { DemoSubstitutions.sentence($0, $1) })
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
