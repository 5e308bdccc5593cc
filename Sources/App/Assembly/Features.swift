import Edits
import EditsEdge
import Model
import PaneKit
import Questions
import QuestionsEdge
import Rooms
import RoomsEdge
import SettingsFile
import Storage
import Text

/// The program's features, for all that iterates over them. `Interface` makes them, and `Services` their clients.
package enum Features {
  /// In the order on the screen, and in which the focus moves.
  package static let panes: [PaneDescription] = [.stackOverflow, .wikipedia, .rooms]
  package static let catalog = CommandCatalog(panes)

  /// In the order of the file and of documents.
  package static let settings: [SettingsFeature] = [.stackOverflow, .wikipedia, .conAir]
  package static let vocabulary = SettingsVocabulary(
    commands: catalog.names, globalCommands: Set(catalog.alwaysEnabledNames), panes: catalog.panes.map(\.name),
    features: settings)

  /// What is counted in the cache.
  package static let cached = [
    CacheContent("lists", one: "list", of: [.list]), CacheContent("questions", one: "question", of: [.question]),
    CacheContent("lists of sites and wikis", one: "list of sites or wikis", of: [.sites, .wikis]),
  ]

  /// What is remembered, in the order in which a person is told of it.
  package static let remembered: [any RememberedPart.Type] = [
    DashboardMemory.self, QuestionsMemory.self, RoomsMemory.self, WikipediaChoices.self,
  ]
}

/// The addresses of the live services for the overlay "diagnostics": without passwords; `nil` if none is asked.
package struct ServiceAddresses: Sendable, Hashable {
  package var questions: SafeText?
  package var edits: SafeText?
  package var temperatures: SafeText?

  package init(questions: SafeText? = nil, edits: SafeText? = nil, temperatures: SafeText? = nil) {
    self.questions = questions
    self.edits = edits
    self.temperatures = temperatures
  }
}

extension [String: String] {
  /// The variables without those that may contain a secret of this program: the environment of the programs that it starts.
  package var withoutSecrets: [String: String] { withoutSecrets(of: Features.settings) }
}
