import Assembly
import Edits
import EditsEdge
import Foundation
import Model
import Questions
import QuestionsEdge
import Signals
import Storage
import Text

/// The programs' state and cache, in memory instead of in databases.
// Unchecked: all of it runs on the thread that moves the clock.
final class WorldStore: StateStore, QuestionCache, WikiCache, WorldKeeping, @unchecked Sendable {
  private let world: World
  private let parts: [any RememberedPart.Type]
  private var tables = StateTables()
  private var lists: [QuestionServer: [QuestionFeed: CachedQuestions]] = [:]
  private var details: [QuestionKey: CachedDetail] = [:]
  private var sites: [QuestionServer: CachedSites] = [:]
  private var wikis: [SafeText: CachedWikis] = [:]
  let written: Signal<any StateChange, Never>
  private let write: Signal<any StateChange, Never>.Observer
  let notices = Signal<SafeText, Never>.never

  init(_ world: World, _ parts: [any RememberedPart.Type]) {
    (self.world, self.parts) = (world, parts)
    (written, write) = Signal.pipe()
  }

  /// Returns a value read at the time of the request, after the store's delay.
  private func read<Value: Sendable>(_ value: @escaping @Sendable () -> Value) -> SignalProducer<Value, Never> {
    world.request(.store, "", by: 0, isCounted: false, answer: value)
      .flatMapError { _ in SignalProducer<Value, Never>(value: value()) }
  }

  // MARK: State

  var remembered: SignalProducer<RememberedState, Never> {
    read { [self] in state(of: parts) }
  }

  private func state(of parts: [any RememberedPart.Type]) -> RememberedState {
    tables.whole { try RememberedState($0, parts: parts) } ?? RememberedState()
  }

  func keep(_ change: any StateChange) {
    tables.whole { try change.write(to: $0) }
    write.send(value: change)
  }

  func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
    guard Query.writes else { return read { [self] in tables.whole(query.answer) ?? query.otherwise } }
    return SignalProducer { [self] in
      Result<Query.Answer, Never>.success(tables.whole(query.answer) ?? query.otherwise)
    }
    .flatMap(.latest) { [self] answer in read { answer } }
  }

  // MARK: Programs

  func begin() -> WorldStores { WorldStores(state: self, cache: self) }
  func beginAnother() -> WorldStores { WorldStores(state: self, cache: self) }
  func end() {}
  func endOther() {}
  func forget() { tables = StateTables() }
  func happen(_ event: DiskEvent, seconds: Int) {}
  var patience: TimeInterval { 0 }
  var isIncomplete: Bool { false }
  func takeFaults() -> [String] { [] }
  func keeps(_ marks: Set<QuestionKey>) -> Bool {
    marks.isSubset(of: state(of: [QuestionsMemory.self])[QuestionsMemory.self].marks.kept)
  }

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
    details[detail.key(site: site)] = detail
  }

  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> { read { [self] in sites[server] } }

  func keep(_ sites: CachedSites) {
    if let server = sites.list.provenance.server { self.sites[server] = sites }
  }

  func wikis(of server: SafeText) -> SignalProducer<CachedWikis?, Never> { read { [self] in wikis[server] } }
  func keep(_ new: CachedWikis, of server: SafeText) { wikis[server] = new }
}
