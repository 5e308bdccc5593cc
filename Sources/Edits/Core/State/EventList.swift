import Foundation
import PaneKit
import Text

/// The list of the latest events: its rows, filter and order, the selected event, the edits that were read, and what is new.
///
/// Events are collected by ``insert(_:holding:)`` and listed by ``showLatest()``, so that the list of a paused pane stands still.
struct EventList: Sendable {
  /// What of the collected events is listed.
  struct Scope: Sendable, Hashable {
    var wikis = WikiSelection.english
    var edits = ShownEdits.all
    /// The condition that is chosen, or that of the settings.
    var condition: EditCondition?
  }

  private var live = ListedEvents()
  private var shown = ListedEvents()
  /// Whether what is shown is all that was collected.
  private var isCurrent = true
  private(set) var scope: Scope
  private var list = FilteredList<RecentEvent>(orElse: .nothing) { didSet { noteHold() } }
  private var tally = EventTally()
  private var field = FilterField()
  private var filter = EventFilter()
  private(set) var order = EventOrder.time
  private var marks = EditMarks()
  /// What is watched and what is ignored.
  private(set) var watched = WatchedEdits()
  /// The events that are listed even if they are ignored, because a person was there.
  private var spared: Set<RecentEvent.ID> = []
  /// Whether any event has reported who made an edit since the list began, filtered or not.
  private(set) var hasEditors = false
  /// Whether any edit has had a risk since the list began.
  private(set) var hasRisks = false
  /// Whether the feed reports who is new and what was reverted, so that columns and lines appear once and stay.
  private(set) var hasFacts = false
  /// The newest event when a row was selected; `nil` without a selection.
  private var newestAtSelection: RecentEvent?

  init(_ scope: Scope = Scope()) { self.scope = scope }

  /// An empty list with the person's filter and order, for the events of other wikis or of another origin.
  ///
  /// - Parameter keepsMarks: Whether the edits that were read are known to the next events too: they have the same origin.
  func emptied(keepsMarks: Bool) -> EventList {
    var next = EventList(scope)
    (next.field, next.filter, next.order, next.watched) = (field, filter, order, watched)
    if keepsMarks { next.marks = marks }
    next.followFilter()
    return next
  }
}

// MARK: - What is shown

extension EventList {
  var rows: VisibleRows<RecentEvent> { list.rows }
  /// The number of listed events, filtered or not.
  var total: Int { list.elements.count }
  var selected: RecentEvent? { list.selected }
  var selectedRow: Int? { list.selectedRow }
  /// The selected event, or the first listed edit if none is selected.
  var pointed: RecentEvent? { (list.selectedRow ?? tally.firstEdit).map { rows[$0] } }
  /// The events that are marked for what is done with several.
  var picks: Set<RecentEvent.ID> { list.picks }
  /// The same in the order of the list, filtered or not.
  var picked: [RecentEvent] { list.picked }
  /// Whether any row is an edit.
  var hasEdits: Bool { tally.hasEdits }
  var filterState: FilterState { field.state(filter.words) }
  var filterMistake: SafeText? { filter.mistake }
  /// Whether it is ordered or filtered by the risk, and by what marks tell: who looks for vandals needs both.
  var needsRisk: Bool { order == .risk || conditions.contains { $0.mentions("risk") } }
  var needsMarks: Bool { order == .risk || conditions.contains(where: \.dependsOnMarks) }
  private var conditions: [EditCondition] { [filter.condition, scope.condition].compactMap(\.self) }
  var latestEdit: SafeText? { shown.latestEdit }
  var read: Set<EditAnnotation.Key> { marks.read }
  /// The number of rows that have come since a row was selected; past events loaded later are not new.
  var newCount: Int { newestAtSelection == nil ? 0 : tally.newCount }
  /// The number of watched edits in the list that a person has not opened.
  var watchedCount: Int { tally.unreadCount }
  /// The page of the selected event, else that of the first listed event that has one.
  var link: URL? { list.selected.map(\.event.link) ?? tally.firstLink }
  /// Returns the row of an event; `nil` if it is not shown.
  func row(of id: RecentEvent.ID) -> Int? { list.row(of: id) }
}

// MARK: - What a person does

extension EventList {
  // A person chooses a row among those that the typed text leaves, so the text is applied first.

  mutating func move(_ motion: Motion) {
    applyFilter()
    list.move(motion)
  }

  mutating func select(_ id: RecentEvent.ID) {
    applyFilter()
    list.select(id)
  }

  /// Selects the ``pointed`` event.
  mutating func selectPointed() {
    applyFilter()
    if list.selectedRow == nil, let row = tally.firstEdit { list.select(row: row) }
  }

  mutating func followNewest() { list.deselect() }

  /// Marks the selected event, or no longer, and selects the next one.
  mutating func togglePick() {
    applyFilter()
    list.togglePick()
  }

  /// Marks none any more; what is listed only because it was marked goes.
  mutating func clearPicks() {
    guard !picks.isEmpty else { return }
    list.clearPicks()
    decide()
    relist()
  }

  mutating func sort(by order: EventOrder) {
    applyFilter()
    self.order = order
    relist()
  }

  mutating func filter(_ change: FilterField.Change) {
    guard field.reduce(change) != nil else { return }
    filter = EventFilter(field.appliedText, after: filter)
    followFilter()
    relist()
  }

  /// Applies the text in the filter's field.
  mutating func applyFilter() { filter(.applyText) }

  /// - Returns: The edit whose mark is to be stored; `nil` for an event without a revision.
  mutating func mark(_ event: RecentEvent, isRead: Bool) -> EditAnnotation.Key? {
    let edit = marks.mark(event, isRead: isRead)
    if let edit { tally.mark(edit, isRead: isRead) }
    return edit
  }

  private mutating func followFilter() {
    decide()
    if filter == EventFilter() { list.filter(where: nil) } else { list.filter { $0.isFound } }
    tally.count(rows, since: newestAtSelection)
  }
}

// MARK: - What happens

extension EventList {
  /// Collects events, and adds what the feed reports later.
  ///
  /// - Parameter open: The event that stays in the list besides the selected one.
  mutating func insert(_ batch: WikipediaBatch, holding open: RecentEvent.ID? = nil) {
    let (new, past) = (batch.events.map(admission.decided), batch.past.map(admission.decided))
    live.insert(new, past: past)
    for event in new + past { note(event) }
    live.latestEdit = batch.latestEdit ?? live.latestEdit
    amend(by: batch.facts, holding: open)
    let list = list
    live.drop { [picks] in list.rowsAround([list.selection, open]).union(picks) }
    isCurrent = false
  }

  private mutating func amend(by facts: [EditAnnotation.Key: EditFacts], holding open: RecentEvent.ID?) {
    guard !facts.isEmpty else { return }
    hasFacts = true
    var amended: [RecentEvent] = []
    let (held, picks, admission) = ([list.selection, open], picks, admission)
    live.amend(by: facts) { event in
      let former = event
      admission.decide(on: &event)
      // Where a person is, nothing disappears by itself.
      if held.contains(event.id) || picks.contains(event.id), former.isInScope, former.isFound {
        (event.isInScope, event.isFound) = (true, true)
      }
      amended.append(event)
    }
    for event in amended { note(event) }
  }

  /// Notes what the feed reports of its events.
  private mutating func note(_ event: RecentEvent) {
    guard let edit = event.event.edit else { return }
    hasEditors = true
    hasRisks = hasRisks || edit.facts.risk != nil
    hasFacts = hasFacts || edit.facts != EditFacts()
  }

  /// Lists the events collected so far.
  mutating func showLatest() {
    (shown, isCurrent) = (live, true)
    relist()
  }

  mutating func show(_ scope: Scope) {
    guard scope != self.scope else { return }
    applyFilter()
    if scope.wikis != self.scope.wikis { forgetLatestEdit() }
    self.scope = scope
    decide()
    relist()
  }

  /// Marks the edits that are watched from now on, and leaves out those that are ignored.
  ///
  /// - Parameter open: The event that stays in the list besides the selected one.
  mutating func watch(_ edits: WatchedEdits, holding open: RecentEvent.ID? = nil) {
    let former = watched
    watched = edits
    live.update { $0.isWatched = edits.matches($0.event) }
    isCurrent = false
    guard !edits.ignored.isEmpty || !former.ignored.isEmpty else { return }
    if edits.ignored != former.ignored {
      spared = Set([list.selection, open].compactMap(\.self))
      // Only its title is known, and not whether it is ignored.
      forgetLatestEdit()
    }
    decide()
    relist()
  }

  /// Shows no latest edit until the next one comes.
  private mutating func forgetLatestEdit() { (live.latestEdit, shown.latestEdit) = (nil, nil) }

  /// Leaves out what is ignored and was listed only because a person was there, once they are elsewhere.
  ///
  /// - Parameter open: The event that stays in the list besides the selected one.
  mutating func letGo(except open: RecentEvent.ID?) {
    guard !spared.isEmpty else { return }
    let left = spared.subtracting([list.selection, open].compactMap(\.self))
    guard !left.isEmpty else { return }
    spared.subtract(left)
    decide()
    relist()
  }

  /// Adds the edits that were read in earlier runs.
  mutating func recall(_ read: Set<EditAnnotation.Key>) {
    marks.recall(read)
    tally.count(all: list.elements, read: marks.read)
  }

  private mutating func relist() {
    let events = shown.listed(by: order)
    marks.limit(to: events)
    tally.count(all: events, read: marks.read)
    list.replace(with: events)
    tally.count(rows, since: newestAtSelection)
  }

  private mutating func noteHold() {
    if list.selection == nil {
      newestAtSelection = nil
    } else if newestAtSelection == nil {
      newestAtSelection = tally.newest
      tally.newCount = 0
    }
  }
}

// MARK: - What is let through

extension EventList {
  /// Decides which events are listed.
  private struct Admission: Sendable {
    var scope: Scope
    var filter: EventFilter
    var watched: WatchedEdits
    var spared: Set<RecentEvent.ID>
    var picks: Set<RecentEvent.ID>

    func decide(on event: inout RecentEvent) {
      // The feed may be about to learn that other wikis are chosen.
      let isOfWikis = event.event.wiki.map(scope.wikis.contains) ?? true
      let isChosen =
        scope.edits.contains(event.event) && scope.condition?.holds(for: event.event) ?? true
        && (!watched.ignores(event.event) || spared.contains(event.id))
      // A marked edit stays whatever else is chosen.
      event.isInScope = isOfWikis && (isChosen || picks.contains(event.id))
      event.isFound = filter.condition?.holds(for: event.event) ?? true
      guard !filter.words.isEmpty else { return }
      let texts = event.folded ?? FoldedText(event.searchedTexts)
      event.folded = texts
      event.isFound = event.isFound && filter.words.matches(texts)
    }

    func decided(_ event: RecentEvent) -> RecentEvent {
      var event = event
      decide(on: &event)
      return event
    }
  }

  private var admission: Admission {
    Admission(scope: scope, filter: filter, watched: watched, spared: spared, picks: picks)
  }

  /// Decides again on all events.
  private mutating func decide() {
    let admission = admission
    live.update { admission.decide(on: &$0) }
    if isCurrent { shown = live } else { shown.update { admission.decide(on: &$0) } }
  }
}

extension FilteredList<RecentEvent> {
  /// The rows from which a person may go on.
  fileprivate func rowsAround(_ events: [RecentEvent.ID?]) -> Set<RecentEvent.ID> {
    let rows = rows
    return events.compactMap { $0.flatMap(rows.row) }.reduce(into: []) { held, row in
      let around = max(0, row - WikipediaState.heldRows)...min(rows.count - 1, row + WikipediaState.heldRows)
      held.formUnion(rows[around].lazy.map(\.id))
    }
  }
}
