import Foundation
import Model
import Text

/// A question in a list, and its key elsewhere: the same number on another server or another site is another question.
struct ListedQuestion: Sendable, Equatable {
  var question: Question
  var key: QuestionKey
}

/// A tab's list as a pure value: its rows, the current filter, the selection and the question that is open above it.
///
/// They must always agree, so they come out of one scan; ``QuestionTabViewModel`` drives it.
///
/// - Inputs: the state of the load, a person's actions in the list and in its field, the tab's feed, and whether there is
///   room for a question beside the list.
/// - Outputs: ``state``, the question whose text is ``presented``, ``news``, and for each step whether it went past the last
///   row, which requests more.
/// - It makes no requests and remembers nothing beyond itself. A refresh reaches it through the load: the answer to a
///   person's refresh is shown at once, that to an automatic one when the list is at its top. An answer from another source
///   closes the open question.
struct QuestionList: Sendable {
  enum Input: Sendable {
    case load(QuestionLoad.State)
    case field(FilterField.Change)
    case move(Motion)
    case select(Question.ID)
    case open
    /// Opens the question a number of rows further on, replacing the open one.
    case openNeighbour(Int)
    /// Closes the open question.
    case close
    /// The tab's feed has changed, as when another order was chosen.
    case feed(QuestionFeed)
    /// The tab has left the screen: its new questions have been seen, and its filter is accepted.
    case leave
    /// Whether there is room for a question beside the list.
    case room(Bool)
  }

  /// The question whose text is shown.
  struct Presented: Sendable, Equatable {
    var question: ListedQuestion
    var presentation: Presentation
  }

  /// The way in which a question is presented, which determines when its text is requested.
  enum Presentation: Sendable, Equatable {
    /// It is selected in the list, which has the keys: its text is requested after the selection has rested, and only while
    /// the day's requests do not run low.
    case preview
    /// A person stepped to it from a neighbour and may continue: its text is requested after a rest.
    case passing
    /// It was opened from the list: its text is requested at once, unless it was loaded within the last minute.
    case opened
  }

  /// The tab's feed. The rows may still be in another order.
  private(set) var feed: QuestionFeed
  private(set) var opened: ListedQuestion?
  /// Whether the open question was stepped to from a neighbour.
  private var isPassing = false
  /// Whether there is room for the selected question beside the list.
  private var hasRoom: Bool
  /// The search in the open question's text.
  private var searchField = FilterField()
  private var searchWords = FilterWords("")
  /// The number of questions in the latest answer that are not among the visible rows.
  private(set) var news = 0

  /// The rows of an automatic refresh while a person read further down. They are shown with the next answer to a person's
  /// request, or when the list is at its top, so that nothing jumps.
  private var waiting: QuestionRows?

  /// The rows that are shown, and the filtered ones of them.
  private var rows = QuestionRows()
  private var list = FilteredList<Question>(orElse: .nearest)
  private var filter = FilterField()
  private var load = QuestionLoad.State(.once(.first))

  /// Whether a person chose the selected question. Otherwise the selection is reset when the first answer replaces the stored
  /// rows.
  private var isChosenByHand = false
  /// A person went to the end of a list that has more: the next page's last row is selected when that page is there.
  private var goesToNextEnd = false

  init(_ feed: QuestionFeed, hasRoom: Bool = false) {
    self.feed = feed
    self.hasRoom = hasRoom
  }

  /// - Returns: whether a person went past the last row, which requests more.
  mutating func take(_ input: Input) -> Bool {
    switch input {
    case .load(let state): take(state)
    case .field(let change): takeField(change)
    case .close:
      guard opened != nil else { break }
      opened = nil
      joinAtTop()
    case .feed(let feed): self.feed = feed
    case .leave:
      takeField(.accept)
      if waiting == nil { news = 0 }
    case .room(let hasRoom): self.hasRoom = hasRoom
    // The commands of the list mean nothing to an open question.
    case .move(let motion):
      guard opened == nil else { break }
      let isPastEnd = takeInList { $0.list.move(motion) }
      goesToNextEnd = isPastEnd && motion == .end
      return isPastEnd
    case .openNeighbour(let distance): return openNeighbour(distance)
    case .select(let id): if opened == nil { takeInList { $0.list.select(id) } }
    case .open: if opened == nil { takeInList { $0.open() } }
    }
    return false
  }

  /// Applies the typed filter first, because a person's action on rows refers to it.
  @discardableResult
  private mutating func takeInList<Result>(_ action: (inout QuestionList) -> Result) -> Result {
    takeFilter(.settle)
    isChosenByHand = true
    goesToNextEnd = false
    let result = action(&self)
    joinAtTop()
    return result
  }

  /// The field is the open question's search, or else the list's filter.
  private mutating func takeField(_ change: FilterField.Change) {
    goesToNextEnd = false
    if opened == nil { takeFilter(change) } else { searchWords = searchField.take(change) ?? searchWords }
  }

  private mutating func takeFilter(_ change: FilterField.Change) {
    if let words = filter.take(change) { list.filter(by: words) }
  }
}

// MARK: - Rows

extension QuestionList {
  private mutating func take(_ state: QuestionLoad.State) {
    let isNewAnswer = state.loadedAt != load.loadedAt
    let isEndOfNextPage = load.asking == .next && state.asking != .next
    load = state
    let rows = state.value ?? QuestionRows()
    let isSameList =
      state.value != nil && rows.feed == self.rows.feed && rows.provenance == self.rows.provenance
    // Kept questions are never new.
    if !isSameList || rows.feed.selection == .kept {
      news = 0
    } else if isNewAnswer, !list.elements.isEmpty, rows.questions != list.elements {
      let known = Set(list.elements.map(\.id))
      news = rows.questions.count { !known.contains($0.id) }
    } else if isNewAnswer {
      news = 0
    }
    let mayWait = isSameList && state.isAutomatic && !self.rows.isCached && !list.elements.isEmpty
    if mayWait, !isAtTop, rows.questions != list.elements {
      waiting = rows
    } else {
      show(rows, isNothing: state.value == nil)
    }
    if goesToNextEnd, isEndOfNextPage {
      goesToNextEnd = false
      if isSameList, state.extraTrouble == nil { list.move(.end) }
    }
  }

  /// Whether the first rows are in view, so that others may be inserted above them.
  private var isAtTop: Bool { opened == nil && (list.selectedRow ?? 0) == 0 }

  private mutating func joinAtTop() {
    if let waiting, isAtTop { show(waiting, isNothing: false) }
  }

  private mutating func show(_ rows: QuestionRows, isNothing: Bool) {
    waiting = nil
    let isElsewhere = isNothing || rows.provenance != self.rows.provenance
    let isFirstAnswer = self.rows.isCached && !rows.isCached
    // Another order starts at its beginning, and so does the answer that replaces stored rows.
    let isOtherList = isElsewhere || rows.feed != self.rows.feed || (isFirstAnswer && !isChosenByHand)
    if isOtherList {
      list.deselect()
      isChosenByHand = false
    }
    if isOtherList || rows.questions != list.elements { list.replace(with: rows.questions, folded: rows.folded) }
    self.rows = rows
    // In another source, the same number is another question.
    if isElsewhere { opened = nil }
  }
}

// MARK: - Selection

extension QuestionList {
  /// Opens a neighbour. Past the last row there may be more to load, as when the selection moves there.
  private mutating func openNeighbour(_ distance: Int) -> Bool {
    guard let opened else { return false }
    let isPastEnd = list.move(.lines(distance))
    if let id = list.selection, id != opened.question.id {
      open()
      isPassing = true
    }
    return isPastEnd
  }

  private mutating func open() {
    takeFilter(.accept)
    list.keepSelected()
    guard let question = list.selected else { return }
    opened = listed(question)
    isPassing = false
    (searchField, searchWords) = (FilterField(), FilterWords(""))
  }
}

// MARK: - What is shown

extension QuestionList {
  /// The source of the rows; `nil` if there are none.
  var provenance: Provenance? { load.value?.provenance }

  /// The open question; else, if there is room beside the list, the selected one.
  var presented: Presented? {
    if let opened { return Presented(question: opened, presentation: isPassing ? .passing : .opened) }
    guard hasRoom, let question = list.selected else { return nil }
    return Presented(question: listed(question), presentation: .preview)
  }

  private func listed(_ question: Question) -> ListedQuestion {
    ListedQuestion(question: question, key: QuestionKey(rows.provenance, site: feed.site, id: question.id))
  }

  /// The same as a collection of at most one element.
  var allPresented: [Presented] { presented.map { [$0] } ?? [] }

  /// The search in the open question's text.
  var search: FilterState { searchField.state(searchWords) }

  var state: QuestionListState {
    let row = list.selectedRow
    return QuestionListState(
      feed: feed, order: load.value?.feed.knownOrder, load: load.progress, loadedAt: load.loadedAt,
      isFromThePast: load.value?.isCached ?? false, questions: list.rows,
      total: list.elements.count, hasMore: load.value?.hasMore ?? false, isLoadingMore: load.asking == .next,
      filter: filter.state(list.words), selection: row.map { list.rows[$0].id }, selectedRow: row,
      trouble: load.trouble ?? load.extraTrouble)
  }
}
