import Foundation
import Model
import PaneKit
import Text

/// The state of the Stack Overflow pane.
public struct StackOverflowState: Sendable, Equatable {
  /// The tabs' names, in order.
  public var tabs: [SafeText]
  /// The identities of the tabs, whatever their names, places and orders.
  public var tabIDs: [QuestionTab.ID]
  public var selectedTab: Int
  /// The selected tab's list.
  public var list: QuestionListState
  /// The open question of the selected tab; `nil` while its list is shown.
  public var reading: ReadingState?
  /// The selected question, shown beside or below the list while that has the keys; `nil` without room for it.
  public var preview: ReadingState?
  /// The place of the open question among those found; `nil` for one of the list.
  public var found: FoundPlace?
  /// The source of the questions shown.
  public var provenance: Provenance
  public var quota: Quota
  /// New questions by tab, in the order of ``tabs``; empty if there are none.
  public var news: [Int] = []
  /// Unread questions by tab, whatever its filter hides, in the order of ``tabs``; 0 for a tab that is not loaded.
  public var unread: [Int] = []
  /// The read and the kept questions, of all sources.
  public var marks = QuestionMarks()
  /// Whether each row of a list has only one line.
  public var isDense = false
  /// Whether a person wants the question below its list, where both have room.
  public var isBelow = false
  /// Whether there is a tab besides the selected one, and a closed one that can be reopened.
  public var canClose = true
  public var canReopen = false
  /// Whether automatic refreshes are suspended because the day's requests run low.
  public var isRefreshPaused = false

  public init(
    tabs: [SafeText], tabIDs: [QuestionTab.ID] = [], selectedTab: Int, list: QuestionListState,
    reading: ReadingState? = nil, preview: ReadingState? = nil, provenance: Provenance = .server(.standard),
    quota: Quota = Quota()
  ) {
    self.tabs = tabs
    self.selectedTab = selectedTab
    self.tabIDs = tabIDs
    self.list = list
    self.reading = reading
    self.preview = preview
    self.provenance = provenance
    self.quota = quota
  }
}

extension StackOverflowState {
  public var origin: Origin { provenance.origin }

  public var tabID: QuestionTab.ID {
    tabIDs.indices.contains(selectedTab) ? tabIDs[selectedTab] : list.feed
  }

  /// Whether there is, or may be, a question after the open one in the list; and one before it.
  public var hasNextQuestion: Bool {
    if let found { return found.number < found.count }
    return reading != nil && (list.selectedRow.map { $0 + 1 < list.questions.count } ?? false || list.hasMore)
  }
  public var hasPreviousQuestion: Bool {
    found.map { $0.number > 1 } ?? (reading != nil && (list.selectedRow ?? 0) > 0)
  }
  /// The question that is open, else the selected one.
  public var question: Question? {
    reading.map { $0.detail?.question ?? $0.question } ?? list.selectedRow.map { list.questions[$0] }
  }

  /// Whether what is done concerns picked questions: some are, and none is open.
  var hasPicks: Bool { reading == nil && !list.picks.isEmpty }

  /// Returns a person's mark of a question in the selected tab.
  public func mark(of question: Question) -> QuestionMarks.Mark {
    var mark = marks.mark(of: key(of: question), answers: question.answerCount)
    mark.isPicked = list.picks.contains(question.identity)
    return mark
  }

  /// Returns the key of a question in the selected tab.
  public func key(of question: Question) -> QuestionKey {
    QuestionKey(provenance, question.identity)
  }

  /// The presented question: the open one, else the selected one beside or below the list.
  public var text: ReadingState? { reading ?? preview }

  /// Whether nothing is known of the selected question's text, which is not requested because the day's requests run low.
  public var isPreviewPaused: Bool {
    guard let preview, lowQuota != nil, origin == .live else { return false }
    return preview.detail == nil && preview.load == .idle && preview.trouble == nil
  }

  /// The requests left today, if they are less than a tenth of the day's.
  public var lowQuota: Int? { quota.low }

  /// Whether characters are text and not commands.
  public var takesText: Bool { reading?.search.isEditing ?? list.filter.isEditing }
}

/// The state of a tab's list, a function of its rows and of the filter.
public struct QuestionListState: Sendable, Equatable {
  /// The tab's feed, in the chosen order.
  public var feed: QuestionFeed
  /// The order of the visible questions; while another one is being loaded, it differs from the feed's.
  public var order: QuestionOrder
  public var load: LoadState
  /// When the visible questions were loaded.
  public var loadedAt: Date?
  /// Whether the visible questions are from the cache, without an answer yet.
  public var isFromThePast: Bool
  /// The filtered questions.
  public var questions: VisibleRows<Question>
  /// The number of questions without the filter.
  public var total: Int
  /// Whether the service has more of them.
  public var hasMore: Bool
  /// Whether the next page is being loaded.
  public var isLoadingMore: Bool
  public var filter: FilterState
  public var selection: QuestionIdentity?
  /// The row of the selected question among ``questions``.
  public var selectedRow: Int?
  public var trouble: ServiceFailure?
  /// All failures of a list that joins several sites, the first of which is ``trouble``.
  public var troubles: [ServiceFailure] = []
  /// The questions that a person has picked for what is done with several.
  public var picks: Set<QuestionIdentity> = []
  /// The same in the order of the list, filtered or not.
  public var picked: [Question] = []
  /// The sites of a list of what is loaded, if they are several.
  public var loadedSites: [String] = []

  /// - Parameters:
  ///   - order: The feed's if `nil`.
  ///   - selectedRow: Looked up if only the selection is given.
  public init(
    feed: QuestionFeed = QuestionFeed(), order: QuestionOrder? = nil, load: LoadState = .idle, loadedAt: Date? = nil,
    isFromThePast: Bool = false, questions: VisibleRows<Question> = [], total: Int = 0, hasMore: Bool = false,
    isLoadingMore: Bool = false, filter: FilterState = FilterState(), selection: QuestionIdentity? = nil,
    selectedRow: Int? = nil, trouble: ServiceFailure? = nil
  ) {
    self.feed = feed
    self.order = order ?? feed.knownOrder
    self.load = load
    self.loadedAt = loadedAt
    self.isFromThePast = isFromThePast
    self.questions = questions
    self.total = total
    self.hasMore = hasMore
    self.isLoadingMore = isLoadingMore
    self.filter = filter
    self.selection = selection
    self.selectedRow = selectedRow ?? selection.flatMap(questions.row)
    self.trouble = trouble
  }

  /// Creates a list without a filter.
  public init(
    feed: QuestionFeed = QuestionFeed(), load: LoadState = .idle, loadedAt: Date? = nil, questions: [Question],
    total: Int = 0, hasMore: Bool = false, isLoadingMore: Bool = false, filter: FilterState = FilterState(),
    selection: QuestionIdentity? = nil, trouble: ServiceFailure? = nil
  ) {
    self.init(
      feed: feed, load: load, loadedAt: loadedAt, questions: VisibleRows<Question>(questions), total: total,
      hasMore: hasMore, isLoadingMore: isLoadingMore, filter: filter, selection: selection, trouble: trouble)
  }
}

/// The state of an open question.
public struct ReadingState: Sendable, Equatable {
  /// The question in the list's version, shown until the rest is loaded.
  public var question: Question
  public var detail: QuestionDetail?
  public var load: LoadState
  /// When the detail was loaded.
  public var loadedAt: Date?
  /// Whether the detail is from the cache, without an answer yet.
  public var isFromThePast: Bool
  public var trouble: ServiceFailure?
  /// The search in the text.
  public var search: FilterState
  public var comments: CommentsState

  public init(
    question: Question, detail: QuestionDetail? = nil, load: LoadState = .loading, loadedAt: Date? = nil,
    isFromThePast: Bool = false, trouble: ServiceFailure? = nil, search: FilterState = FilterState(),
    comments: CommentsState = CommentsState()
  ) {
    self.question = question
    self.detail = detail
    self.load = load
    self.loadedAt = loadedAt
    self.isFromThePast = isFromThePast
    self.trouble = trouble
    self.search = search
    self.comments = comments
  }

  /// Whether something visible is being reloaded.
  public var isReloading: Bool {
    load == .reloading || comments.isShown && comments.isLoading && !comments.content.isEmpty
  }

  /// Whether something that will be visible is being loaded.
  public var isLoading: Bool { load.isUnderWay || comments.isShown && comments.isLoading }

  /// Whether nothing is known of its text, which is being loaded or is requested after a rest.
  public var isTextAwaited: Bool { detail == nil && (trouble == nil || load.isUnderWay) }
}

extension QuestionListState {
  /// The sites that rows name: those of a list of several.
  var rowSites: [String] { feed.isJoined ? feed.sites : loadedSites }

  /// Whether there are no rows, and the first ones are being loaded or are requested with the start.
  public var isAwaited: Bool { total == 0 && loadedAt == nil && (trouble == nil || load == .loading) }
}

extension ReadingState {
  /// Whether the last request, or that for the answers, failed.
  var isInTrouble: Bool { trouble != nil || detail?.answersTrouble != nil }

  /// Returns whether opening the question requests it again: the last request failed, or its answer is older than the minute
  /// in which the service asks not to repeat a request.
  func isOutdated(at now: Date) -> Bool {
    guard load != .loading, load != .reloading else { return false }
    return isInTrouble || loadedAt.map { !LoadedQuestion.isFresh($0, at: now) } ?? false
  }
}
