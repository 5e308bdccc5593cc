import Foundation
import Model
import Text

/// What the Stack Overflow pane shows.
public struct StackOverflowState: Sendable, Equatable {
  /// The tabs' names, in order.
  public var tabs: [SafeText]
  /// What the tabs are known by, whatever their names, places and orders.
  public var tabIDs: [QuestionTab.ID]
  public var selectedTab: Int
  /// The selected tab's list.
  public var list: QuestionListState
  /// The open question of the selected tab; `nil` while its list is shown.
  public var reading: ReadingState?
  /// The selected question, shown beside the list while that has the keys; `nil` where there is no room for it.
  public var preview: ReadingState?
  /// Where the questions shown come from.
  public var provenance: Provenance
  public var quota: Quota
  /// New questions by tab, in the order of ``tabs``; empty where no tab has any.
  public var news: [Int] = []
  /// What was read, and what is kept, wherever it comes from.
  public var marks = QuestionMarks()
  /// Lists have one line a row.
  public var isDense = false
  /// There is another tab than the one that is shown, and one that can be brought back.
  public var canClose = true
  public var canReopen = false
  /// Lists are to be refreshed automatically, and are not since the day's requests run low.
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

  /// Whether there is a question after the open one in the list, or may be when more is loaded, and before it.
  public var hasNextQuestion: Bool {
    reading != nil && (list.selectedRow.map { $0 + 1 < list.questions.count } ?? false || list.hasMore)
  }
  public var hasPreviousQuestion: Bool { reading != nil && (list.selectedRow ?? 0) > 0 }
  /// The question that is open, else the selected one.
  public var question: Question? {
    reading.map { $0.detail?.question ?? $0.question } ?? list.selectedRow.map { list.questions[$0] }
  }

  /// What a person has done with a question of the tab that is shown.
  public func mark(of question: Question) -> QuestionMarks.Mark {
    marks.mark(
      of: QuestionKey(provenance, site: list.feed.site, id: question.id), answers: question.answerCount)
  }

  /// The question whose text is shown: the open one, else the selected one beside the list.
  public var text: ReadingState? { reading ?? preview }

  /// Nothing is known of the selected question's text, and it is not asked for, since the day's requests run low.
  public var isPreviewPaused: Bool {
    guard let preview, lowQuota != nil, origin == .live else { return false }
    return preview.detail == nil && preview.load == .idle && preview.trouble == nil
  }

  /// Requests left today, once that is less than a tenth of the day's.
  public var lowQuota: Int? { quota.low }

  /// Characters are text now, not commands.
  public var takesText: Bool { reading?.search.isEditing ?? list.filter.isEditing }
}

/// A tab's list: always a function of the questions held and of the filter.
public struct QuestionListState: Sendable, Equatable {
  /// What the tab asks for, in the order that was chosen last.
  public var feed: QuestionFeed
  /// The order of the questions shown; while another one is on its way, that is not the feed's.
  public var order: QuestionOrder
  public var load: LoadState
  /// When the questions shown were loaded.
  public var loadedAt: Date?
  /// The questions shown were loaded when the program ran before, and nothing has been answered yet.
  public var isFromThePast: Bool
  /// The questions that the filter lets through.
  public var questions: VisibleRows<Question>
  /// How many questions there are without the filter.
  public var total: Int
  /// The service has more of them.
  public var hasMore: Bool
  /// The next page is on its way.
  public var isLoadingMore: Bool
  public var filter: FilterState
  public var selection: Question.ID?
  /// The row of the selected question among ``questions``.
  public var selectedRow: Int?
  public var trouble: Trouble?

  /// - Parameters:
  ///   - order: The feed's where none is given.
  ///   - selectedRow: Looked for where only the selection is given.
  public init(
    feed: QuestionFeed = QuestionFeed(), order: QuestionOrder? = nil, load: LoadState = .idle, loadedAt: Date? = nil,
    isFromThePast: Bool = false, questions: VisibleRows<Question> = [], total: Int = 0, hasMore: Bool = false,
    isLoadingMore: Bool = false, filter: FilterState = FilterState(), selection: Question.ID? = nil,
    selectedRow: Int? = nil, trouble: Trouble? = nil
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

  /// A list that nothing is filtered out of.
  public init(
    feed: QuestionFeed = QuestionFeed(), load: LoadState = .idle, loadedAt: Date? = nil, questions: [Question],
    total: Int = 0, hasMore: Bool = false, isLoadingMore: Bool = false, filter: FilterState = FilterState(),
    selection: Question.ID? = nil, trouble: Trouble? = nil
  ) {
    self.init(
      feed: feed, load: load, loadedAt: loadedAt, questions: VisibleRows<Question>(questions), total: total,
      hasMore: hasMore, isLoadingMore: isLoadingMore, filter: filter, selection: selection, trouble: trouble)
  }
}

/// The filter's text field, and what is in force.
public struct FilterState: Sendable, Hashable {
  /// The text as it stands in the field.
  public var field: TextFieldState
  /// Letters go into the field.
  public var isEditing: Bool
  /// The words that the list shown was filtered by; they follow the field through a throttle.
  public var words: FilterWords

  public init(field: TextFieldState = TextFieldState(), isEditing: Bool = false, words: FilterWords = FilterWords("")) {
    self.field = field
    self.isEditing = isEditing
    self.words = words
  }

  /// Whether the field has a place on the screen.
  public var isShown: Bool { isEditing || !field.text.isEmpty }
}

/// An open question.
public struct ReadingState: Sendable, Equatable {
  /// The question as the list had it, shown until the rest is there.
  public var question: Question
  public var detail: QuestionDetail?
  public var load: LoadState
  /// When the detail was loaded.
  public var loadedAt: Date?
  /// The detail was loaded when the program ran before, and nothing has been answered yet.
  public var isFromThePast: Bool
  public var trouble: Trouble?
  /// What the text is searched for.
  public var search: FilterState
  public var comments: CommentsState

  public init(
    question: Question, detail: QuestionDetail? = nil, load: LoadState = .loading, loadedAt: Date? = nil,
    isFromThePast: Bool = false, trouble: Trouble? = nil, search: FilterState = FilterState(),
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

  /// Something that is shown is asked for again.
  public var isReloading: Bool {
    load == .reloading || comments.isShown && comments.isLoading && !comments.content.isEmpty
  }

  /// Something that is to be shown is on its way.
  public var isLoading: Bool { load.isUnderWay || comments.isShown && comments.isLoading }
}

extension ReadingState {
  /// The last request failed, or that for the answers.
  var isInTrouble: Bool { trouble != nil || detail?.answersTrouble != nil }

  /// Whether a person who opens the question wants it asked for again: the last request failed, or its answer is older than
  /// the minute in which the service asks not to repeat a request.
  func isOutdated(at now: Date) -> Bool {
    guard load != .loading, load != .reloading else { return false }
    return isInTrouble || loadedAt.map { !LoadedQuestion.isFresh($0, at: now) } ?? false
  }
}
