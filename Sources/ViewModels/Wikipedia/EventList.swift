import Foundation
import Model
import Text

/// The list of the latest events: its rows, filter and order, the selected event, the edits that were read, and what is new.
///
/// Events are collected by ``insert(_:)`` and listed by ``showLatest()``, so that the list of a paused pane stands still.
struct EventList: Sendable {
  /// What of the collected events is listed.
  struct Scope: Sendable, Hashable {
    var wikis = WikiSelection.english
    var edits = ShownEdits.all
    /// The condition of the settings.
    var condition: EditCondition?
  }

  private struct Content: Sendable {
    var events = ListedEvents()
    var latestEdit: SafeText?
  }

  private var live = Content()
  private var shown = Content()
  private(set) var scope: Scope
  private var list = FilteredList<RecentEvent>(orElse: .nothing) { didSet { noteHold() } }
  private var field = FilterField()
  private var filter = EventFilter()
  private(set) var order = EventOrder.time
  private var marks = EditMarks()
  /// Whether any event has reported who made an edit since the list began, filtered or not.
  private(set) var hasEditors = false
  /// Whether any edit has had a risk since the list began.
  private(set) var hasRisks = false
  /// Whether the feed reports who is new and what was reverted, so that columns and lines appear once and stay.
  private(set) var hasFacts = false
  /// The newest event when a row was selected; `nil` without a selection.
  private var newestAtSelection: (id: RecentEvent.ID, time: Date)?

  init(_ scope: Scope = Scope()) { self.scope = scope }

  /// An empty list with the person's filter and order, for the events of other wikis or of another origin.
  ///
  /// - Parameter keepsMarks: Whether the edits that were read are known to the next events too: they have the same origin.
  func emptied(keepsMarks: Bool) -> EventList {
    var next = EventList(scope)
    (next.field, next.filter, next.order) = (field, filter, order)
    if keepsMarks { next.marks = marks }
    next.applyFilter(former: EventFilter())
    return next
  }
}

// MARK: - What is shown

extension EventList {
  var rows: VisibleRows<RecentEvent> { list.rows }
  /// The number of listed events, filtered or not.
  var total: Int { list.elements.count }
  var selected: RecentEvent? { list.selected }
  /// The selected event, or the first listed edit if none is selected.
  var pointed: RecentEvent? { list.selection == nil ? rows.first { $0.revision != nil } : list.selected }
  var filterState: FilterState { field.state(list.words) }
  var filterMistake: SafeText? { filter.mistake }
  var latestEdit: SafeText? { shown.latestEdit }
  var read: Set<EditAnnotation.Key> { marks.read }
  /// The number of rows that have come since a row was selected; past events loaded later are not new.
  var newCount: Int {
    newestAtSelection.map { held in rows.count { $0.id > held.id && $0.time >= held.time } } ?? 0
  }
  /// The number of watched edits in the list that a person has not opened.
  var watchedCount: Int { list.elements.count { $0.isWatched && !marks.read.contains($0) } }
  /// The page of the selected event, else that of the first listed event that has one.
  var link: URL? { list.selected.map(\.event.link) ?? rows.lazy.compactMap(\.event.link).first }
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

  mutating func followNewest() { list.deselect() }

  mutating func sort(by order: EventOrder) {
    applyFilter()
    self.order = order
    relist()
  }

  mutating func filter(_ change: FilterField.Change) {
    guard field.take(change) != nil else { return }
    let former = filter
    filter = EventFilter(field.appliedText, after: former)
    applyFilter(former: former)
  }

  /// Applies the text in the filter's field.
  mutating func applyFilter() { filter(.applyText) }

  /// - Returns: What is to be stored; `nil` for an event without a revision.
  mutating func mark(_ event: RecentEvent, isRead: Bool) -> EditMarks.Change? { marks.mark(event, isRead: isRead) }

  private mutating func applyFilter(former: EventFilter) {
    list.filter(by: filter.words)
    guard filter.condition != former.condition else { return }
    guard let condition = filter.condition else { return list.filter(where: nil) }
    list.filter(where: { condition.holds(for: $0.event) })
  }
}

// MARK: - What happens

extension EventList {
  /// Collects events, and adds what the feed reports later.
  mutating func insert(_ batch: WikipediaBatch) {
    live.events.insert(batch.events, past: batch.past, where: isKept)
    live.latestEdit = batch.latestEdit ?? live.latestEdit
    let facts = batch.facts
    if !facts.isEmpty { live.events.amend(by: facts) }
    hasEditors = hasEditors || live.events.all.contains { $0.event.edit != nil }
    hasRisks = hasRisks || live.events.all.contains { $0.event.edit?.facts.risk != nil }
    hasFacts =
      hasFacts || !facts.isEmpty
      || live.events.all.contains { $0.event.edit.map { $0.facts != EditFacts() } ?? false }
  }

  /// Lists the events collected so far.
  mutating func showLatest() {
    shown = live
    relist()
  }

  mutating func show(_ scope: Scope) {
    guard scope != self.scope else { return }
    applyFilter()
    self.scope = scope
    relist()
  }

  /// Marks the edits that are watched from now on.
  mutating func watch(_ watch: [EditWatch]) { live.events.mark(watch) }

  /// Adds the edits that were read in earlier runs.
  mutating func recall(_ read: Set<EditAnnotation.Key>) { marks.recall(read) }

  /// Whether an event that is beyond the limit stays, because it satisfies the conditions of the settings and of the filter;
  /// `nil` without any.
  private var isKept: ((RecentEvent) -> Bool)? {
    let conditions = [scope.condition, filter.condition].compactMap(\.self)
    return conditions.isEmpty ? nil : { event in conditions.allSatisfy { $0.holds(for: event.event) } }
  }

  private mutating func relist() {
    // The feed may be about to learn that other wikis are chosen.
    var events = shown.events.all.filter { [scope] event in
      scope.edits.contains(event.event) && (event.event.wiki.map(scope.wikis.contains) ?? true)
    }
    if let condition = scope.condition { events = events.filter { condition.holds(for: $0.event) } }
    list.replace(with: events.sorted(by: order))
    marks.limit(to: list.elements)
  }

  private mutating func noteHold() {
    if list.selection == nil {
      newestAtSelection = nil
    } else if newestAtSelection == nil {
      newestAtSelection = list.elements.max { $0.id < $1.id }.map { ($0.id, $0.time) }
    }
  }
}
