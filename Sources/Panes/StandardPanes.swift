import Screen
import Signals
import Text
import ViewModels

/// The program's panes. This is the only list of them.
public enum StandardPanes {
  /// In the order on the screen, and in which the focus moves.
  public static let ids: [PaneID] = [.stackOverflow, .wikipedia, .rooms]

  /// - Parameters:
  ///   - matches: What the rules of the settings hold for.
  ///   - addresses: The addresses of the services.
  ///   - discovery: Looks for what could be shown as rooms at each start; sends on the interface's thread.
  @UI public static func make(
    stackOverflow: StackOverflowViewModel, wikipedia: WikipediaViewModel, rooms: RoomsViewModel,
    matches: Property<RuleMatches> = Property(value: RuleMatches()),
    addresses: Property<ServiceAddresses> = Property(value: ServiceAddresses()),
    discovery: SignalProducer<[DiscoveredLine], Never> = SignalProducer(value: [])
  ) -> [any Pane] {
    [
      StackOverflowPane(stackOverflow, matches: matches, address: addresses.map(\.questions)),
      WikipediaPane(wikipedia, matches: matches, address: addresses.map(\.edits)),
      RoomsPane(rooms, matches: matches, address: addresses.map(\.temperatures), discovery: discovery),
    ]
  }
}

/// The addresses of the live services for the overlay "diagnostics": without passwords; `nil` if none is asked.
public struct ServiceAddresses: Sendable, Hashable {
  public var questions: SafeText?
  public var edits: SafeText?
  public var temperatures: SafeText?

  public init(questions: SafeText? = nil, edits: SafeText? = nil, temperatures: SafeText? = nil) {
    self.questions = questions
    self.edits = edits
    self.temperatures = temperatures
  }
}
