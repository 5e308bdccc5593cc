import Foundation
import Model
import Signals
import Text

/// The programs' state and cache, in memory instead of in databases.
// Unchecked: all of it runs on the thread that moves the clock.
final class WorldStore: StateStore, ReadingStore, QuestionCache, WikiCache, WorldKeeping, @unchecked Sendable {
  private let world: World
  private(set) var state = RememberedState()
  private var fates: [(feed: QuestionFeed, fate: TabChanges.Fate)] = []
  private var keptDetails: [(key: QuestionKey, detail: CachedDetail)] = []
  private var quotas: [QuestionServer: RememberedQuota] = [:]
  private var lists: [QuestionServer: [QuestionFeed: CachedQuestions]] = [:]
  private var details: [QuestionKey: CachedDetail] = [:]
  private var sites: [QuestionServer: CachedSites] = [:]
  private var readEdits: [String: Set<EditAnnotation.Key>] = [:]
  private var rates = StoredRates()
  private var readings = StoredReadings()
  private var wikis: [SafeText: CachedWikis] = [:]
  let keptChanges: Signal<Void, Never>
  private let keptChange: Signal<Void, Never>.Observer
  let notices = Signal<SafeText, Never>.never

  init(_ world: World) {
    self.world = world
    (keptChanges, keptChange) = Signal.pipe()
  }

  /// Returns a value read at the time of the request, after the store's delay.
  private func read<Value: Sendable>(_ value: @escaping @Sendable () -> Value) -> SignalProducer<Value, Never> {
    world.request(.store, "", by: 0, isCounted: false, answer: value)
      .flatMapError { _ in SignalProducer<Value, Never>(value: value()) }
  }

  // MARK: State

  var remembered: SignalProducer<RememberedState, Never> { read { [self] in state } }

  func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    read { [self] in keptDetails.first { $0.key == question }?.detail }
  }

  func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    read { [self] in
      keptDetails.filter { $0.key.site == site && $0.key.provenance == .server(server) }.reversed()
        .map(\.detail.detail.question)
    }
  }

  func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> {
    read { [self] in quotas[server] }
  }

  // MARK: Programs

  func begin() -> WorldStores { WorldStores(state: self, cache: self) }
  func beginAnother() -> WorldStores { WorldStores(state: self, cache: self) }
  func end() {}
  func endOther() {}
  func forget() {
    (state, fates, keptDetails, readEdits) = (RememberedState(), [], [], [:])
    (rates, readings) = (StoredRates(), StoredReadings())
  }
  func happen(_ event: DiskEvent, seconds: Int) {}
  var patience: TimeInterval { 0 }
  var isIncomplete: Bool { false }
  func takeFaults() -> [String] { [] }
  func keeps(_ marks: Set<QuestionKey>) -> Bool { marks.isSubset(of: state.marks.kept) }

  // MARK: Changes

  func keep(_ change: StateChange) {
    switch change {
    case .pane(let name): state.pane = name
    case .tab(let feed): state.tab = feed
    case .order(let feed, let order): state.orders[feed] = order
    case .greeted: state.isGreeted = true
    case .tabFate(let feed, let fate): keep(fate, of: feed)
    case .tabOrder(let feeds): state.tabs.order = feeds
    case .read(let key, let answers, _): if key.provenance.server != nil { state.marks.read[key] = answers }
    case .unread(let key): state.marks.read[key] = nil
    case .keep(let cached, let site): keepQuestion(cached, site)
    case .drop(let key):
      keptDetails.removeAll { $0.key == key }
      state.marks.kept.remove(key)
      keptChange.send(value: ())
    case .quota(let quota, let server): quotas[server] = quota
    case .isDense(let isDense): state.isDense = isDense
    case .share(let share): state.share = share
    case .layout(let layout): state.layout = layout
    case .isHidden(let room, true): state.rooms.hidden.insert(room)
    case .isHidden(let room, false): state.rooms.hidden.remove(room)
    case .alone(let room): state.rooms.alone = room
    case .span(let span): state.rooms.span = span
    case .roomOrder(let order): state.rooms.order = order
    case .palette(let history): state.palette = history
    case .wikipedia(let change): state.wikipedia.take(change)
    case .rates(let windows, let source, let oldest): rates.keep(windows, of: source, oldest: oldest)
    case .readEdit(let edit, let server, _): readEdits[server, default: []].insert(edit)
    case .unreadEdit(let edit, let server): readEdits[server]?.remove(edit)
    case .event(let event): _ = keep(event)
    }
  }

  /// - Returns: Whether no program has stored the event before.
  private func keep(_ event: RoomEvent) -> Bool {
    let same = state.events.filter { $0.isSame(as: event) }
    state.events.removeAll { $0.isSame(as: event) }
    state.events.append(same.reduce(event) { $0.joined(with: $1) })
    state.events = Array(state.events.sorted { $0.since > $1.since }.prefix(RoomEvent.limit))
    return same.isEmpty
  }

  private func keep(_ fate: TabChanges.Fate?, of feed: QuestionFeed) {
    fates.removeAll { $0.feed == feed }
    if let fate { fates.append((feed, fate)) }
    state.tabs.opened = fates.filter { $0.fate == .opened }.map(\.feed)
    state.tabs.closed = fates.filter { $0.fate == .closed }.map(\.feed)
  }

  private func keepQuestion(_ cached: CachedDetail, _ site: String) {
    guard cached.detail.provenance.server != nil else { return }
    let key = QuestionKey(cached.detail.provenance, site: site, id: cached.detail.question.id)
    if let index = keptDetails.firstIndex(where: { $0.key == key }) {
      keptDetails[index].detail = cached
    } else {
      keptDetails.append((key, cached))
    }
    state.marks.kept.insert(key)
    keptChange.send(value: ())
  }

  func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    read { [self] in readEdits[server] ?? [] }
  }

  func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    read { [self] in rates.rates(of: source, since: start, now: now) }
  }

  var roomEvents: SignalProducer<[RoomEvent], Never> { read { [self] in state.events } }

  func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    SignalProducer { [self] in Result<Bool, Never>.success(keep(event)) }.flatMap(.latest) { [self] isFirst in
      read { isFirst }
    }
  }

  // MARK: Readings

  func keep(_ new: [OwnReading], of source: String) { readings.keep(new, of: source) }

  func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> {
    read { [self] in readings.readings(of: source, over: window, step: step) }
  }

  func rollUpReadings(at now: Date) {}

  // MARK: Cache

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    read { [self] in lists[server]?[feed] }
  }

  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {
    if let server = questions.page.provenance.server { lists[server, default: [:]][feed] = questions }
  }

  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    read { [self] in details[question] }
  }

  func keep(_ detail: CachedDetail, site: String) {
    guard detail.detail.provenance.server != nil else { return }
    details[QuestionKey(detail.detail.provenance, site: site, id: detail.detail.question.id)] = detail
  }

  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> { read { [self] in sites[server] } }

  func keep(_ sites: CachedSites) {
    if let server = sites.list.provenance.server { self.sites[server] = sites }
  }

  func wikis(of server: SafeText) -> SignalProducer<CachedWikis?, Never> { read { [self] in wikis[server] } }
  func keep(_ new: CachedWikis, of server: SafeText) { wikis[server] = new }
}
