import Edits
import EditsEdge
import Model
import Panes
import Questions
import QuestionsEdge
import Rooms
import RoomsEdge
import Screen
import SettingsFile
import Signals
import Store
import Text
import ViewModels

/// The program's features. What is above the kit iterates over these lists, and nothing else names all of them.
package enum Features {
  /// In the order on the screen, and in which the focus moves.
  package static let panes: [PaneDescription] = [.stackOverflow, .wikipedia, .rooms]
  package static let catalog = CommandCatalog(panes)

  /// In the order of the file and of documents.
  package static let settings: [SettingsFeature] = [.stackOverflow, .wikipedia, .conAir]

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

/// Questions of Stack Exchange.
@UI
final class QuestionsFeature: Feature {
  let viewModel: StackOverflowViewModel
  private let address: Property<SafeText?>
  private let (lifetime, token) = Lifetime.make()

  init(_ dependencies: InterfaceDependencies, _ memory: Memory, on clock: any DateScheduler) {
    viewModel = dependencies.makeStackOverflow(memory, on: clock)
    address = dependencies.addresses.map(\.questions)
    // A service is told of a person's refresh before the request, so that it tries the live service again, or ignores a pause
    // that it was asked for.
    lifetime += viewModel.refreshesOfDemo.tell(dependencies.retryQuestions)
    lifetime += viewModel.refreshes.tell(dependencies.overrideQuestionPause)
  }

  var ruleSource: RuleSource? { viewModel.ruleSource }
  var notices: Signal<SafeText, Never> { viewModel.notices }

  func makePane(_ matches: Property<RuleMatches>) -> any Pane { viewModel.makePane(matches: matches, address: address) }
}

/// Edits of Wikipedia. A hidden pane is not started, so its watched edits do not ring.
@UI
final class EditsFeature: Feature {
  let viewModel: WikipediaViewModel
  private let address: Property<SafeText?>

  init(_ dependencies: InterfaceDependencies, _ memory: Memory, on clock: any DateScheduler) {
    viewModel = dependencies.makeWikipedia(memory, on: clock)
    address = dependencies.addresses.map(\.edits)
    if let wikis = dependencies.wikis { wikis <~ viewModel.wikis }
  }

  var ruleSource: RuleSource? { viewModel.ruleSource }
  var notices: Signal<SafeText, Never> { viewModel.notices }
  var bells: Signal<Void, Never> { viewModel.bells }

  func makePane(_ matches: Property<RuleMatches>) -> any Pane { viewModel.makePane(matches: matches, address: address) }
}

/// Temperatures of rooms.
@UI
final class RoomsFeature: Feature {
  let viewModel: RoomsViewModel
  let notices: Signal<SafeText, Never>
  private let address: Property<SafeText?>
  private let discovery: SignalProducer<[DiscoveredLine], Never>
  /// Retained, because a composed property does not retain its source.
  private let sources: Property<[RoomSourceEntry]>
  /// Whether the rooms are needed, whether or not their pane is shown: one of them has limits, or a rule looks at them.
  private let areNeeded: Property<Bool>
  private let (lifetime, token) = Lifetime.make()

  init(_ dependencies: InterfaceDependencies, _ memory: Memory, on clock: any DateScheduler) {
    viewModel = dependencies.makeRooms(memory, on: clock)
    notices = dependencies.alarmPrograms(viewModel.alarms)
    address = dependencies.addresses.map(\.temperatures)
    (discovery, sources) = (dependencies.discovery, dependencies.rooms)
    areNeeded = sources.map { $0.contains { !$0.limits.all.isEmpty } }
      .or(dependencies.settings.map { !$0.rules.roomLimits.isEmpty })
    lifetime += viewModel.refreshes.tell(dependencies.overrideTemperaturePause)
  }

  var ruleSource: RuleSource? { viewModel.ruleSource }
  var bells: Signal<Void, Never> { viewModel.bells }

  func makePane(_ matches: Property<RuleMatches>) -> any Pane {
    viewModel.makePane(matches: matches, address: address, discovery: discovery)
  }

  func start() {
    lifetime += areNeeded.producer.filter { $0 }.take(first: 1).startWithValues { [viewModel] _ in viewModel.start() }
  }
}

extension Signal where Value == Void, Error == Never {
  fileprivate func tell(_ observer: Observer?) -> (any Disposable)? {
    observer.flatMap { observer in observeValues { observer.send(value: ()) } }
  }
}

extension [String: String] {
  /// The variables without those that may contain a secret of this program: the environment of the programs that it starts.
  package var withoutSecrets: [String: String] { withoutSecrets(of: Features.settings) }
}
