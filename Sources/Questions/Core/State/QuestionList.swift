import Foundation
import PaneKit
import Text

/// A tab's list as a pure value: its rows, the current filter, the selection and the question that is open above it.
///
/// They must always agree, so they are one value; ``StackOverflowModel`` holds it.
///
/// - Steps: a person's actions in the list and in its field, the state of the load, the tab's place on the screen and its
///   order, and whether there is room for a question beside the list.
/// - Outputs: ``state``, the question whose text is ``presented``, ``news``, and for each step its effects.
/// - A refresh reaches the rows through the load: the answer to a person's refresh is shown at once, that to an automatic one
///   when the list is at its top. An answer from another source closes the open question.
struct QuestionList: Sendable {
  /// The tab's feed. The rows may still be in another order.
  private(set) var feed: QuestionFeed
  private var isOnScreen = false
  private(set) var opened: ListedQuestion?
  /// The found questions of which ``opened`` is one.
  private(set) var visit: FoundVisit?
  /// Whether the open question was stepped to from a neighbour.
  private(set) var isPassing = false
  /// Whether there is room for the selected question beside the list.
  private(set) var hasRoom: Bool
  /// The search in the open question's text.
  private(set) var searchField = FilterField()
  private(set) var searchWords = FilterWords("")
  /// The number of questions in the latest answer that are not among the visible rows.
  private(set) var news = 0

  /// The rows of an automatic refresh while a person read further down. They are shown with the next answer to a person's
  /// request, or when the list is at its top, so that nothing jumps.
  private var waiting: QuestionRows?

  /// The rows that are shown, and the filtered ones of them.
  private(set) var rows = QuestionRows()
  /// The number of times that the rows were replaced.
  private(set) var version = 0
  private(set) var list = FilteredList<Question>(orElse: .nearest)
  private(set) var filter = FilterField()
  private(set) var load: ListLoad

  /// Whether a person chose the selected question. Otherwise the selection is reset when the first answer replaces the stored
  /// rows.
  private(set) var isChosenByHand = false
  /// The question to open as soon as the first rows are there.
  private var awaited: QuestionIdentity?
  /// What a person has done in the list before its first rows, in order; it is done when they are there, so that the same keys
  /// lead to the same question however late the rows come.
  private var early: [StackOverflowViewModel.TabAction] = []
  /// The question that was selected in the last run, until it is selected, an answer lacks it, or a person has acted.
  private var recalled: QuestionKey?
  /// Whether the selected question is that one.
  private(set) var isRecalled = false
  /// A person went to the end of a list that has more: the next page's last row is selected when that page is there.
  private var goesToNextEnd = false

  /// The order of the tab in the settings.
  private let ownOrder: QuestionOrder

  /// - Parameters:
  ///   - feed: The tab's in the settings.
  ///   - order: The order that a person chose; `nil` if none.
  ///   - recalled: The question that was selected in the last run.
  init(
    _ feed: QuestionFeed, order: QuestionOrder? = nil, selecting recalled: QuestionKey? = nil, hasRoom: Bool = false
  ) {
    ownOrder = feed.order
    self.recalled = recalled
    self.feed = feed.ordered(by: order)
    load = ListLoad(feed)
    self.hasRoom = hasRoom
  }

  mutating func reduce(_ step: Step) -> [Effect] {
    switch step {
    case .action(let action): return reduce(action)
    case .refresh: return refresh()
    case .load(let state, let part):
      reduce(state, of: part)
      return takeEarly()
    case .loaded(let rows, let date):
      reduce(QuestionLoad.State(.once(.first), answered: rows, at: date), of: 0)
      return takeEarly()
    case .applyText: changeField(.applyText)
    case .select(let order, let isOnScreen): return select(order, isOnScreen)
    case .leave:
      takeField(.accept)
      if waiting == nil { news = 0 }
      return activate(false)
    case .room(let hasRoom): self.hasRoom = hasRoom
    case .recall(let question):
      guard !isChosenByHand, opened == nil, early.isEmpty else { break }
      recalled = question
      selectRecalled()
    case .source(let source): if let visit, visit.opened.key.provenance != source { endVisit(closing: true) }
    }
    return []
  }

  private mutating func reduce(_ action: StackOverflowViewModel.TabAction) -> [Effect] {
    switch action {
    // The commands of the list mean nothing to an open question.
    case .move where awaitsRows, .open where awaitsRows, .togglePick where awaitsRows: early.append(action)
    // It closes the question that a waiting key opens.
    case .close where awaitsRows && !early.isEmpty: early.append(action)
    case .move(let motion):
      guard opened == nil else { break }
      let isPastEnd = takeInList { $0.list.move(motion) }
      goesToNextEnd = isPastEnd && motion == .end
      return isPastEnd ? [.askForMore] : []
    case .select(let id): if opened == nil { takeInList { $0.list.select(id) } }
    case .goTo(let id):
      if opened != nil { _ = reduce(StackOverflowViewModel.TabAction.close) }
      takeInList { $0.list.select(id) }
    case .open: if opened == nil { takeInList { $0.open() } }
    case .openListed(let id):
      if opened != nil {
        endVisit(closing: true)
        joinAtTop()
      }
      takeInList { if $0.list.select(id) { $0.open() } else if $0.load.lacksRows { $0.awaited = id } }
    case .openFound(let questions, let index): open(questions, at: index)
    case .stepQuestion(let distance): return openNeighbour(distance) ? [.askForMore] : []
    case .close:
      guard opened != nil else { break }
      endVisit(closing: false)
      joinAtTop()
    case .toggleComments: return opened == nil ? [] : [.inQuestion(.toggleComments)]
    case .togglePick: if opened == nil { return takeInList({ $0.list.togglePick() }) ? [.askForMore] : [] }
    case .clearPicks: list.clearPicks()
    case .field(let action): takeField(FilterField.Change(action))
    }
    return []
  }

  /// Whether the list is shown, and its first rows are still to come.
  private var awaitsRows: Bool { opened == nil && load.isAwaited }

  /// Does what a person did before the first rows, as soon as they are there; forgets it if they do not come.
  private mutating func takeEarly() -> [Effect] {
    guard !early.isEmpty, !load.isAwaited else { return [] }
    let actions = early
    early = []
    return load.value == nil ? [] : actions.flatMap { reduce($0) }
  }

  /// An open question is refreshed by itself. A failure of its list that waits for a person is told meanwhile, too, so a
  /// refresh must not leave it. A question of the demonstration waits for its list, which has to be asked in any case.
  private func refresh() -> [Effect] {
    // Nobody is asked for such a list.
    if feed.selection == .loaded { return [.inQuestion(.refresh)] }
    guard let opened else { return [.ask(.first), .inQuestion(.refresh)] }
    if opened.key.provenance == .demonstration { return [.inQuestion(.refreshAfterList), .ask(.first)] }
    return (load.needsPerson ? [.ask(.first)] : []) + [.inQuestion(.refresh)]
  }

  /// The feed comes before the requests, so that a tab that is shown in another order makes one.
  private mutating func select(_ order: QuestionOrder?, _ isOnScreen: Bool) -> [Effect] {
    let former = feed
    feed = feed.ordered(by: order ?? ownOrder)
    return (feed == former ? [] : [.follow(feed)]) + activate(isOnScreen)
  }

  private mutating func activate(_ isOnScreen: Bool) -> [Effect] {
    guard isOnScreen != self.isOnScreen else { return [] }
    self.isOnScreen = isOnScreen
    return [.activate(isOnScreen)]
  }

  /// Applies the typed filter first, because a person's action on rows refers to it.
  @discardableResult
  private mutating func takeInList<Result>(_ action: (inout QuestionList) -> Result) -> Result {
    takeFilter(.applyText)
    isChosenByHand = true
    (goesToNextEnd, awaited, recalled, isRecalled) = (false, nil, nil, false)
    let result = action(&self)
    joinAtTop()
    return result
  }

  private mutating func takeField(_ change: FilterField.Change) {
    goesToNextEnd = false
    changeField(change)
  }

  /// The field is the open question's search, or else the list's filter.
  private mutating func changeField(_ change: FilterField.Change) {
    if opened == nil { takeFilter(change) } else { searchWords = searchField.reduce(change) ?? searchWords }
  }

  private mutating func takeFilter(_ change: FilterField.Change) {
    if let words = filter.reduce(change) { list.filter(by: words) }
  }
}

// MARK: - Rows

extension QuestionList {
  private mutating func reduce(_ state: QuestionLoad.State, of part: Int) {
    let former = load
    load.reduce(state, of: part)
    let isNewAnswer = load.loadedAt(of: part) != former.loadedAt(of: part)
    let isEndOfNextPage = former.isLoadingMore && !load.isLoadingMore
    let rows = load.value ?? QuestionRows()
    let isSameList =
      load.value != nil && rows.feed == self.rows.feed && rows.provenance == self.rows.provenance
    // Kept questions are never new, and those of other tabs are new there.
    if !isSameList || rows.feed.isLocal {
      news = 0
    } else if isNewAnswer, !list.elements.isEmpty, rows.questions != list.elements {
      let known = Set(list.elements.map(\.identity))
      // The first answer of a further site has no news.
      news = rows.questions.count { !known.contains($0.identity) && former.sites.contains($0.site) }
    } else if isNewAnswer {
      news = 0
    }
    let mayWait =
      isSameList && load.isAutomatic && !self.rows.isCached && !list.elements.isEmpty
      && load.sites == former.sites
    if mayWait, !isAtTop, rows.questions != list.elements {
      waiting = rows
    } else {
      show(rows, isNothing: load.value == nil, isOfMoreSites: load.sites != former.sites)
    }
    selectRecalled()
    if let awaited, load.value != nil {
      let isThere = list.select(awaited)
      if isThere || !load.lacksRows { self.awaited = nil }
      if isThere { open() }
    }
    if goesToNextEnd, isEndOfNextPage {
      goesToNextEnd = false
      if isSameList, !load.hasExtraTrouble { list.move(.end) }
    }
  }

  /// Selects the question of the last run in the first rows that have it, as if a person had: those of the cache, or those of
  /// the first answer. In another source, the same number is another question.
  private mutating func selectRecalled() {
    guard let question = recalled, let value = load.value, value.provenance == question.provenance else { return }
    if list.select(question.identity) {
      (isChosenByHand, isRecalled) = (true, true)
    } else if value.isCached || load.lacksRows || feed.selection == .loaded {
      return
    }
    recalled = nil
  }

  /// Whether the first rows are in view, so that others may be inserted above them, or nobody sees a list of what is loaded.
  private var isAtTop: Bool {
    opened == nil && ((list.selectedRow ?? 0) == 0 || feed.selection == .loaded && !isOnScreen)
  }

  /// Whether rows wait that can be shown now.
  var canJoin: Bool { waiting != nil && isAtTop }

  private mutating func joinAtTop() {
    // What others have loaded is made again by the next step, with the question that is selected then.
    if feed.selection != .loaded, let waiting, isAtTop { show(waiting, isNothing: false) }
  }

  /// - Parameter isOfMoreSites: Whether a site of the list has answered for the first time.
  private mutating func show(_ rows: QuestionRows, isNothing: Bool, isOfMoreSites: Bool = false) {
    waiting = nil
    let isElsewhere = isNothing || rows.provenance != self.rows.provenance
    let isFirstAnswer = self.rows.isCached && !rows.isCached || isOfMoreSites
    // Another order starts at its beginning, and so does the answer that replaces stored rows.
    let isOtherList = isElsewhere || rows.feed != self.rows.feed || (isFirstAnswer && !isChosenByHand)
    if isOtherList {
      list.deselect()
      (isChosenByHand, isRecalled) = (false, false)
    }
    if isOtherList || rows.questions != list.elements {
      list.replace(with: rows.questions, folded: rows.folded)
      version &+= 1
    }
    self.rows = rows
    if isElsewhere { list.clearPicks() }
    // In another source, the same number is another question. What was found does not depend on the list.
    guard isElsewhere else { return }
    if visit == nil { opened = nil } else { visit?.before = nil }
  }
}

// MARK: - Selection

extension QuestionList {
  /// Opens a neighbour. Past the last row there may be more to load, as when the selection moves there.
  private mutating func openNeighbour(_ distance: Int) -> Bool {
    guard let opened else { return false }
    if visit?.step(distance) == true { showVisited(isPassing: true) }
    guard visit == nil else { return false }
    let isPastEnd = list.move(.lines(distance))
    if let id = list.selection, id != opened.key.identity {
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
    endSearch()
  }

  /// Opens a found question above what is shown.
  private mutating func open(_ questions: [FoundQuestion], at index: Int) {
    guard questions.indices.contains(index) else { return }
    takeField(.accept)
    visit = FoundVisit(questions: questions, index: index, before: visit == nil ? opened : visit?.before)
    showVisited(isPassing: false)
  }

  private mutating func showVisited(isPassing: Bool) {
    opened = visit?.opened
    self.isPassing = isPassing
    endSearch()
  }

  /// Closes the open question; a found one goes back to the one that was open before.
  ///
  /// - Parameter closing: Whether that one is closed, too.
  private mutating func endVisit(closing: Bool) {
    opened = closing ? nil : visit?.before
    visit = nil
    if opened != nil { endSearch() }
  }

  private mutating func endSearch() { (searchField, searchWords) = (FilterField(), FilterWords("")) }
}
