import Edits
import Foundation
import Model
import Questions
import Rooms
import Signals
import Text

/// A state in memory, for tests. What is kept in it can be read by its key.
public final class MemoryStateStore: StateStore {
  /// What the last run remembered; `nil` if it comes when the test says so.
  public let state: MutableProperty<RememberedState?>
  private let (arrivals, arrival) = Signal<RememberedState, Never>.pipe()
  private let kept = MutableProperty<[any StateChange]>([])
  public let (written, write) = Signal<any StateChange, Never>.pipe()
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

  /// Whether nothing was kept.
  public var isUntouched: Bool { kept.value.isEmpty }

  /// What was kept of one part, in order.
  public func changes<Change: StateChange>(of part: Change.Type) -> [Change] { kept.value.compactMap { $0 as? Change } }

  public func keep(_ change: any StateChange) {
    kept.modify { $0.append(change) }
    switch change {
    case let change as QuestionChange: note(change)
    case EditChange.read(let edit, let server, _): readEdits.modify { _ = $0[server, default: []].insert(edit) }
    case EditChange.unread(let edit, let server): readEdits.modify { _ = $0[server]?.remove(edit) }
    case let release as RuleRelease: claims.modify { _ = $0.remove([release.rule, release.subject]) }
    default: break
    }
    write.send(value: change)
  }

  public func keep(_ change: QuestionChange) { keep(change as any StateChange) }

  private func note(_ change: QuestionChange) {
    switch change {
    case .keep(let cached, let site):
      let key = cached.key(site: site)
      keptOrder.modify { if !$0.contains(key) { $0.append(key) } }
      keptDetails.value[key] = cached
    case .drop(let key):
      keptOrder.modify { $0.removeAll { $0 == key } }
      keptDetails.value[key] = nil
    default: break
    }
  }

  public func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
    let answer: Any =
      switch query {
      case let query as KeptQuestion: SignalProducer<CachedDetail?, Never>(value: keptDetails.value[query.question])
      case let query as KeptQuestions: questions(query)
      case let query as KeptQuota: quota(query.server)
      case let query as ReadEdits: readEdits(query.server)
      case let query as RatesSince: rates(query)
      case is RoomEvents: SignalProducer<[RoomEvent], Never> { [others] in others.value }
      case let query as FirstReport: tell(query.event)
      case let query as RuleClaim:
        SignalProducer<Bool, Never> { [claims] in claims.modify { $0.insert([query.rule, query.subject]).inserted } }
      case let query as RuleClaims:
        SignalProducer<[String], Never> { [claims] in
          claims.value.filter { $0[0] == query.rule }.map { $0[1] }.sorted()
        }
      default: SignalProducer<Query.Answer, Never>(value: query.otherwise)
      }
    return answer as? SignalProducer<Query.Answer, Never> ?? SignalProducer(value: query.otherwise)
  }

  /// Whether quotas and read edits can be read now.
  public let isReadable = MutableProperty(true)

  // MARK: - Questions

  /// Questions that are kept with their answers.
  public let keptDetails = MutableProperty<[QuestionKey: CachedDetail]>([:])
  /// In the order in which they were kept.
  private let keptOrder = MutableProperty<[QuestionKey]>([])

  private func questions(_ query: KeptQuestions) -> SignalProducer<[Question], Never> {
    let details = keptDetails.value
    let keys = keptOrder.value.filter {
      $0.provenance == .server(query.server) && $0.site == query.site && details[$0] != nil
    }
    return SignalProducer(value: keys.reversed().compactMap { details[$0]?.detail.question })
  }

  private func quota(_ server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> {
    isReadable.producer.first(where: { $0 }).map { [self] _ in
      changes(of: QuestionChange.self).compactMap { if case .quota(let quota, server) = $0 { quota } else { nil } }.last
    }
  }

  // MARK: - Edits

  /// The edits that were read, by server.
  public let readEdits = MutableProperty<[String: Set<EditAnnotation.Key>]>([:])

  private func readEdits(_ server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    let edits = readEdits.value[server] ?? []
    return isReadable.producer.first(where: { $0 }).map { _ in edits }
  }

  /// The rates of every source.
  public let rates = MutableProperty<[KeptRate]>([])
  /// The sources whose rates were read, and since when.
  public let readRates = MutableProperty<[(source: String, start: Date)]>([])
  /// The rates that were kept.
  public var keptRates: [KeptRate] {
    changes(of: EditChange.self).flatMap { change -> [KeptRate] in
      guard case .rates(let rates, _, _) = change else { return [] }
      return rates
    }
  }

  private func rates(_ query: RatesSince) -> SignalProducer<[KeptRate], Never> {
    readRates.modify { $0.append((query.source, query.start)) }
    return SignalProducer(value: rates.value)
  }

  // MARK: - Rooms

  /// The events that were kept.
  public var keptEvents: [RoomEvent] {
    changes(of: RoomChange.self).compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
  /// The events that other programs have kept.
  public let others = MutableProperty<[RoomEvent]>([])

  /// The events that were to be told, and whether this program is the first to do so.
  public let told = MutableProperty<[RoomEvent]>([])
  public let isFirst = MutableProperty(true)

  /// What rules have met, by rule and subject.
  public let claims = MutableProperty<Set<[String]>>([])

  private func tell(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    told.modify { $0.append(event) }
    return SignalProducer(value: isFirst.value)
  }
}
