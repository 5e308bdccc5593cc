import Charting
import Foundation
import Model
import PaneKit
import Text

extension WikipediaModel {
  /// - Returns: What follows from the step, in order.
  @discardableResult
  mutating func reduce(_ step: Step) -> [Effect] {
    let effects = respond(to: step)
    list.letGo(except: edit.edit?.event.id)
    divide()
    return effects
  }

  private mutating func respond(to step: Step) -> [Effect] {
    switch step {
    case .action(let action, let now): return reduce(action, at: now)
    case .applyFilter: list.applyFilter()
    case .applySearch: edit.search(.applyText)
    case .batch(let batch, let now): return reduce(batch, at: now)
    case .settings(let settings): reduce(settings)
    case .server(let server): self.server = server
    case .recall(let choices):
      wikis.reduce(.recall(choices.wikis))
      shownEdits.reduce(.recall(choices.shown))
      self.choices.recall(choices)
      chart.recall(span: choices.span)
      list.sort(by: self.choices.value.order)
      showChoices()
      showWatched()
    case .rates(let windows, let source): if source == rateSource { chart.insert(windows) }
    case .read(let read, let source): if source == rateSource { list.recall(read) }
    case .missing(let names, let now): missing = (names, now)
    }
    return []
  }

  private mutating func reduce(_ action: WikipediaViewModel.Action, at now: Date) -> [Effect] {
    switch action {
    case .refresh, .refreshEdit: return []  // The feed and the text of the edit follow these themselves.
    case .move(let motion): list.move(motion)
    case .select(let id): list.select(id)
    case .followNewest: list.followNewest()
    case .sort(let order):
      // Another order is read from its beginning.
      if order != list.order, edit.edit == nil { list.followNewest() }
      list.sort(by: order)
      return keep(.order(order))
    case .filter(let action): list.filter(.init(action))
    case .gesture(let gesture):
      chart.perform(gesture)
      showLatest()
    case .lengthenSpan: return show(.longer)
    case .shortenSpan: return show(.shorter)
    case .showSpan(let seconds):
      guard chart.spans.contains(seconds) else { return [] }
      chart.show(span: seconds)
      showLatest()
      return keep(.span(seconds))
    case .toggleBackdrop: return toggleBackdrop()
    case .toggleLines: return choose(.hasLinesApart(!choices.value.hasLinesApart))
    case .setListShare(let share):
      let possible = min(max(share, WikipediaChoices.listShares.lowerBound), WikipediaChoices.listShares.upperBound)
      return possible == choices.value.listShare ? [] : keep(.listShare(possible))
    case .chooseWikis(let wikis):
      self.wikis.reduce(.choice(wikis))
      edit = OpenEdit()
      return choose(.wikis(self.wikis.override))
    case .chooseEdits(let edits):
      shownEdits.reduce(.choice(edits))
      return choose(.shown(shownEdits.override))
    case .chooseCondition(let name): return choose(.condition(name))
    case .previewFits(let fits): previewFits = fits
    case .open:
      list.applyFilter()
      guard let event = list.pointed, event.revision != nil else { return [] }
      edit.open(event, from: origin)
      list.selectPointed()
      return mark(event, isRead: true, at: now)
    case .openContribution(let chosen): return open(chosen, at: now)
    case .openHotPage(let id):
      guard let page = hotPages.first(where: { $0.id == id }) else { return [] }
      let events = hotPages.map(\.latest)
      return open(ChosenEdit(event: page.latest, events: events, origin: origin, list: .hotPages), at: now)
    case .step(let rows):
      guard let event = edit.step(rows, in: list, of: origin) else { return [] }
      if edit.isListed { list.select(event.id) }
      return mark(event, isRead: true, at: now)
    case .close: return edit.close().map { [.goBack($0)] } ?? []
    case .search(let action): edit.search(.init(action))
    case .togglePick: if edit.edit == nil { list.togglePick() }
    case .clearPicks: list.clearPicks()
    case .markUnread:
      if edit.edit == nil, !list.picks.isEmpty { return toggleReadOfPicked(at: now) }
      // The selected row looks the same, read or not.
      return chosenEdit.map {
        mark($0.event, isRead: false, at: now) + [.tell("Marked as unread")]
      } ?? []
    case .watchPage(let event): return watch(.page, of: event)
    case .watchUser(let event): return watch(.user, of: event)
    case .unwatch(let entry): return unwatch(entry)
    case .ignore(let subject, let isIgnored): return ignore(subject, isIgnored)
    }
    return []
  }

  private mutating func reduce(_ settings: WikipediaSettings) {
    let former = self.settings
    self.settings = settings
    wikis.reduce(.setting(WikiSelection(settings.wikis)))
    shownEdits.reduce(.setting(settings.shown))
    showChoices()
    if settings.history != former.history { chart.keep(settings.history) }
    showWatched()
  }

  private mutating func reduce(_ batch: WikipediaBatch, at now: Date) -> [Effect] {
    if batch.era != era {
      (list, chart) = (list.emptied(keepsMarks: batch.origin == origin), chart.emptied(at: now))
      (origin, era, hotPages) = (batch.origin, batch.era, [])
    }
    (connection, requests) = (batch.connection, batch.requests)
    oddTimeCount = batch.oddTimeCount
    hotPages = batch.hotPages ?? hotPages
    let wiki = wikis.value.names.count == 1 ? wikis.value.names.first : nil
    let windows = chart.insert(batch, of: wiki, at: now)
    list.insert(batch, holding: edit.edit?.event.id)
    edit.amend(by: batch.facts)
    if list.hasFacts { chart.showReverts() }
    showLatest()
    return keep(windows, at: now) + (batch.ringsBell ? [.ring] : [])
  }
}

// MARK: - What several parts do together

extension WikipediaModel {
  private mutating func open(_ chosen: ChosenEdit, at now: Date) -> [Effect] {
    guard chosen.event.revision != nil else { return [] }
    edit.open(chosen)
    return mark(chosen.event, isRead: true, at: now)
  }

  private mutating func mark(_ event: RecentEvent, isRead: Bool, at now: Date) -> [Effect] {
    guard let edit = list.mark(event, isRead: isRead), let source = rateSource else { return [] }
    let server = source.server.string
    return [.keep(isRead ? .read(edit, of: server, at: now) : .unread(edit, of: server))]
  }

  private mutating func toggleReadOfPicked(at now: Date) -> [Effect] {
    let edits = list.picked.filter(\.hasRevision)
    guard !edits.isEmpty else { return [.tell("What is marked cannot be read or unread")] }
    let read = edits.filter(list.read.contains)
    let changed = read.isEmpty ? edits : read
    return changed.flatMap { mark($0, isRead: read.isEmpty, at: now) }
      + [.tell("Marked \(SafeText(changed.count, "edit", "edits")) as \(read.isEmpty ? "read" : "unread")")]
  }

  private mutating func show(_ step: SpanStep) -> [Effect] {
    guard let span = chart.show(step) else { return [] }
    showLatest()
    return keep(.span(span))
  }

  private mutating func toggleBackdrop() -> [Effect] {
    let effects = choose(.showsBackdrop(!choices.value.showsBackdrop))
    let chart = chart.chart
    guard let backdrop = chart.backdrop, !backdrop.hasValues(in: chart.viewport.time) else { return effects }
    let name = SafeText(oneLine: backdrop.shift.name)
    return effects + [.tell("Nothing is known of the \(name) (wikipedia.history)")]
  }

  /// Shows and keeps a choice.
  private mutating func choose(_ change: WikipediaChoices.Change) -> [Effect] {
    let effects = keep(change)
    showChoices()
    return effects
  }

  /// Keeps a choice that is shown by its caller.
  mutating func keep(_ change: WikipediaChoices.Change) -> [Effect] {
    choices.reduce(change)
    return [.keep(.choice(change))]
  }

  private func keep(_ windows: [KeptRate], at now: Date) -> [Effect] {
    guard !windows.isEmpty, let source = rateSource else { return [] }
    return [.keep(.rates(windows, of: source.key, oldest: now.addingTimeInterval(-settings.history)))]
  }

  /// Shows what a person chose, or else the settings say.
  private mutating func showChoices() {
    list.show(.init(wikis: wikis.value, edits: shownEdits.value, condition: condition?.condition))
    chart.show(shownEdits.value.editors, areApart: choices.value.hasLinesApart)
    chart.showBackdrop(choices.value.showsBackdrop)
  }

  /// Shows the list and the rate as they are now, unless the chart is paused.
  mutating func showLatest() {
    guard !chart.isPaused else { return }
    list.showLatest()
    chart.showLatest()
  }
}
