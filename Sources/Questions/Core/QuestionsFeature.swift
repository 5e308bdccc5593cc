import Model
import PaneKit
import Screen
import Signals
import Text

/// What the pane of questions is made from.
package struct QuestionsDependencies {
  package var service: any QuestionService
  /// Completes tags and sites; `nil` for no completion.
  package var directory: (any SiteDirectory)?
  package var cache: (any QuestionCache)?
  /// The address of the live service for the overlay "diagnostics".
  package var address = Property<SafeText?>(value: nil)
  /// Is told when a person refreshes the demonstration's questions, before any request, to try the live service again.
  package var retry: Signal<Void, Never>.Observer?
  /// Is told when a person refreshes questions, before any request, to ignore a pause that the service asked for.
  package var overridePause: Signal<Void, Never>.Observer?
  /// The first tab, counted from 0; `nil` for the remembered one.
  package var selectedTab: Int?

  package init(_ service: any QuestionService) { self.service = service }

  /// - Parameter clock: The interface's scheduler.
  package func makeViewModel(
    _ settings: Property<Settings>, _ memory: Memory, on clock: any DateScheduler
  ) -> StackOverflowViewModel {
    StackOverflowViewModel(
      tabs: settings.map(\.stackOverflow.tabs).skipRepeats(), selectedTab: selectedTab,
      refreshPeriod: settings.map(\.stackOverflow.refreshPeriod).skipRepeats(), service: service,
      directory: directory, memory: memory, cache: cache, scheduler: clock)
  }
}

/// Questions of Stack Exchange.
@UI
package final class QuestionsFeature: Feature {
  package let viewModel: StackOverflowViewModel
  private let address: Property<SafeText?>
  private let (lifetime, token) = Lifetime.make()

  package init(
    _ dependencies: QuestionsDependencies, _ settings: Property<Settings>, _ memory: Memory,
    on clock: any DateScheduler
  ) {
    viewModel = dependencies.makeViewModel(settings, memory, on: clock)
    address = dependencies.address
    // A service is told of a person's refresh before the request, so that it tries the live service again, or ignores a pause
    // that it was asked for.
    lifetime += viewModel.refreshesOfDemo.tell(dependencies.retry)
    lifetime += viewModel.refreshes.tell(dependencies.overridePause)
  }

  package var ruleSource: RuleSource? { viewModel.ruleSource }
  package var answers: Signal<SafeText, Never> { viewModel.notices }
  package var desktopNotices: Signal<DesktopNotice, Never> { viewModel.newAnswers }

  package func makePane(_ matches: Property<RuleMatches>) -> any Pane {
    viewModel.makePane(matches: matches, address: address)
  }
}
