import Model
import PaneKit
import Screen
import Signals
import Text

/// A feature that nothing of the program knows of: news of a service.
@UI
final class NewsFeature: Feature {
  let notices: Signal<SafeText, Never>
  private let viewModel: NewsViewModel

  init(_ service: any NewsService, _ settings: Property<Settings>, _ memory: Memory, _ scheduler: any DateScheduler) {
    notices = service.notices
    viewModel = NewsViewModel(
      service, leastPoints: settings.map(\.news.leastPoints).skipRepeats(), memory: memory, scheduler: scheduler)
  }

  var ruleSource: RuleSource? { .news(viewModel.items.producer) }

  func makePane(_ matches: Property<RuleMatches>) -> any Pane { NewsPane(viewModel, matches) }
}

extension OtherFeature {
  /// News of a service.
  @UI package static func news(of service: any NewsService) -> OtherFeature {
    OtherFeature(.news) { NewsFeature(service, $0, $1, $2) }
  }
}
