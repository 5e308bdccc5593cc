import Model
import PaneKit
import Screen
import Signals
import Text

/// What the pane of edits is made from.
package struct EditsDependencies {
  package var feed: any WikiFeed
  package var cache: (any WikiCache)?
  /// The address of the live service, which identifies what is kept of it.
  package var address = Property<SafeText?>(value: nil)
  /// Is bound to the chosen wikis, whose events the feed then sends; `nil` if the feed cannot be told.
  package var wikis: MutableProperty<WikiSelection>?

  package init(_ feed: any WikiFeed) { self.feed = feed }
}

/// Edits of Wikipedia. A hidden pane is not started, so its watched edits do not ring.
@UI
package final class EditsFeature: Feature {
  package let viewModel: WikipediaViewModel
  private let address: Property<SafeText?>

  package init(
    _ dependencies: EditsDependencies, _ settings: Property<Settings>, _ memory: Memory, on clock: any DateScheduler
  ) {
    viewModel = WikipediaViewModel(
      feed: dependencies.feed, settings: settings.map(\.wikipedia).skipRepeats(),
      server: dependencies.address.skipRepeats(), memory: memory, cache: dependencies.cache, scheduler: clock)
    address = dependencies.address
    if let wikis = dependencies.wikis { wikis <~ viewModel.wikis }
  }

  package var ruleSource: RuleSource? { viewModel.ruleSource }
  package var answers: Signal<SafeText, Never> { viewModel.notices }
  package var bells: Signal<Void, Never> { viewModel.bells }
  package var desktopNotices: Signal<DesktopNotice, Never> { viewModel.batches.compactMap(\.watched) }

  package func makePane(_ matches: Property<RuleMatches>) -> any Pane {
    viewModel.makePane(matches: matches, address: address)
  }
}
