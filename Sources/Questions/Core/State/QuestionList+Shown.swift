import PaneKit
import Text

// MARK: - What is shown

extension QuestionList {
  /// The source of the rows; `nil` if there are none.
  var provenance: Provenance? { load.value?.provenance }

  /// The questions of the latest answer, which the list may not show yet.
  var loaded: LoadedQuestions? { LoadedQuestions(load.parts.map { LoadedQuestions($0.value) }) }

  /// The same of each site, with the rows that are from the cache.
  var parts: [LoadedList.Part] {
    load.parts.compactMap { part in
      guard let rows = part.value, let date = part.loadedAt else { return nil }
      return LoadedList.Part(rows: rows, date: date)
    }
  }

  /// The selected question, and its row.
  var selected: ListedQuestion? {
    provenance.flatMap { provenance in list.selected.map { ListedQuestion($0, from: provenance) } }
  }
  var selectedRow: Int? { list.selectedRow }
  /// The same if a person has selected in this run.
  var chosen: QuestionKey? { isChosenByHand && !isRecalled ? selected?.key : nil }

  /// The picked questions, in the order of the list, filtered or not; none while a question is open.
  var picked: [ListedQuestion] {
    opened == nil ? list.picked.map { listed($0) } : []
  }

  /// The indices of the sites whose next pages follow the last row.
  var exhausted: [Int] { load.exhausted }

  /// The open question; else, if there is room beside the list, the selected one.
  var presented: Presented? {
    if let opened { return Presented(question: opened, presentation: isPassing ? .passing : .opened) }
    guard hasRoom, let question = list.selected else { return nil }
    return Presented(question: listed(question), presentation: .preview)
  }

  /// The rows; `nil` if there are none.
  var listed: UnreadQuestions.Rows? {
    provenance.map { UnreadQuestions.Rows(questions: list.rows, provenance: $0) }
  }

  /// Returns the number of unread rows, whatever the filter hides.
  func unreadCount(_ marks: QuestionMarks) -> Int {
    list.elements.count { marks.read[QuestionKey(rows.provenance, $0.identity)] == nil }
  }

  /// A question with the source of the rows.
  func listed(_ question: Question) -> ListedQuestion {
    ListedQuestion(question, from: rows.provenance)
  }

  /// The search in the open question's text.
  var search: FilterState { searchField.state(searchWords) }

  var state: QuestionListState {
    let row = list.selectedRow
    let troubles = load.troubles
    var state = QuestionListState(
      feed: feed, order: load.value?.feed.knownOrder, load: load.progress, loadedAt: load.loadedAt,
      isFromThePast: load.value?.isCached ?? false, questions: list.rows,
      total: list.elements.count, hasMore: load.value?.hasMore ?? false, isLoadingMore: load.isLoadingMore,
      filter: filter.state(list.words), selection: row.map { list.rows[$0].identity }, selectedRow: row,
      trouble: troubles.first)
    state.troubles = troubles
    (state.picks, state.picked) = (list.picks, list.picked)
    state.loadedSites = load.value?.loadedSites ?? []
    return state
  }
}
