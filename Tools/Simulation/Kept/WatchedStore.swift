import Foundation
import Model
import Signals
import Text

/// A store whose changes are noted, and which loses those of one kind for ``PlantedFault/drops(_:)``.
struct WatchedStore: StateStore, ReadingStore {
  let store: any StateStore & ReadingStore
  let keeping: Keeping
  /// `nil` for a store that loses nothing.
  let lost: KeptKind?

  func keep(_ change: StateChange) {
    keeping.note(change)
    if KeptKind(change) != lost { store.keep(change) }
  }

  func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    lost == .item(.roomEvents) ? SignalProducer(value: true) : store.tellFirst(event)
  }

  func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never> {
    store.claim(subject, by: rule, at: date)
  }
  func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never> {
    store.claims(by: rule, atMost: limit)
  }
  func release(_ subject: String, by rule: String) { store.release(subject, by: rule) }

  func keep(_ readings: [OwnReading], of source: String) {
    if lost != .item(.ownReadings) { store.keep(readings, of: source) }
  }

  // MARK: What is read

  var remembered: SignalProducer<RememberedState, Never> { store.remembered }
  func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { store.kept(question) }
  func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    store.keptQuestions(of: site, from: server)
  }
  var keptChanges: Signal<Void, Never> { store.keptChanges }
  func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> { store.quota(of: server) }
  func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    store.rates(of: source, since: start, now: now)
  }
  func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> { store.readEdits(of: server) }
  var roomEvents: SignalProducer<[RoomEvent], Never> { store.roomEvents }
  var notices: Signal<SafeText, Never> { store.notices }
  func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> { store.readings(of: source, over: window, step: step) }
  func rollUpReadings(at now: Date) { store.rollUpReadings(at: now) }
}
