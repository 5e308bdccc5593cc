import Foundation
import Model
import Signals

/// What a tab shows: its list, and the question that is open above or beside it.
struct QuestionTabState: Sendable, Equatable {
  var list: QuestionListState
  /// The open question.
  var reading: ReadingState?
  /// The selected question, shown beside the list.
  var preview: ReadingState?
  /// Where the rows come from; `nil` while there are none.
  var provenance: Provenance?
}

/// What all tabs of questions have in common.
struct QuestionTabHouse: Sendable {
  var service: any QuestionService
  var cache: (any QuestionCache)?
  /// Has the questions that a person keeps.
  var store: (any StateStore)?
  /// Where the latest answer to any tab came from, or the first one of another server is expected from.
  var provenance: Property<Provenance>
  /// The orders that a person chose, by the tab's id.
  var orders: Property<[QuestionTab.ID: QuestionOrder]>
  /// Seconds between automatic refreshes.
  var refreshPeriod: Property<TimeInterval?>
  /// Whether the day's requests run low, which stops what is asked without a person.
  var sparing: Sparing
  /// Cancels the requests of the tabs that are not shown.
  var cancelled: Signal<Void, Never>
  /// Cancels all requests: another server is asked from now on.
  var abandoned: Signal<Void, Never>
  /// The questions read last, whatever tab they were on, and what takes another one.
  var held: Property<HeldDetails>
  var hold: Signal<HeldDetails.Entry, Never>.Observer
  /// What a search has found while it was typed, which its tab need not ask for again.
  var searched: Property<SearchedPage?> = Property(value: nil)
  /// Comments of a question that is opened are shown where that costs no request.
  var showsComments: Property<Bool> = Property(value: false)
  /// Takes who answered, and what is left of the day's requests, answer by answer.
  var answered: Signal<AnswerSource, Never>.Observer
  /// There is room for a question beside its list.
  var hasRoom: Property<Bool>
  var scheduler: any DateScheduler
}

extension QuestionTabHouse {
  /// The questions that a person keeps, of which the service is not asked. The demonstration's are never kept.
  fileprivate func kept(of feed: QuestionFeed) -> SignalProducer<QuestionRows, ServiceError> {
    let provenance = provenance.value
    let kept = provenance.server.flatMap { store?.keptQuestions(of: feed.site, from: $0) }
    return (kept ?? SignalProducer(value: [])).map { questions in
      QuestionRows().joined(with: QuestionPage(questions: questions, provenance: provenance), of: QuestionQuery(feed))
    }
    .promoteError(ServiceError.self)
  }

  /// Asks for a list, unless it was found within the last minute, in which the service asks not to repeat a request.
  func rows(
    _ ask: QuestionAsk, of feed: QuestionFeed, joining held: QuestionRows?
  ) -> SignalProducer<QuestionRows, ServiceError> {
    if feed.selection == .kept { return kept(of: feed) }
    if held == nil, ask == .first, let found = searched.value, found.feed == feed,
      found.page.provenance == provenance.value, (0..<60).contains(scheduler.currentDate.timeIntervalSince(found.date))
    {
      let rows = QuestionRows()
      return SignalProducer(value: rows.joined(with: found.page, of: rows.query(ask, of: feed)))
    }
    return service.rows(ask, of: feed, joining: held ?? QuestionRows())
  }

  /// What the server answered to a feed in the past; nothing while the demonstration answers.
  func stored(of feed: Property<QuestionFeed>) -> SignalProducer<QuestionList.Rows.Stored, Never> {
    guard let cache, feed.value.selection != .kept else { return .empty }
    return feed.producer.combineLatest(with: provenance.producer).flatMap(.latest) { feed, provenance in
      guard let server = provenance.server else { return .empty }
      return cache.questions(of: feed, from: server).skipNil().map { .init($0, of: feed) }
    }
  }
}

extension QuestionList.Rows.Stored {
  fileprivate init(_ cached: CachedQuestions, of feed: QuestionFeed) {
    self.init(value: QuestionRows(cached, of: feed), at: cached.fetched)
  }
}

/// One tab of the Stack Overflow pane.
///
/// ```
/// refresh, past the end ─┐
/// the order ─────────────┴─▶ load ──▶ ┐
/// keys in the field ───── throttle ──▶├──▶ list ──┬──────────────▶ state
/// moves, clicks, open, close ────────▶┘           └──▶ question ──▶ ┘
/// ```
final class QuestionTabViewModel: Sendable {
  let state: Property<QuestionTabState>
  /// Questions that the latest answer brought and the one before it did not have.
  let news: Property<Int>
  /// Takes what a person does while the tab is shown.
  let commands: Signal<QuestionTabCommand, Never>.Observer

  /// Only while it is on the screen a tab asks by itself.
  private let isShown = MutableProperty(false)
  private let load: QuestionList.Rows
  private let list: Property<QuestionList>
  private let question: Property<QuestionViewModel?>
  private let (lifetime, token) = Lifetime.make()

  /// Has the tab on the screen from its start to its end.
  var showing: SignalProducer<Never, Never> {
    SignalProducer.never.on(
      started: { [isShown] in isShown.value = true }, disposed: { [isShown] in isShown.value = false })
  }

  init(_ tab: QuestionTab, in house: QuestionTabHouse) {
    let (service, cache, scheduler) = (house.service, house.cache, house.scheduler)
    let (commands, commandInput) = Signal<QuestionTabCommand, Never>.pipe()
    let (asks, ask) = Signal<QuestionAsk, Never>.pipe()
    let (forgets, forget) = Signal<Void, Never>.pipe()
    let (details, keep) = Signal<HeldDetail, Never>.pipe()
    let shown = Property(capturing: isShown)
    let cancelled = Signal.merge(house.cancelled.filter { !shown.value }, house.abandoned)
    self.commands = commandInput

    let isKept = tab.feed.selection == .kept
    // The tab's feed, in the order that was chosen last.
    let feed = house.orders.map { tab.feed.ordered(by: $0[tab.id]) }.skipRepeats()

    // Offline first: what was answered in the past is read when the tab is first shown.
    let stored = shown.producer.first(where: { $0 }).flatMap(.latest) { _ in house.stored(of: feed) }

    // Refresh: a second one cancels the first, and the next page; the rows stay until the new ones are there.
    let load = QuestionList.Rows(
      asks: asks, repeating: .afterFailure(of: .first, .exponential(initial: 60, maximum: 900)), while: shown,
      cancelled: cancelled, forgotten: forgets, outdated: feed.signal.map(value: ()), stored: stored,
      every: isKept ? Property(value: nil) : house.refreshPeriod,
      checking: house.sparing.check.ignoreValues(), on: scheduler
    ) { ask, held in house.rows(ask, of: feed.value, joining: held) }

    // Filter: ten times a second while a person types, and at once when they do anything with the rows.
    let fieldChanges = commands.fieldChanges(
      accepting: shown.signal.filter { !$0 }.map { _ in }, on: scheduler)

    // Rows, filter, selection and the open question agree, so they come out of one scan.
    let first = QuestionList(feed.value, hasRoom: house.hasRoom.value)
    let steps = Signal<QuestionList.Input, Never>.merge(
      feed.signal.map { .feed($0) },
      load.state.signal.map { .load($0) },
      fieldChanges.map { .field($0) },
      commands.compactMap(\.listInput),
      shown.signal.filter { !$0 }.map { _ in .leave },
      house.hasRoom.signal.map { .room($0) }
    )
    .scanMap(into: first) { list, input in
      let isPastEnd = list.take(input)
      return (list: list, isPastEnd: isPastEnd)
    }
    let list = Property(initial: first, then: steps.map(\.list))

    // Drill-down: a question that is open, or beside the list, is a view model of its own. It goes when another one takes
    // its place or its list comes from elsewhere, and with it what it asks for.
    let (asked, refreshText) = Signal<Void, Never>.pipe()
    let (renewals, renew) = Signal<Void, Never>.pipe()
    let (toggles, toggleComments) = Signal<Void, Never>.pipe()
    let (texts, text) = Signal<QuestionList.Shown?, Never>.pipe()
    let content = list.withMembers(of: \.allShown, keyedBy: \.key) { question in
      QuestionViewModel(
        question.opened, holding: house.held.value.detail(of: question.opened, site: tab.feed.site), service: service,
        cache: cache, site: tab.feed.site, refresh: asked, renewal: renewals,
        showsComments: house.showsComments.value, commentToggles: toggles,
        while: house.mayAsk(for: question, following: texts).and(shown), cancelled: cancelled,
        listEvents: load.events, on: scheduler)
    }
    let question = content.map { $0.1.first }.skipRepeats { $0 === $1 }

    // A list and the text beside or above it belong together in each state.
    state = Property(
      following: content.combineLatest(following: { $1.first?.state })
        .map { content, text in QuestionTabState(content.0, text) }
        .skipRepeats())
    news = list.map(\.news).skipRepeats()
    (self.load, self.list, self.question) = (load, list, question)

    // What goes back into the graph: see Feedback in the documentation of Signals.
    let keptChanges = isKept ? house.store?.keptChanges.observe(on: scheduler) : nil
    lifetime += SignalProducer<QuestionAsk, Never>.merge(
      SignalProducer(keptChanges ?? .never).map { .first },
      SignalProducer(commands.refreshes).filter { list.value.opened == nil }.map { .first },
      question.producer.flatMap(.latest) { $0.map { SignalProducer($0.listRefreshes) } ?? .empty }.map { .first },
      // The next page is never asked for by itself: a person has to go past the last row.
      SignalProducer(steps).filter { $0.isPastEnd && load.state.value.canAskForMore(at: scheduler.currentDate) }
        .map { _ in .next }
    )
    .startWithValues { ask.send(value: $0) }
    let shownText = list.map(\.shown).skipRepeats()
    lifetime += shownText.signal.observe(text)
    lifetime += commands.refreshes.filter { list.value.opened != nil }.observe(refreshText)
    lifetime += commands.commentToggles.filter { list.value.opened != nil }.observe(toggleComments)
    // What a person opens is asked for again where that has failed or is a minute old, and what failed beside the list when
    // they refresh.
    lifetime += Signal.merge(
      shownText.signal.combinePrevious(shownText.value)
        .filter { $0?.key == $1?.key && $0?.attention == .preview && $1?.attention == .opened }
        .filter { _ in question.value?.state.value.isOutdated(at: scheduler.currentDate) == true }.map(value: ()),
      commands.refreshes.filter { list.value.opened == nil && question.value?.state.value.isInTrouble == true }
    )
    .observe(renew)
    lifetime += question.producer.flatMap(.latest) { $0.map { SignalProducer($0.loaded) } ?? .empty }
      .startWithValues { keep.send(value: $0) }
    lifetime += house.provenance.signal.filter { load.state.value.value?.provenance != $0 }.map { _ in }.observe(forget)
    // Another server is asked from now on.
    lifetime += service.changes.observeValues { forget.send(value: ()) }
    // What is kept does not tell who answers.
    let answers = load.events.compactMap { $0.value }.filter { _ in !isKept }
    lifetime += SignalProducer<AnswerSource, Never>.merge(
      SignalProducer(answers).map { AnswerSource(provenance: $0.provenance, quota: $0.quota) },
      question.producer.flatMap(.latest) { $0.map { SignalProducer($0.answers) } ?? .empty }
    )
    .startWithValues { house.answered.send(value: $0) }

    lifetime += details.observeValues { house.hold.send(value: .init(site: tab.feed.site, detail: $0)) }

    // Nothing of the demonstration is kept.
    guard let cache else { return }
    lifetime += answers.filter { $0.provenance.server != nil }.observeValues { rows in
      cache.keep(rows.cached(at: load.state.value.loadedAt ?? scheduler.currentDate), of: rows.feed)
    }
    lifetime += details.filter { $0.detail.provenance.server != nil }.observeValues { held in
      cache.keep(held.cached, site: tab.feed.site)
    }
  }
}

extension QuestionTabState {
  /// - Parameter text: Of the question that is open or beside the list.
  fileprivate init(_ list: QuestionList, _ text: ReadingState?) {
    self.init(list: list.state, provenance: list.provenance)
    if list.opened == nil {
      preview = text
    } else {
      reading = text
      reading?.search = list.search.state
    }
  }
}

extension QuestionList.Rows.State {
  /// Whether the next page may be asked for: there is one after an answer, nothing is under way, and its last failure is not to be waited
  /// for. A failure in the future was before the clock was set back.
  func canAskForMore(at now: Date) -> Bool {
    guard let value, value.hasMore, isAnswered, asking == nil else { return false }
    guard let extraTrouble, let retry = extraTrouble.retry else { return true }
    return retry <= now || now < extraTrouble.since
  }
}
