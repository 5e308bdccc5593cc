import Screen
import Signals
import Text
import ViewModels

/// The program's panes: the one place that lists them.
public enum StandardPanes {
  /// In the order in which they stand on the screen, and in which the focus goes through them.
  public static let ids: [PaneID] = [.stackOverflow, .wikipedia, .conAir]

  /// - Parameter addresses: of the services that are asked.
  @UI public static func make(
    stackOverflow: StackOverflowViewModel, wikipedia: WikipediaViewModel, conAir: ConAirViewModel,
    addresses: Property<ServiceAddresses> = Property(value: ServiceAddresses())
  ) -> [any Pane] {
    [
      StackOverflowPane(stackOverflow, address: addresses.map(\.questions)),
      WikipediaPane(wikipedia, address: addresses.map(\.edits)),
      ConAirPane(conAir, address: addresses.map(\.temperatures)),
    ]
  }
}

/// Where the live services are, as the overlay "diagnostics" says it: without passwords; `nil` where none is asked.
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
