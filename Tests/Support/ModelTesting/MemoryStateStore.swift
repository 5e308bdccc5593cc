import Foundation
import Model
import Signals
import Text

/// A state in memory, for tests. What is kept in it can be read by its key.
public final class MemoryStateStore: StateStore {
  /// What the last run remembered; `nil` if it comes when the test says so.
  public let state: MutableProperty<RememberedState?>
  private let (arrivals, arrival) = Signal<RememberedState, Never>.pipe()
  private let kept = MutableProperty<[StateChange]>([])
  public let notices = Signal<SafeText, Never>.never

  /// - Parameter state: What the last run remembered; `nil` if it comes with ``arrive(_:)``.
  public init(_ state: RememberedState? = nil) { self.state = MutableProperty(state) }

  public var remembered: SignalProducer<RememberedState, Never> {
    SignalProducer { [state, arrivals] () -> SignalProducer<RememberedState, Never> in
      state.value.map { SignalProducer(value: $0) } ?? SignalProducer(arrivals).take(first: 1)
    }
    .flatten(.latest)
  }

  /// Lets those that have asked for what was remembered have it.
  public func arrive(_ state: RememberedState) { arrival.send(value: state) }

  /// What was kept, in order.
  public var changes: [StateChange] { kept.value }

  public func keep(_ change: StateChange) {
    kept.modify { $0.append(change) }
    switch change {
    case .keep(let cached, let site):
      let key = QuestionKey(cached.detail.provenance, site: site, id: cached.detail.question.id)
      keptOrder.modify { if !$0.contains(key) { $0.append(key) } }
      keptDetails.value[key] = cached
      keptChange.send(value: ())
    case .drop(let key):
      keptOrder.modify { $0.removeAll { $0 == key } }
      keptDetails.value[key] = nil
      keptChange.send(value: ())
    case .readEdit(let edit, let server, _): readEdits.modify { _ = $0[server, default: []].insert(edit) }
    case .unreadEdit(let edit, let server): readEdits.modify { _ = $0[server]?.remove(edit) }
    default: break
    }
  }

  /// Whether quotas and read edits can be read now.
  public let isReadable = MutableProperty(true)

  // MARK: - Questions

  /// Questions that are kept with their answers.
  public let keptDetails = MutableProperty<[QuestionKey: CachedDetail]>([:])
  /// In the order in which they were kept.
  private let keptOrder = MutableProperty<[QuestionKey]>([])
  public let (keptChanges, keptChange) = Signal<Void, Never>.pipe()

  public func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    SignalProducer(value: keptDetails.value[question])
  }

  public func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    let details = keptDetails.value
    let keys = keptOrder.value.filter {
      $0.provenance == .server(server) && $0.site == site && details[$0] != nil
    }
    return SignalProducer(value: keys.reversed().compactMap { details[$0]?.detail.question })
  }

  public func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> {
    isReadable.producer.first(where: { $0 }).map { [self] _ in
      changes.lazy.compactMap { if case .quota(let quota, server) = $0 { quota } else { nil } }.last
    }
  }

  // MARK: - Edits

  /// The edits that were read, by server.
  public let readEdits = MutableProperty<[String: Set<EditAnnotation.Key>]>([:])

  public func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    let edits = readEdits.value[server] ?? []
    return isReadable.producer.first(where: { $0 }).map { _ in edits }
  }

  /// The rates of every source.
  public let rates = MutableProperty<[KeptRate]>([])
  /// The sources whose rates were read, and since when.
  public let readRates = MutableProperty<[(source: String, start: Date)]>([])
  /// The rates that were kept.
  public var keptRates: [KeptRate] {
    changes.flatMap { change -> [KeptRate] in
      guard case .rates(let rates, _, _) = change else { return [] }
      return rates
    }
  }

  public func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    readRates.modify { $0.append((source, start)) }
    return SignalProducer(value: rates.value)
  }

  // MARK: - Rooms

  /// The events that were kept.
  public var keptEvents: [RoomEvent] { changes.compactMap { if case .event(let event) = $0 { event } else { nil } } }
  /// The events that other programs have kept.
  public let others = MutableProperty<[RoomEvent]>([])
  public var roomEvents: SignalProducer<[RoomEvent], Never> { SignalProducer { [others] in others.value } }

  /// The events that were to be told, and whether this program is the first to do so.
  public let told = MutableProperty<[RoomEvent]>([])
  public let isFirst = MutableProperty(true)

  /// What rules have met, by rule and subject.
  public let claims = MutableProperty<Set<[String]>>([])

  public func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never> {
    SignalProducer { [claims] in claims.modify { $0.insert([rule, subject]).inserted } }
  }

  public func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never> {
    SignalProducer { [claims] in claims.value.filter { $0[0] == rule }.map { $0[1] }.sorted() }
  }

  public func release(_ subject: String, by rule: String) { claims.modify { _ = $0.remove([rule, subject]) } }

  public func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    told.modify { $0.append(event) }
    return SignalProducer(value: isFirst.value)
  }
}
