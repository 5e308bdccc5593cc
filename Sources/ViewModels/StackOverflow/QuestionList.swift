import Foundation
import Model
import Signals
import Text

/// A tab's list as a state machine: commands, answers and the clock go in; what is to be asked for stands in it. It has
/// no signal, no lock and no clock of its own; ``QuestionTabViewModel`` gives it all three.
///
/// At most one request is on its way. Every request has a number, and an answer that does not bear the number of the
/// latest one is out of date and changes nothing.
struct QuestionList: Sendable {
  /// A page to be asked for.
  struct Request: Sendable, Hashable {
    var number: Int
    var query: QuestionQuery
  }

  let tab: QuestionTab
  private(set) var questions = FilteredQuestions()
  private(set) var field = TextFieldState()
  private(set) var isEditing = false
  private var load = LoadState.idle
  private var loadedAt: Date?
  /// The first page's failure, which is tried again by itself.
  private var firstPageTrouble: Trouble?
  /// The failure of a page after it, which is not: somebody has to go past the last row once more, from its retry date
  /// on.
  private var nextPageTrouble: Trouble?

  /// The latest request, while it is to be on its way.
  private(set) var pending: Request?
  private var requestCount = 0
  private var lastPage = 0
  private var hasMore = false
  private var automatic = AutomaticRequests<Int>()
  /// First pages that failed one after the other.
  private var failures = 0

  /// The question that was chosen last, and its place among all. While the filter hides it, the nearest row stands in
  /// for it, and it is back when the filter lets it through again.
  private var chosen: Question.ID?
  private var chosenPlace = 0

  init(tab: QuestionTab) {
    self.tab = tab
  }

  var state: QuestionListState {
    QuestionListState(
      order: tab.order, tag: tab.tag.map { SafeText(oneLine: $0) }, load: load, loadedAt: loadedAt,
      questions: questions.visible,
      total: questions.all.count, hasMore: hasMore, isLoadingMore: (pending?.query.page ?? 1) > 1,
      filter: FilterState(field: field, isEditing: isEditing, words: questions.words), selection: selection,
      trouble: firstPageTrouble ?? nextPageTrouble)
  }
}

// MARK: - Selection

extension QuestionList {
  private var selectedRow: Int? { questions.row(nearestTo: chosenPlace)?.row }

  /// The selected question; `nil` only where none is shown.
  var selected: Question? { selectedRow.map { questions.visible[$0] } }

  var selection: Question.ID? { selected?.id }

  /// Chooses a question, if what stands in the filter's field lets it through.
  mutating func select(_ id: Question.ID) {
    settleFilter()
    choose(id)
  }

  private mutating func choose(_ id: Question.ID) {
    guard let place = questions.place(of: id), questions.row(nearestTo: place)?.isExact == true else { return }
    chosen = id
    chosenPlace = place
  }

  /// Moves the selection. Going past the last row asks for the next page.
  ///
  /// - Parameter visibleRows: rows on the screen; a page is one less.
  mutating func move(_ motion: Motion, visibleRows: Int, at now: Date) {
    settleFilter()
    let last = questions.visible.count - 1
    let row = selectedRow ?? 0
    let target =
      switch motion {
      case .lines(let count): row.clampedSum(count)
      case .pages(let count): row.clampedSum(count * max(1, visibleRows - 1))
      case .start: 0
      case .end: max(0, last)
      }
    if last >= 0 { choose(questions.visible[min(max(0, target), last)].id) }
    if target > last { askForNextPage(at: now) }
  }
}

extension Int {
  /// The sum, or the largest or smallest number where it would be beyond.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

// MARK: - Filter

extension QuestionList {
  /// The field takes the keys; the text in it stays.
  mutating func editFilter() { isEditing = true }

  mutating func edit(_ edit: TextEdit) {
    if isEditing { field.apply(edit) }
  }

  /// What stands in the field is in force, and the keys go to the list.
  mutating func acceptFilter() {
    isEditing = false
    settleFilter()
  }

  /// Empties the field; the whole list is shown at once.
  mutating func clearFilter() {
    isEditing = false
    field = TextFieldState()
    settleFilter()
  }

  /// Brings what stands in the field into force. While somebody types, the filter follows the field through a throttle;
  /// whatever chooses a row goes by what was typed, though it is not all in force yet, and so settles it first.
  mutating func settleFilter() {
    questions.filter(by: field.text)
  }
}

// MARK: - Requests

extension QuestionList {
  /// The tab comes into sight: it is loaded the first time, or when its last attempt failed.
  mutating func show(at now: Date) {
    if !isFirstPagePending, isToBeLoaded(at: now) { askForFirstPage(at: now) }
  }

  private func isToBeLoaded(at now: Date) -> Bool {
    guard let firstPageTrouble, let retry = firstPageTrouble.retry else { return load == .idle }
    // A failure in the future was before the clock was set back; its retry may be as far away as that.
    return retry <= now || now < firstPageTrouble.since
  }

  /// Asks for the first page, whatever is on its way. The pages after it may be asked for anew, too.
  mutating func refresh(at now: Date) {
    automatic = AutomaticRequests()
    askForFirstPage(at: now)
  }

  /// When the list is to be asked for again by itself.
  var retryDate: Date? { firstPageTrouble?.retry }

  /// Asks for the first page again after a failure, whatever page after it is on its way.
  ///
  /// - Parameter date: the ``retryDate`` that was waited for. It has come, whatever the clock shows: that may be set
  ///   back, or be a little behind the timer.
  mutating func retry(awaited date: Date, at now: Date) {
    if !isFirstPagePending, retryDate == date { askForFirstPage(at: now) }
  }

  private var isFirstPagePending: Bool { pending?.query.page == 1 }

  /// Gives up the request on its way.
  mutating func cancel() {
    if let pending { end(pending) }
  }

  /// The tab without its questions, for others that come from elsewhere from now on. What somebody typed stays, and so
  /// does a request for the first page: it is the one whose answer tells where they come from.
  func emptied() -> QuestionList {
    var list = QuestionList(tab: tab)
    list.field = field
    list.isEditing = isEditing
    list.settleFilter()
    list.requestCount = requestCount
    if isFirstPagePending {
      list.pending = pending
      list.load = .loading
    }
    return list
  }

  private mutating func askForFirstPage(at now: Date) {
    load = loadedAt == nil ? .loading : .reloading
    ask(forPage: 1, at: now)
  }

  private mutating func askForNextPage(at now: Date) {
    let page = lastPage + 1
    guard pending == nil, hasMore, automatic.earliest(page, at: now) <= now, isNextPageAnswered(at: now) else { return }
    ask(forPage: page, at: now)
  }

  /// Whether the service has not said that it would refuse the next page for a while.
  private func isNextPageAnswered(at now: Date) -> Bool {
    guard let nextPageTrouble, let pauseEnd = nextPageTrouble.error.pauseEnd else { return true }
    // A failure in the future was before the clock was set back.
    return pauseEnd <= now || now < nextPageTrouble.since
  }

  private mutating func ask(forPage page: Int, at now: Date) {
    automatic.note(page, at: now)
    requestCount += 1
    pending = Request(
      number: requestCount, query: QuestionQuery(order: tab.order, tag: tab.tag, site: tab.site, page: page))
  }

  /// An answer came.
  mutating func receive(_ page: QuestionPage, for request: Request, at now: Date) {
    guard pending?.number == request.number else { return }
    pending = nil
    nextPageTrouble = nil
    lastPage = request.query.page
    hasMore = page.hasMore
    if request.query.page > 1 {
      questions.append(page.questions)
    } else {
      let row = selectedRow ?? 0
      firstPageTrouble = nil
      failures = 0
      questions.replace(with: page.questions)
      loadedAt = now
      load = .loaded(at: now)
      keepSelection(nearRow: row)
    }
  }

  /// After a refresh: the chosen question wherever it is now; if it is gone, the row at its place.
  private mutating func keepSelection(nearRow row: Int) {
    if let chosen, let place = questions.place(of: chosen) {
      chosenPlace = place
    } else if !questions.visible.isEmpty {
      choose(questions.visible[min(row, questions.visible.count - 1)].id)
    }
  }

  /// A request failed. What was there stays; the first page is asked for again, first after a minute, then after two,
  /// four and so on up to a quarter of an hour, but never before the service said that it would answer.
  mutating func fail(_ error: ServiceError, for request: Request, at now: Date) {
    guard pending?.number == request.number else { return }
    end(request)
    guard request.query.page == 1 else {
      let retry = max(automatic.earliest(request.query.page, at: now), error.pauseEnd ?? now)
      nextPageTrouble = Trouble(error, since: nextPageTrouble?.since ?? now, retry: retry)
      return
    }
    failures += 1
    let backoff = Backoff.exponential(initial: AutomaticRequests<Int>.interval, maximum: 900)
    let retry = max(now.addingTimeInterval(backoff.delay(beforeRestart: failures)), error.pauseEnd ?? now)
    firstPageTrouble = Trouble(error, since: firstPageTrouble?.since ?? now, retry: retry)
  }

  /// A request ended without an answer: it was cancelled.
  mutating func end(_ request: Request) {
    guard pending?.number == request.number else { return }
    pending = nil
    if request.query.page == 1 { load = loadedAt.map { .loaded(at: $0) } ?? .idle }
  }
}
