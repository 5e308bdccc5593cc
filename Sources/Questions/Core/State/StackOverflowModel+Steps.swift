import Model
import PaneKit
import Text

// What happens in the pane, and what follows.
extension StackOverflowModel {
  enum Step: Sendable {
    case action(StackOverflowViewModel.Action)
    /// The words of the field are due.
    case applyText
    /// The settings have other tabs.
    case settings([QuestionTab])
    /// The state of the last run.
    case recall(QuestionsMemory)
    /// Requests may be made.
    case ready
    case inTab(TabStep, QuestionTab.ID)
    /// This source answers now.
    case provenance(Provenance)
    case quota(Quota)
    /// Whether the settings have lists refreshed automatically.
    case refreshes(Bool)
    /// The answer for ``Effect/complete(_:known:)``.
    case whole(QuestionKey, Result<CachedDetail, ServiceError>)
    /// The answer for ``Effect/readCache(of:in:)``.
    case cached(LoadedList.Part, in: QuestionTab.ID)
  }

  /// What a tab's loads tell.
  enum TabStep: Sendable {
    case list(QuestionList.Step)
    case text(PresentedQuestion.Step, of: QuestionKey)
  }

  /// What follows from a step, in this order.
  enum Effect: Sendable, Equatable {
    case keep(QuestionChange)
    /// Tells that a person refreshes the demonstration's questions, and that a person refreshes, which may bring the service
    /// back.
    case announceRefreshOfDemo, announceRefresh
    /// Ends the search during typing.
    case endSearch
    case request(TabLoads.Request, in: QuestionTab.ID)
    /// Stores a loaded question for later runs.
    case cache(LoadedQuestion, site: String)
    /// Requests what is missing of a kept question, of which this is known.
    case complete(ListedQuestion, known: LoadedQuestion?)
    case tell(SafeText)
    /// Reads the list of a tab that was not selected yet, or of one of its sites, for a list of what is loaded.
    case readCache(of: QuestionFeed, in: QuestionTab.ID)
  }

  /// A tab that has been selected, and the feed that it requests first.
  struct Visit: Sendable, Equatable {
    var tab: QuestionTab.ID
    var feed: QuestionFeed
  }
}
