import Foundation
import Model
import Signals
import Text

/// The Wikipedia pane: the edit rate as it happens, sign-ups marked, the latest events listed.
///
/// ```
/// where updates arrive:  feed ──┬──▶ intake (counts) ──▶ conflate, 1/30 s
///                        ticks ─┘                            │ batches
/// on the interface:                                          ▼
///                        moves, clicks, filter, gestures ──▶ model ──▶ state, link
///                                                            │ the open edit
///                                                            ▼
///                        cached texts, requests ──────────▶ its text ──▶ edit
/// ```
public final class WikipediaViewModel: Sendable {
  /// The seconds between two updates of the state.
  static let updateInterval: TimeInterval = 1.0 / 30

  public let state: Property<WikipediaState>
  /// The page of the selected event, else that of the newest event in the list that has one.
  public let link: Property<URL?>
  /// The open edit, with its text once it is loaded.
  public let edit: Property<EditState?>
  /// The pages with the most editors in the last ten minutes and the last hour, updated every five seconds.
  public let hotPages: Property<[HotPage]>
  /// Sends for each watched edit whose settings request the bell; for several that arrive together, once.
  public let bells: Signal<Void, Never>
  /// The wikis whose events are requested: a person's choice, or else those in the settings. The feed follows it.
  public let wikis: Property<WikiSelection>

  /// Reconnects.
  public let refresh: Input<Void>
  /// Moves the selection in the list of events.
  public let moves: Input<Motion>
  /// Selects an event by its number.
  public let selections: Input<Int>
  /// Makes the list follow the newest event.
  public let followNewest: Input<Void>
  public let gestures: Input<ChartGesture>
  /// Show the next longer or shorter span of time, also after a restart.
  public let lengthenSpan: Input<Void>
  public let shortenSpan: Input<Void>
  /// Focuses the filter's field.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  /// Keeps the filter and goes to the list.
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>
  /// Opens the selected edit, or the newest one if none is selected.
  public let open: Input<Void>
  /// Opens the next edit of the list, or with -1 the previous one.
  public let editSteps: Input<Int>
  public let closeEdit: Input<Void>
  /// Opens an edit of another list, see ``open(_:of:)`` and ``open(_:)``.
  public let otherChoices: Input<ChosenEdit>
  /// Requests the text of the open edit again.
  public let refreshEdit: Input<Void>
  /// Focuses the search in the open edit.
  public let editSearch: Input<Void>
  public let searchEdits: Input<TextEdit>
  public let acceptSearch: Input<Void>
  public let orders: Input<EventOrder>
  /// Marks the open edit, else the selected one, as unread.
  public let markUnread: Input<Void>
  public let clearSearch: Input<Void>
  /// Shows other wikis, also after a restart.
  public let wikiChoices: Input<WikiSelection>
  /// Shows other edits, also after a restart.
  public let shownChoices: Input<ShownEdits>
  /// Shows a line of the chart for each kind of editor, or a single line.
  public let toggleLines: Input<Void>

  private let source: any WikiEditSource
  private let cache: (any WikiCache)?
  private let server: Property<SafeText?>
  private let scheduler: any DateScheduler
  private let model: Property<WikipediaModel>
  private let isStarted = MutableProperty(false)
  private let (lifetime, token) = Lifetime.make()

  /// The number of seconds for which the feed waits for the remembered choice, so that it does not request other wikis first.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - server: The server of the edits, which identifies stored rates; `nil` if none are stored.
  ///   - store: Remembers a person's choices and the rates.
  ///   - cache: Keeps the list of all wikis.
  ///   - scheduler: The interface's; its clock determines the windows.
  public init(
    feed: any WikiFeed, settings: Property<WikipediaSettings> = Property(value: WikipediaSettings()),
    server: Property<SafeText?> = Property(value: nil), store: (any StateStore)? = nil,
    cache: (any WikiCache)? = nil, scheduler: any DateScheduler
  ) {
    (source, self.scheduler) = (feed, scheduler)
    (self.cache, self.server) = (cache, server)
    refresh = Input(on: scheduler)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    followNewest = Input(on: scheduler)
    gestures = Input(on: scheduler)
    lengthenSpan = Input(on: scheduler)
    shortenSpan = Input(on: scheduler)
    editFilter = Input(on: scheduler)
    edits = Input(on: scheduler)
    acceptFilter = Input(on: scheduler)
    clearFilter = Input(on: scheduler)
    open = Input(on: scheduler)
    editSteps = Input(on: scheduler)
    closeEdit = Input(on: scheduler)
    otherChoices = Input(on: scheduler)
    refreshEdit = Input(on: scheduler)
    editSearch = Input(on: scheduler)
    searchEdits = Input(on: scheduler)
    acceptSearch = Input(on: scheduler)
    orders = Input(on: scheduler)
    markUnread = Input(on: scheduler)
    clearSearch = Input(on: scheduler)
    wikiChoices = Input(on: scheduler)
    shownChoices = Input(on: scheduler)
    toggleLines = Input(on: scheduler)

    // The choice of an earlier run. A choice made before it is read takes precedence.
    let (recalls, recall) = Signal<WikipediaChoices, Never>.pipe()
    let (stored, storedInput) = Signal<WikipediaModel.Input, Never>.pipe()
    let chosenWikis = OverriddenSetting.property(
      settings.map { WikiSelection($0.wikis) }.skipRepeats(), choices: wikiChoices.signal, recalls: recalls.map(\.wikis)
    )
    let chosenEdits = OverriddenSetting.property(
      settings.map(\.shown).skipRepeats(), choices: shownChoices.signal, recalls: recalls.map(\.shown))
    let (lineChoices, chooseLines) = Signal<Bool, Never>.pipe()
    let linesApart = Property(initial: false, remembered: recalls.map(\.hasLinesApart), changes: lineChoices) {
      $0 = $1
    }
    let wikis = chosenWikis.map(\.value).skipRepeats()
    let shownEdits = chosenEdits.map(\.value).skipRepeats()
    self.wikis = wikis
    let starts = isStarted.producer.filter { $0 }.take(first: 1)
    let timeout = starts.flatMap(.latest) { _ in
      SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler).map(value: true)
    }
    let isReady = Property(
      initial: false, then: SignalProducer.merge(SignalProducer(recalls).map(value: true), timeout).take(first: 1))
    let isListening = isStarted.and(isReady)

    // The rate: an update is stamped and counted where it arrives, however busy the interface is, and the ends of windows are
    // merged with the updates. A batch of them takes one hop.
    let updates = feed.updates(reconnecting: refresh.signal)
      .map { WikipediaIntake.Input.update($0, at: scheduler.currentDate) }
    let windowEnds = SignalProducer.timer(every: EditRate.window, aligned: true, on: scheduler)
      .map { WikipediaIntake.Input.tick($0) }
    let watches = settings.map(\.watch).skipRepeats()
    let batches = watches.producer.map { WikipediaIntake.Input.watch($0) }
      .merge(with: updates).merge(with: windowEnds)
      .scanMap(into: WikipediaIntake(origin: feed.origin)) { $0.take($1) }
      .conflate(every: Self.updateInterval, into: WikipediaBatch(), on: scheduler) { $0.append($1) }
      .active(while: isListening)

    let filterChanges = FilterField.changes(
      edit: editFilter.signal, edits: edits.signal, accept: acceptFilter.signal, clear: clearFilter.signal,
      on: scheduler)
    let searchChanges = FilterField.changes(
      edit: editSearch.signal, edits: searchEdits.signal, accept: acceptSearch.signal, clear: clearSearch.signal,
      on: scheduler)
    let presses = Signal<WikipediaModel.Input, Never>.merge(
      filterChanges.map { .filter($0) },
      moves.signal.map { .move($0) },
      selections.signal.map { .select($0) },
      followNewest.signal.map(value: .followNewest),
      gestures.signal.map { .gesture($0) },
      lengthenSpan.signal.map(value: .span(.longer)), shortenSpan.signal.map(value: .span(.shorter)),
      recalls.map(\.span).skipNil().map { .recallSpan($0) },
      open.signal.map(value: .open), editSteps.signal.map { .step($0) }, closeEdit.signal.map(value: .close),
      otherChoices.signal.map { .openChosen($0) },
      searchChanges.map { .search($0) }, orders.signal.map { .order($0) }, markUnread.signal.map(value: .unread),
      wikis.signal.map { .wikis($0) }, shownEdits.signal.map { .shown($0) },
      linesApart.signal.skipRepeats().map { .linesApart($0) },
      watches.signal.map { .watch($0) },
      settings.signal.map(\.history).skipRepeats().map { .history($0) },
      settings.signal.map(\.filter).skipRepeats().map { .condition($0) })

    // The pane: its content agrees, because all of it comes out of one scan.
    let begin = WikipediaModel(
      origin: feed.origin, wikis: wikis.value, edits: shownEdits.value, standing: settings.value.filter,
      history: settings.value.history,
      now: scheduler.currentDate)
    let (rings, ring) = Signal<Void, Never>.pipe()
    bells = rings
    model = Property(
      initial: begin,
      then: batches.on(value: { if $0.ringsBell { ring.send(value: ()) } })
        .map { .batch($0, at: scheduler.currentDate) }
        .merge(with: presses.producer).merge(with: stored.producer)
        .scan(into: begin) { $0.take($1) }
        .take(during: lifetime))
    state = Property(following: model.producer.map(\.state).skipRepeats())
    hotPages = Property(following: model.producer.map(\.hotPages).skipRepeats())
    link = Property(following: model.producer.map(\.link).skipRepeats())
    edit = Self.text(
      of: Property(following: model.producer.map(\.opened).skipRepeats()), feed, refresh: refreshEdit.signal,
      on: scheduler)

    // A toggle depends on the current value: see Feedback in the documentation of Signals.
    lifetime += toggleLines.signal.observeValues { chooseLines.send(value: !linesApart.value) }

    let (source, server) = (source, server)
    lifetime += MissingWikis.names(
      among: wikis, isConnected: state.producer.map(\.isConnectedLive).skipRepeats(),
      directory: { WikiDirectory(of: .live, source: source, cache: cache, server: server.value, on: scheduler) }
    )
    .startWithValues { storedInput.send(value: .missing($0, at: scheduler.currentDate)) }

    // Last, because everything above depends on the remembered state.
    lifetime += starts.flatMap(.latest) { _ in
      store?.remembered.observe(on: scheduler) ?? SignalProducer(value: RememberedState())
    }
    .startWithValues { recall.send(value: $0.wikipedia) }
    guard let store else { return }
    lifetime += wikiChoices.signal.observeValues { _ in store.keep(.wikis(chosenWikis.value.override)) }
    lifetime += shownChoices.signal.observeValues { _ in store.keep(.shownEdits(chosenEdits.value.override)) }
    let history = settings.map(\.history).skipRepeats()
    let sources = SignalProducer.combineLatest(
      model.producer.map(\.rateSource).skipRepeats(), server.producer.skipRepeats(), isListening.producer.skipRepeats()
    )
    .map { source, server, isListening in
      isListening ? source.flatMap { source in server.map { (source, $0) } } : nil
    }
    lifetime += sources.combineLatest(with: history.producer).flatMap(.latest) { source, history in
      guard let (source, server) = source else { return SignalProducer<WikipediaModel.Input, Never>.empty }
      let now = scheduler.currentDate
      return store.rates(of: source.key(at: server), since: now.addingTimeInterval(-history), now: now)
        .observe(on: scheduler).map { .kept($0, of: source) }
    }
    .startWithValues { storedInput.send(value: $0) }
    lifetime += sources.flatMap(.latest) { source in
      guard let (source, server) = source else { return SignalProducer<WikipediaModel.Input, Never>.empty }
      return store.readEdits(of: server.string).observe(on: scheduler).map { .recallRead($0, of: source) }
    }
    .startWithValues { storedInput.send(value: $0) }
    lifetime += model.signal.compactMap { model in model.rateSource == nil ? nil : model.newMark }
      .observeValues { mark in
        guard let server = server.value?.string else { return }
        store.keep(
          mark.isRead
            ? .readEdit(mark.edit, of: server, at: scheduler.currentDate) : .unreadEdit(mark.edit, of: server))
      }
    lifetime += model.signal.filter { !$0.newRates.isEmpty }.observeValues { model in
      guard let source = model.rateSource, let server = server.value else { return }
      store.keep(
        .rates(
          model.newRates, of: source.key(at: server),
          oldest: scheduler.currentDate.addingTimeInterval(-history.value)))
    }
    lifetime += model.signal.map(\.newSpan).skipNil().observeValues { store.keep(.editSpan($0)) }
    lifetime += lineChoices.observeValues { store.keep(.hasLinesApart($0)) }
  }

  /// Returns the open edit with its text, whose view model lives while the edit is open.
  private static func text(
    of opened: Property<OpenedEdit?>, _ source: any WikiEditSource, refresh: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) -> Property<EditState?> {
    let (answers, hold) = Signal<HeldEdits.Entry, Never>.pipe()
    let held = Property(initial: HeldEdits(), then: answers.scan(into: HeldEdits()) { $0.take($1) })
    let texts = opened.withMembers(of: \.keys, keyedBy: \.self) { key in
      EditViewModel(
        key, isPassing: opened.value?.isPassing ?? false, holding: held.value.answer(of: key), hold: hold,
        source: source, refresh: refresh, on: scheduler)
    }
    return Property(
      following: texts.producer.flatMap(.latest) { opened, texts -> SignalProducer<EditState?, Never> in
        guard let opened, let text = texts.first?.text else { return SignalProducer(value: nil) }
        return text.producer.map { EditState(opened, answer: $0.answer, load: $0.load, trouble: $0.trouble) }
      }
      .skipRepeats())
  }

  /// The user of the open edit, else of the selected or the newest one; `nil` if it is hidden or unknown.
  public var user: SafeText? { (edit.value?.opened ?? model.value.pointedEdit)?.event.event.edit?.user }

  /// Returns the wikis to choose from, whose list is requested now unless it was within a week; the caller retains them while
  /// it shows them.
  public func wikiDirectory() -> WikiDirectory {
    let origin = state.value.origin
    return WikiDirectory(
      of: origin, source: source, cache: cache, server: origin == .live ? server.value : nil, on: scheduler)
  }

  /// Returns that user's latest edits, which are requested now; the caller retains them while it shows them.
  public func contributions() -> ContributionsViewModel? {
    guard let opened = edit.value?.opened ?? model.value.pointedEdit, let user = opened.event.event.edit?.user,
      let wiki = opened.event.revision?.wiki
    else { return nil }
    return ContributionsViewModel(of: user, on: wiki, from: opened.origin, source: source, on: scheduler)
  }

  /// Returns the latest edits of a new user, which are requested now; `nil` if the user or the wiki is unknown.
  public func contributions(of signUp: SignUp) -> ContributionsViewModel? {
    guard let wiki = signUp.wiki, !signUp.user.isEmpty else { return nil }
    return ContributionsViewModel(of: signUp.user, on: wiki, from: state.value.origin, source: source, on: scheduler)
  }

  /// Opens one of a user's edits.
  public func open(_ id: RecentEvent.ID, of contributions: ContributionsViewModel) {
    let events = contributions.state.value.events
    guard let event = events.first(where: { $0.id == id }) else { return }
    otherChoices.send(ChosenEdit(event: event, events: events, origin: contributions.origin))
  }

  /// Opens the latest edit of a hot page; the next edit is that of the next page.
  public func open(_ page: HotPage) {
    let events = hotPages.value.map(\.latest)
    otherChoices.send(ChosenEdit(event: page.latest, events: events, origin: state.value.origin))
  }

  /// Starts to listen. Not part of `init`, because the first frame is drawn before it.
  public func start() { isStarted.value = true }
}

extension OpenedEdit? {
  /// Identifies the text of the open edit, if one is open whose text can be requested.
  fileprivate var keys: [OpenedEdit.Key] { self?.key.map { [$0] } ?? [] }
}
