import Foundation
import Model
import PaneKit
import Text

/// The Stack Overflow pane as a pure value: the tabs and the selected one, the content of each tab that has been selected, the
/// orders and the density of lists, the place of the presented question, the marks, and who answers.
///
/// All of it comes out of one scan, so it always agrees; ``StackOverflowViewModel`` drives it.
struct StackOverflowModel: Sendable {
  private struct ChosenOrder: Sendable {
    var tab: QuestionTab.ID
    var order: QuestionOrder
  }

  /// The tabs that have been selected, and not been closed since. An array of its own, which is compared at once as long as it
  /// stays the same.
  private(set) var visits: [Visit] = []
  /// The questions that were loaded in all tabs.
  private(set) var loaded = LoadedTabs()

  private var tabs: QuestionTabs
  /// The content of each of ``visits``, and the place of the selected tab among them.
  private var visited: [VisitedTab] = []
  private var place = 0
  private var orders = Remembered<[QuestionTab.ID: QuestionOrder], ChosenOrder>([:]) { $0[$1.tab] = $1.order }
  /// The questions that were selected in the last run.
  private var selections: [QuestionTab.ID: QuestionKey] = [:]
  private var isDense = Remembered(false)
  /// Whether a person wants the question below its list.
  private var isBelow = Remembered(false)
  private var marked: MarkedQuestions
  /// The selected tab's open question, which counts as read.
  private var read: ReadQuestion?
  private var recent = RecentQuestions()
  /// What the cache has of tabs that were not selected yet, where a list of what is loaded needs it.
  private var cached: [QuestionTab.ID: [LoadedList.Part]] = [:]
  /// How often something has changed of which lists of what is loaded are made.
  private var changes = 0
  /// Whether an opened question's comments are shown if that takes no request: a person's last choice.
  private var showsComments = false
  /// Where there is room for a question besides its list.
  private var room: StackOverflowViewModel.PreviewPlace?
  /// Whether requests may be made.
  private var isReady = false
  private var provenance: Provenance
  private var quota = Quota()
  private var refreshes: Bool

  /// - Parameters:
  ///   - hasStore: Whether questions can be kept for the next run.
  ///   - provenance: The source that is expected to answer.
  ///   - refreshes: Whether the settings have lists refreshed automatically.
  init(
    _ tabs: QuestionTabs, hasStore: Bool = false, provenance: Provenance = .server(.standard), refreshes: Bool = false
  ) {
    (self.tabs, self.provenance, self.refreshes) = (tabs, provenance, refreshes)
    marked = MarkedQuestions(hasStore: hasStore)
    visit()
  }

  private var order: QuestionOrder? { orders.value[tabs.selectedTab.id] }
  private var selectedID: QuestionTab.ID { visited[place].id }

  /// Whether a question is shown together with its list.
  private var hasRoom: Bool { room == .beside || room == .below && isBelow.value }

  private func place(of tab: QuestionTab.ID) -> Int? { visited.firstIndex { $0.id == tab } }

  /// - Parameter now: Read where a step needs it, which few do.
  mutating func reduce(_ step: Step, at now: @autoclosure () -> Date) -> [Effect] {
    let (tab, order, isReady, hadRoom) = (selectedID, order, isReady, hasRoom)
    var effects = respond(to: step, now)
    if hasRoom != hadRoom {
      for place in visited.indices { effects += reduceList(.room(hasRoom), at: place, now) }
    }
    // A tab that is recalled is stored already.
    let isOther = selectedID != tab
    if isOther, !step.isRecall { effects.append(.keep(.tab(selectedID))) }
    if isOther || self.order != order || self.isReady != isReady {
      if isOther, let former = place(of: tab) { effects += reduceList(.leave, at: former, now) }
      effects += reduceList(.select(order: self.order, isOnScreen: self.isReady), at: place, now)
    }
    effects += followLoaded(now)
    readOpenQuestion(&effects, now)
    return effects + followLoaded(now)
  }

  private mutating func respond(to step: Step, _ now: () -> Date) -> [Effect] {
    switch step {
    case .action(let action): return act(action, now)
    case .applyText: return reduceList(.applyText, at: place, now)
    case .settings(let settings): return change(.settings(settings))
    case .recall(let state):
      orders.recall(state.orders)
      isDense.recall(state.isDense)
      isBelow.recall(state.isBelow)
      (selections, cached) = (state.selections, [:])
      var effects: [Effect] = []
      for place in visited.indices {
        if let question = selections[visited[place].id] { effects += reduceList(.recall(question), at: place, now) }
      }
      return effects + mark(.recall(state.marks)) + change(.recall(state.tabs, selected: state.tab))
    case .ready: isReady = true
    case .inTab(.list(let step), let tab): return place(of: tab).map { reduceList(step, at: $0, now) } ?? []
    case .inTab(.text(let step, let question), let tab):
      // The answer for a question that is no longer presented.
      guard let place = place(of: tab), visited[place].text?.key == question else { break }
      return reduceText(step, at: place)
    case .provenance(let provenance):
      (self.provenance, cached) = (provenance, [:])
      changes &+= 1
    case .quota(let quota): self.quota = quota
    case .refreshes(let refreshes): self.refreshes = refreshes
    case .whole(let question, let result): return mark(.whole(question, result))
    case .cached(let part, let tab):
      cached[tab]?.append(part)
      changes &+= 1
    }
    return []
  }
}

// MARK: - What a person does

extension StackOverflowModel {
  private mutating func act(_ action: StackOverflowViewModel.Action, _ now: () -> Date) -> [Effect] {
    let changes = change(.action(action))
    switch action {
    case .selectTab, .stepTab, .closeTab, .reopenTab, .moveTab: return changes
    // Before the tab makes the same request.
    case .openTab: return [.endSearch] + changes
    case .toggleDensity:
      isDense.reduce(!isDense.value)
      return [.keep(.isDense(isDense.value))]
    case .toggleBelow:
      isBelow.reduce(!isBelow.value)
      return [.keep(.isBelow(isBelow.value))]
    case .sort(let order): return sort(order)
    case .refresh where selectedID.selection == .loaded && visited[place].list.opened == nil:
      return [.tell("This tab has what the others have loaded")]
    case .refresh:
      return (provenance == .demonstration ? [.announceRefreshOfDemo] : []) + [.announceRefresh]
        + reduceList(.refresh, at: place, now)
    case .markUnread:
      let picked = visited[place].list.picked.map {
        ReadQuestion(key: $0.key, answers: $0.question.answerCount ?? .max)
      }
      if !picked.isEmpty { return mark(.toggleReadOf(picked, at: now())) }
      return visited[place].question.map { mark(.markUnread($0.key)) } ?? []
    case .toggleKept: return toggleKept(now)
    case .goToUnread(let step): return goToUnread(step, now)
    case .toggleAllRead:
      guard let rows = visited[place].list.listed else { return [.tell(UnreadQuestions.noneHere)] }
      return mark(.toggleRead(rows.all, in: selectedID, at: now()))
    case .previewFits(let place):
      room = place
      return []
    case .inTab(let action): return reduceList(.action(action), at: place, now)
    }
  }

  private mutating func toggleKept(_ now: () -> Date) -> [Effect] {
    let picked = visited[place].list.picked
    if !picked.isEmpty { return toggleKept(picked, now) }
    return visited[place].question.map { toggleKept($0, isOpen: visited[place].list.opened != nil, now) } ?? []
  }

  private mutating func toggleKept(_ question: ListedQuestion, isOpen: Bool, _ now: () -> Date) -> [Effect] {
    let isWhole = recent.question(question.key)?.detail.hasAllAnswers == true
    return mark(.toggleKept(question, isOpen: isOpen, isWhole: isWhole, at: now()))
  }

  /// Keeps those of several questions that are not kept, or, if all are, stops keeping them.
  private mutating func toggleKept(_ questions: [ListedQuestion], _ now: () -> Date) -> [Effect] {
    // The refusal is told once.
    if let first = questions.first, first.key.provenance == .demonstration {
      return toggleKept(first, isOpen: false, now)
    }
    let new = questions.filter { !marked.marks.value.kept.contains($0.key) }
    let changed = new.isEmpty ? questions[...] : new.prefix(Self.keepLimit)
    let sentence: SafeText
    if new.isEmpty {
      sentence = "No longer kept: \(SafeText(questions: changed.count))"
    } else if changed.count < new.count {
      sentence = "Kept \(changed.count) of \(new.count), as each is asked for; again: the next ones"
    } else {
      sentence = "Kept \(SafeText(questions: changed.count))"
    }
    return changed.flatMap { toggleKept($0, isOpen: false, now) } + [.tell(sentence)]
  }

  /// The questions that are kept at once: each may take a request.
  private static let keepLimit = 10

  private mutating func goToUnread(_ step: Int, _ now: () -> Date) -> [Effect] {
    // What another tab lists of what is loaded is in its own tab, too.
    let listing = visited.filter { $0.id == selectedID || $0.id.selection != .loaded }
    let rows = listing.compactMap { tab in tab.list.listed.map { (tab.id, $0) } }
    let unread = UnreadQuestions(rows: Dictionary(uniqueKeysWithValues: rows), marks: marked.marks.value)
    let next = unread.next(step, from: visited[place].list.selectedRow, in: selectedID, among: tabs.ids)
    guard let next, let tab = tabs.ids.firstIndex(of: next.tab) else {
      return [.tell("No other unread question in the tabs that are loaded")]
    }
    return change(.action(.selectTab(tab))) + reduceList(.action(.goTo(next.question)), at: place, now)
  }

  private mutating func sort(_ order: QuestionOrder) -> [Effect] {
    let tab = selectedID
    guard tab.orders.contains(order) else { return [] }
    orders.reduce(ChosenOrder(tab: tab, order: order))
    return [.keep(.order(tab, order == tab.knownOrder ? nil : order))]
  }

  private mutating func change(_ step: QuestionTabs.Step) -> [Effect] {
    let former = tabs.ids
    let changes = tabs.reduce(step)
    if tabs.ids != former { forgetClosedTabs() }
    visit()
    return changes.map(Effect.keep)
  }

  private mutating func forgetClosedTabs() {
    let ids = Set(tabs.ids)
    loaded.reduce(.tabs(tabs.ids))
    changes &+= 1
    guard visits.contains(where: { !ids.contains($0.tab) }) else { return }
    for visit in visits where !ids.contains(visit.tab) { selections[visit.tab] = nil }
    visits.removeAll { !ids.contains($0.tab) }
    visited.removeAll { !ids.contains($0.id) }
  }

  /// The selected tab has content from its first selection until it is closed.
  private mutating func visit() {
    let tab = tabs.selectedTab
    if visited.indices.contains(place), selectedID == tab.id { return }
    if let known = place(of: tab.id) {
      place = known
    } else {
      let list = QuestionList(tab.feed, order: order, selecting: selections[tab.id], hasRoom: hasRoom)
      place = visited.count
      visited.append(VisitedTab(id: tab.id, list: list))
      visits.append(Visit(tab: tab.id, feed: list.feed))
    }
  }
}

// MARK: - In a tab

extension StackOverflowModel {
  /// - Parameter place: That of a tab that has been selected.
  private mutating func reduceList(_ step: QuestionList.Step, at place: Int, _ now: () -> Date) -> [Effect] {
    let (tab, news, version) = (visited[place].id, visited[place].list.news, visited[place].list.version)
    let listEffects = visited[place].list.reduce(step)
    if visited[place].list.version != version { countUnread(at: place) }
    if visited[place].list.news != news { _ = tabs.reduce(.news(visited[place].list.news, in: tab)) }
    if case .load = step {
      loaded.reduce(.loaded(visited[place].list.loaded, in: tab))
      changes &+= 1
    }
    var effects = present(at: place, now)
    for effect in listEffects {
      switch effect {
      case .ask(let what): effects.append(.request(.list(what), in: tab))
      case .askForMore: effects.append(.request(.nextPage(of: visited[place].list.exhausted), in: tab))
      case .follow(let feed): effects.append(.request(.follow(feed), in: tab))
      case .activate(let isActive): effects.append(.request(.activate(isActive), in: tab))
      case .inQuestion(let action): effects += reduceText(.action(action), at: place)
      }
    }
    return effects
  }

  /// The text of another question is another value; the same one may be presented in another way.
  private mutating func present(at place: Int, _ now: () -> Date) -> [Effect] {
    let (tab, presented) = (visited[place].id, visited[place].list.presented)
    guard let presented, let key = visited[place].text?.key, key == presented.question.key else {
      guard presented != nil || visited[place].text != nil else { return [] }
      let held = presented.flatMap { recent.question($0.question.key) }
      visited[place].text = presented.map { PresentedQuestion($0, held: held, showsComments: showsComments) }
      return [.request(.present(presented, held: held), in: tab)]
    }
    guard presented.presentation != visited[place].text?.presentation else { return [] }
    return [.request(.presentation(presented.presentation), in: tab)]
      + reduceText(.presentation(presented.presentation, at: now()), at: place)
  }

  private mutating func reduceText(_ step: PresentedQuestion.Step, at place: Int) -> [Effect] {
    guard let effects = visited[place].text?.reduce(step), let site = visited[place].text?.key.site else { return [] }
    let tab = visited[place].id
    return effects.flatMap { effect -> [Effect] in
      switch effect {
      case .ask(let what): return [.request(.text(what), in: tab)]
      case .renew: return [.request(.renewText, in: tab)]
      case .askForComments: return [.request(.comments, in: tab)]
      case .remember(let loaded):
        recent.insert(loaded, site: site)
        return mark(.loaded(loaded, loaded.key(site: site))) + [.cache(loaded, site: site)]
      case .toggledComments(let reading):
        showsComments = reading.comments.isShown
        return reading.noticeOfCost(with: quota).map { [.tell($0)] } ?? []
      }
    }
  }

  /// A question becomes read when it is opened, and again when it has more answers.
  private mutating func readOpenQuestion(_ effects: inout [Effect], _ now: () -> Date) {
    let question = ReadQuestion(visited[place])
    guard question != read else { return }
    read = question
    if let question { effects += mark(.read(question, at: now())) }
  }

  /// The change to keep for the selected question, if a person has selected it. Of the demonstration's nothing is kept.
  var selection: QuestionChange? {
    guard let question = visited[place].list.chosen, question.provenance.server != nil else { return nil }
    return .selected(question, in: selectedID)
  }

  private mutating func countUnread(at place: Int) {
    let count = visited[place].list.unreadCount(marked.marks.value)
    guard count != visited[place].unread else { return }
    visited[place].unread = count
    _ = tabs.reduce(.unread(count, in: visited[place].id))
  }

  private mutating func mark(_ step: MarkedQuestions.Step) -> [Effect] {
    let count = marked.marks.value.read.count
    let effects = marked.reduce(step)
    // A step either adds read questions or takes some away.
    if marked.marks.value.read.count != count {
      for place in visited.indices { countUnread(at: place) }
      changes &+= 1
    }
    return effects.map { effect in
      switch effect {
      case .keep(let change): .keep(change)
      case .tell(let sentence): .tell(sentence)
      case .complete(let question): .complete(question, known: recent.question(question.key))
      }
    }
  }
}

// MARK: - What is loaded

extension StackOverflowModel {
  /// Makes the lists of what is loaded, where something has changed of which they are made.
  private mutating func followLoaded(_ now: () -> Date) -> [Effect] {
    guard visited.contains(where: { $0.id.selection == .loaded }) else { return [] }
    var effects: [Effect] = []
    let unvisited = tabs.ids.filter { !$0.isLocal && self.place(of: $0) == nil }
    // Of each tab once, also of one that comes later.
    for tab in unvisited where cached[tab] == nil {
      cached[tab] = []
      effects += tab.ordered(by: orders.value[tab]).parts.map { Effect.readCache(of: $0, in: tab) }
    }
    let outdated = visited.indices.filter {
      visited[$0].id.selection == .loaded && visited[$0].isOutdated(after: changes, isSelected: $0 == place)
    }
    guard !outdated.isEmpty else { return effects }
    // Kept questions are as they were when they were kept.
    let parts = visited.filter { !$0.id.isLocal }.flatMap(\.list.parts) + unvisited.flatMap { cached[$0] ?? [] }
    let loaded = LoadedList(parts, from: provenance, marks: marked.marks.value)
    for place in outdated {
      let isSelected = place == self.place
      var basis = VisitedTab.Basis(changes: changes, feed: visited[place].list.feed, isSelected: isSelected)
      let held = visited[place].held(isSelected: isSelected)
      let rows = loaded.rows(of: basis.feed, holding: held, spared: &basis.spared)
      visited[place].basis = basis
      effects += reduceList(.loaded(rows, at: loaded.date ?? now()), at: place, now)
    }
    return effects
  }
}

// MARK: - What is shown

extension StackOverflowModel {
  var state: StackOverflowState {
    var state = StackOverflowState(
      tabs: tabs.names, tabIDs: tabs.ids, selectedTab: tabs.selectedIndex, list: visited[place].list.state,
      reading: visited[place].reading, preview: visited[place].preview,
      provenance: visited[place].list.provenance ?? provenance, quota: quota)
    state.found = visited[place].list.opened == nil ? nil : visited[place].list.visit?.place
    (state.news, state.unread) = (tabs.news, tabs.unread)
    state.marks = marked.marks.value
    (state.isDense, state.isBelow) = (isDense.value, isBelow.value)
    (state.canClose, state.canReopen) = (tabs.canClose, tabs.canReopen)
    state.isRefreshPaused = refreshes && quota.low != nil
    return state
  }
}

extension StackOverflowModel.Step {
  fileprivate var isRecall: Bool { if case .recall = self { true } else { false } }
}
