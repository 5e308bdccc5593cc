import Foundation
import Model
import PaneKit
import Signals
import Text

/// The Wikipedia pane: the edit rate as it happens, sign-ups marked, the latest events listed.
///
/// ```
/// where updates arrive:  feed ──┬──▶ intake (counts) ──▶ conflate, 1/30 s
///                        ticks ─┘                            │ batches
/// on the interface:                                          ▼
///         actions, settings, the choices of the last run ─▶ model ──▶ state, link, hot pages, wikis
///                                                         │  │ └────▶ effects: keep for the next run, ring
///      stored rates and read edits, missing wikis ◀───────┘  │ the open edit
///                                                            ▼
///                texts read in this run, requests ────────▶ its text ──▶ edit
/// ```
/// - **Requests** the feed once it is started and the memory is ready; the text of the open edit, or where there is space beside
///   the list that of the one that a person has selected, unless it is one of the last that were read in this run; a user's edits and the list of all wikis when they are opened, and that list also to find out
///   whether a wiki with an unfamiliar name exists.
/// - **Remembers** the span, the lines and whether the day before is behind them, the order, the list's share, what is watched
///   or ignored by key, and the chosen wikis, kinds of edits and named condition; of a live server also the rates and the edits that were read.
///   Filter, selection and the open edit are those of this run.
/// - **After a restart** the rates come from the store and past events from the feed's history.
public final class WikipediaViewModel: Sendable {
  /// What a person can do here.
  public enum Action: Sendable, Hashable {
    /// Reconnects.
    case refresh
    /// Moves the selection in the list of events.
    case move(Motion)
    /// Selects an event by its number.
    case select(RecentEvent.ID)
    /// Makes the list follow the newest event.
    case followNewest
    /// Sorts the list, also after a restart.
    case sort(EventOrder)
    /// Uses the field of the list's filter, whose text is that of this run.
    case filter(FieldAction)
    /// Moves, zooms or pauses the chart, or moves its cursor.
    case gesture(ChartGesture)
    /// Shows the next longer or shorter span of time, also after a restart.
    case lengthenSpan, shortenSpan
    /// Shows one of ``WikipediaViewModel/spans``, also after a restart.
    case showSpan(TimeInterval)
    /// Shows a line of the chart for each kind of editor, or a single line, also after a restart.
    case toggleLines
    /// Shows the line of an earlier time behind that of the present, or no longer, also after a restart.
    case toggleBackdrop
    /// Gives the list a percentage of the lines of chart and list, also after a restart.
    case setListShare(Int)
    /// Shows other wikis, also after a restart, until the settings name others. Closes the open edit.
    case chooseWikis(WikiSelection)
    /// Shows other edits, also after a restart, until the settings name others.
    case chooseEdits(ShownEdits)
    /// Lists the edits for which a condition of the settings with this name holds, or with `nil` those of the settings' filter,
    /// also after a restart.
    case chooseCondition(SafeText?)
    /// Reports whether the screen has space for the selected edit beside the list.
    case previewFits(Bool)
    /// Opens the selected edit, or the first listed one if none is selected.
    case open
    /// Opens one of a user's edits; the next edit is the user's next one.
    case openContribution(ChosenEdit)
    /// Opens the latest edit of a hot page; the next edit is that of the next page.
    case openHotPage(HotPage.ID)
    /// Opens the next edit of the list, or with -1 the previous one.
    case step(Int)
    /// Closes the open edit. One that was chosen in another list leads back there.
    case close
    /// Requests the text of the open edit again.
    case refreshEdit
    /// Uses the field of the search in the open edit.
    case search(FieldAction)
    /// Marks the selected event for what is done with several, or no longer, and selects the next one.
    case togglePick
    /// Marks none for that any more.
    case clearPicks
    /// Marks the open edit, else the selected one, as unread; of those that are marked for several the ones that are read, or all as read if none is.
    case markUnread
    /// Watches the page, or the user, of an edit, by default of the open or the selected one; no longer if a person watches
    /// it already. Also after a restart.
    case watchPage(of: RecentEvent? = nil)
    case watchUser(of: RecentEvent? = nil)
    /// Stops watching a page or a user.
    case unwatch(WatchedEdits.Entry)
    /// Leaves out the edits of a page or a user, or no longer, also after a restart.
    case ignore(WatchedSubject, Bool)
  }

  public let state: Property<WikipediaState>
  /// The latest edited article, which changes at most once a second.
  public let ticker: Property<SafeText?>
  /// The page of the selected event, else that of the first listed event that has one.
  public let link: Property<URL?>
  /// The open edit, with its text once it is loaded.
  public let edit: Property<EditState?>
  /// The open edit; else, if there is space beside the list, the selected one.
  public let presentedEdit: Property<EditState?>
  /// The pages with the most editors in the last ten minutes and the last hour, updated every five seconds.
  public let hotPages: Property<[HotPage]>
  /// The wikis whose events are requested: those chosen last, by a person or in the settings. Whoever makes the view model binds
  /// the feed's wikis to it.
  public let wikis: Property<WikiSelection>
  /// Sends for each watched edit whose settings request the bell; for several that arrive together, once.
  public let bells: Signal<Void, Never>
  /// Sends the edit, and its list, to which a person comes back from an edit that was not chosen in the pane's list.
  public let returns: Signal<ChosenEdit, Never>

  /// What is watched, by the settings and by key, and what is ignored.
  public let watched: Property<WatchedEdits>
  /// Sends messages to the person.
  public let notices: Signal<SafeText, Never>

  /// What a person has chosen, now or in an earlier run.
  public var choices: WikipediaChoices { model.value.choices.value }

  /// The conditions of the settings that have names.
  var conditions: [NamedCondition] { model.value.settings.conditions }

  /// The spans that the chart can show, in seconds.
  var spans: [TimeInterval] { model.value.chart.spans }

  /// What the feed has sent, in batches.
  let batches: Signal<WikipediaBatch, Never>
  let feed: any WikiFeed
  let cache: (any WikiCache)?
  let server: Property<SafeText?>
  let scheduler: any DateScheduler
  let model: Property<WikipediaModel>
  let actions: Input<Action>
  private let memory: Memory
  /// Retained, because a composed property does not retain its source.
  private let settings: Property<WikipediaSettings>
  private let isStarted = MutableProperty(false)
  private static let tickerPace: TimeInterval = 1
  private let arrival: Signal<WikipediaModel.Step, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - server: The server of the edits, which identifies what is stored of them; `nil` if nothing is.
  ///     Nothing is stored of the demonstration's edits.
  ///   - memory: Remembers a person's choices, the rates, and the edits that were read; nothing if `nil`.
  ///   - cache: Keeps the list of all wikis.
  ///   - scheduler: The interface's; its clock determines the windows.
  public init(
    feed: any WikiFeed, settings: Property<WikipediaSettings> = Property(value: WikipediaSettings()),
    server: Property<SafeText?> = Property(value: nil), memory: Memory? = nil, cache: (any WikiCache)? = nil,
    scheduler: any DateScheduler
  ) {
    let memory = memory ?? Memory(on: scheduler)
    let actions = Input<Action>(on: scheduler)
    (self.feed, self.settings, self.server, self.memory) = (feed, settings, server, memory)
    (self.cache, self.scheduler, self.actions) = (cache, scheduler, actions)

    // All of the content agrees, because it comes out of one scan.
    let (arrivals, arrive) = Signal<WikipediaModel.Step, Never>.pipe()
    let first = WikipediaModel(
      origin: feed.origin, settings: settings.value, server: server.value, now: scheduler.currentDate)
    let steps = Signal<WikipediaModel.Step, Never>.merge(
      actions.signal.map { .action($0, at: scheduler.currentDate) },
      actions.signal.compactMap(\.filter).pacedEdits(on: scheduler).map(value: .applyFilter),
      actions.signal.compactMap(\.search).pacedEdits(on: scheduler).map(value: .applySearch),
      settings.signal.map { .settings($0) }, server.signal.map { .server($0) },
      memory.recalls.map { .recall($0[WikipediaChoices.self]) }, arrivals
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.reduce(step)
      return (model: model, effects: effects)
    }
    model = Property(initial: first, then: steps.map(\.model))
    let state = Property(following: model.producer.map(\.state).skipRepeats())
    self.state = state
    // Of other wikis, or of the demonstration, no title stays for a moment.
    ticker = Property(
      initial: nil,
      then: state.producer.map { $0.latestEdit == nil }.skipRepeats().flatMap(.latest) { isNone in
        isNone
          ? SignalProducer(value: nil)
          : state.producer.map(\.latestEdit).skipRepeats().throttle(Self.tickerPace, on: scheduler)
      })
    link = Property(following: model.producer.map(\.link).skipRepeats())
    hotPages = Property(following: model.producer.map(\.hotPages).skipRepeats())
    wikis = Property(following: model.producer.map(\.wikis.value).skipRepeats())
    watched = Property(following: model.producer.map(\.watched).skipRepeats())
    presentedEdit = EditViewModel.state(
      of: Property(following: model.producer.map(\.presented).skipRepeats()), source: feed,
      refresh: actions.signal.filter { $0 == .refreshEdit }.map(value: ()), on: scheduler)

    edit = Property(
      following: presentedEdit.producer.map { $0.flatMap { $0.opened.isPreview ? nil : $0 } }.skipRepeats())

    batches = arrivals.compactMap { if case .batch(let batch, _) = $0 { batch } else { nil } }
    let effects = steps.map(\.effects).flatten()
    bells = effects.filter { $0 == .ring }.map(value: ())
    returns = effects.compactMap(\.chosen)
    notices = effects.compactMap(\.notice)
    lifetime += effects.compactMap(\.change).observeValues(memory.keep)
    arrival = arrive
  }

  /// What comes from outside, put together at the start, which is after the first frame.
  private func listen() {
    let isListening = isStarted.and(memory.isReady)
    let refreshes = actions.signal.filter { $0 == .refresh }.map(value: ())
    lifetime += SignalProducer.merge(
      feed.batches(reconnecting: refreshes, watching: watched, while: isListening, on: scheduler)
        .map { [scheduler] in .batch($0, at: scheduler.currentDate) },
      memory.storedEdits(of: model, while: isListening, on: scheduler), missingWikis()
    )
    .startWithValues { [arrival] in arrival.send(value: $0) }
  }

  /// Does what a person asks for, which is done when this returns. The caller must be on the scheduler.
  public func send(_ action: Action) { actions.send(action) }

  /// Reads what is remembered, then connects. Not part of `init`, because the first frame is drawn before it.
  public func start() {
    guard !isStarted.value else { return }
    listen()
    isStarted.value = true
    memory.start()
  }
}

extension WikipediaViewModel.Action {
  fileprivate var filter: FieldAction? { if case .filter(let action) = self { action } else { nil } }
  fileprivate var search: FieldAction? { if case .search(let action) = self { action } else { nil } }
}

extension WikipediaModel.Effect {
  fileprivate var change: EditChange? { if case .keep(let change) = self { change } else { nil } }
  fileprivate var notice: SafeText? { if case .tell(let notice) = self { notice } else { nil } }
  fileprivate var chosen: ChosenEdit? { if case .goBack(let chosen) = self { chosen } else { nil } }
}
