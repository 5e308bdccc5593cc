import Clients
import Edits
import EditsEdge
import Foundation
import Model
import Signals
import Text

/// The program's client for Wikimedia's event stream, and the server that it speaks to.
///
/// The record says what the server has sent; whether there is a connection is what the client tells.
// Unchecked: all of it runs on the thread that moves the clock.
final class StreamFeed: WorldFeed, @unchecked Sendable {
  // The world owns the network, and that the feed.
  private unowned let world: World
  private var random: SeededGenerator
  private(set) var ledger = EventLedger()
  private(set) lazy var source = EventSource(world) { [unowned self] in reduce($0) }
  private var start = 0
  private var isInvented = false
  /// Whether the server's clock has moved against the program's since the program began. A client that resumes a stream then
  /// takes new events for repeated ones for a while (`ReplayDetector.longestReplay`).
  private var hasOffsetMoved = false
  private var isHeld = false
  /// The wikis whose edits the client reads.
  private var selection = WikiSelection.english { didSet { ledger.wikis = selection } }
  private var client: EventStreamsFeed?
  /// The time by the program's clock from which the stream tells of the wikis itself, if the program knows that it sends.
  private var connectedAt = Date.distantPast

  // MARK: The server's state

  private var connection: StreamConnection?
  /// The latest events, which a client may ask for again.
  private var past: [WorldEvent] = []
  /// The changes that the wikis list, the oldest first, for longer than a client asks for.
  private var changes: [Change] = []
  /// The time by the program's clock from which neither clock has been set.
  private var steadySince = Date.distantPast
  /// The number of the last event before the stream began, or before other wikis were chosen.
  private var lastMissed = 0
  /// The longest time in seconds that an answer of the list has taken since then, by the time that it tells.
  private var slowestWay: TimeInterval = 0
  private var histories = 0
  private let rowLimit: Int
  /// The number of the event up to which the server does not know its own ids any more.
  private var forgottenUpTo = 0
  private var blockedUntil = Date.distantPast
  private var failing = Failing.connectionLost
  private var lead = 0
  /// The ids that were refused, none of which a client may send again.
  private var refused: Set<Int> = []
  /// Whether the latest answer refused an id, and nothing else, of a client that wants all streams.
  private var hasRefusedID = false

  private struct Change {
    var event: WorldEvent
    /// By the world's own clock.
    var happened: Date
    /// The seconds by which the server's clock was ahead.
    var lead: Int
    /// Whether the program may have taken it for a repeated one, which does not count in the rate.
    var isUncounted = false
  }

  /// The seconds for which wikis list changes here.
  private static let listedTime: TimeInterval = 1_200

  /// The seconds after which a client asks again, whatever a server wishes: an hour, and a quarter of one that chance adds where
  /// there were too many requests again and again.
  private static let longestPause: TimeInterval = 4_500

  init(_ world: World, cuts random: SeededGenerator) {
    var random = random
    rowLimit = random.one(of: [30, 500])
    (self.world, self.random) = (world, random)
    _ = source
  }

  // MARK: The client

  var origin: Origin { world.provenance.origin }

  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      start += 1
      let number = start
      (isInvented, hasOffsetMoved) = (world.isDemonstration, false)
      selection = world.wikis.value
      ledger.forgetList()
      // A late end of an earlier subscription must not close the current one.
      lifetime.observeEnded { [self] in if number == start { ledger.closed() } }
      lifetime += world.demonstration.producer.skipRepeats()
        .flatMap(.latest) { [self] isInvented -> SignalProducer<WikiFeedUpdate, Never> in
          guard let network = world.network else { return .never }
          let client = makeClient(isInvented: isInvented, network)
          self.client = client
          return client.updates(reconnecting: again)
        }
        .startWithValues { [self] update in
          note(update)
          observer.send(value: update)
        }
    }
  }

  private func makeClient(isInvented: Bool, _ network: WorldNetwork) -> EventStreamsFeed {
    let transport = network.makeTransport()
    return EventStreamsFeed(
      url: WorldNetwork.events, wikis: Property(capturing: world.wikis), isAnnotated: true,
      mediaWiki: MediaWikiClient(address: .wikimedia, transport: transport, clock: world.clock),
      origin: isInvented ? .demo : .live,
      transport: transport,
      clock: world.clock, chance: { [self] in Double.random(in: 0..<1, using: &random) })
  }

  /// The name of a request for an edit's text.
  static func key(of edit: WikiRevision) -> String { "\(edit.wiki) \(edit.new)" }

  func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    guard let client else { return SignalProducer(error: .notFound("a client")) }
    return world.watched(
      .changes, Self.key(of: edit), by: world.mainClient, isCounted: false, client.diff(of: edit, from: origin))
  }

  /// Records what the client tells of its connection.
  private func note(_ update: WikiFeedUpdate) {
    ledger.toldAt = world.now
    switch update {
    case .connecting(let origin):
      ledger.disconnected()
      if (origin == .demo) != isInvented {
        ledger.forgetList()
        (isInvented, past, changes) = (origin == .demo, [], [])
        selection = world.wikis.value
      }
    case .connected:
      connectedAt = world.clock.currentDate
      let isInDoubt = hasOffsetMoved && connection?.isResumed == true
      ledger.connected(at: world.clock.currentDate, doubt: isInDoubt ? 300 : 0)
    case .disconnected(_, let retry):
      ledger.disconnected()
      let pause = retry?.timeIntervalSince(world.clock.currentDate) ?? 0
      if pause > Self.longestPause { world.ledger.note("the feed wants to wait for “\(pause)” s") }
    case .selected:
      connectedAt = world.clock.currentDate
      selection = world.wikis.value
      (lastMissed, slowestWay) = (changes.last?.event.number ?? 0, 0)
      ledger.forgetList()
      ledger.beginExactly(after: 0, at: world.clock.currentDate)
    case .history(let history): look(up: history)
    case .event, .restarted, .annotated: break
    }
  }

  func originChanged() {}

  /// The client tells when it reads the others.
  func wikisChanged() {}

  func clockWasSet() {
    hasOffsetMoved = true
    steadySince = world.clock.currentDate
    ledger.clockWasSet(to: world.clock.currentDate)
  }

  func hold() { isHeld = true }

  func release() {
    isHeld = false
    ledger.beginExactly(after: 3, at: world.clock.currentDate)
    connection?.flush()
  }

  // MARK: The server

  /// Answers a client's request for the stream.
  func answer(
    _ request: WireRequest, _ observer: Signal<WirePart, AttemptFailure>.Observer, _ lifetime: Lifetime
  ) {
    let place = request.header("Last-Event-ID").map { Int($0.filter(\.isNumber)) ?? 0 }
    let isAnnotated = request.url.contains(WorldEvent.noticeStream)
    if hasRefusedID, !isAnnotated {
      world.ledger.note("the feed gives up the facts about edits with an id that was refused")
    }
    hasRefusedID = false
    let number = world.later(0.2) { [self] in
      if world.now < blockedUntil {
        refuse(observer, lifetime)
      } else if let place, place <= forgottenUpTo {
        hasRefusedID = isAnnotated
        if !refused.insert(place).inserted {
          world.ledger.note("the event id “\(place)” is sent again after it was refused")
        }
        send(WireAnswer(status: 400, body: Array(#"{"detail":"invalid Last-Event-ID"}"#.utf8)), observer)
      } else {
        accept(place, isAnnotated: isAnnotated, observer, lifetime)
      }
    }
    lifetime.observeEnded { [self] in world.cancel(number) }
  }

  // MARK: The wikis

  /// The wikis' own servers, as they answer now.
  var wikis: MediaWikiServer {
    MediaWikiServer(
      changes: changes.map(\.event), now: world.now.addingTimeInterval(Double(lead)), rowLimit: rowLimit,
      sabotage: world.sabotage)
  }

  /// Checks the events of a list of recent changes that the client tells: each has happened and was not told before, and
  /// since the time that it names none is missing.
  private func look(up history: WikiHistory) {
    let events = Dictionary(changes.map { ($0.event.title, $0.event) }) { _, last in last }
    for told in history.events {
      guard let event = events[told.title.string], event.wiki == told.wiki, event.kind == told.kind else {
        world.ledger.note("“\(told.title)” is told of \(told.wiki ?? "no wiki"), where it has not happened")
        continue
      }
      if told.time?.timeIntervalSince1970 != Double(event.second) {
        world.ledger.note("“\(told.title)” is told with another time")
      }
      if !ledger.looked(up: event) { world.ledger.note("“\(told.title)” is told again in a history") }
      if event.isReverted { ledger.arrived(EditFacts(isReverted: true), of: event) }
    }
    let start = history.start.timeIntervalSince1970
    let known = changes.filter { selection.contains($0.event.wiki) && Double($0.event.second) >= start }
    let missing = known.first { $0.event.number <= lastMissed && !ledger.told.contains($0.event.title) }
    if let missing {
      world.ledger.note("“\(missing.event.title)” is missing in a history that is told to be complete")
    }
    let now = world.clock.currentDate
    // Windows since the connection, too, have edits that the list told of first,
    // and they count when the stream would have told them.
    ledger.beginExactly(after: 3, at: now)
    let begin = Date(timeIntervalSince1970: min(start, 1e11)).addingTimeInterval(
      now.timeIntervalSince(world.now) - Double(lead))
    // The program measures another difference of the clocks within three windows.
    let first = max(begin, steadySince.addingTimeInterval(15))
    guard let serverTime = history.serverTime else { return }
    slowestWay = max(slowestWay, world.now.addingTimeInterval(Double(lead)).timeIntervalSince(serverTime))
    // What has another clock's time may be in the future, and then counts where it is told.
    // Windows since then are not whole before the stream has sent something.
    let last = min(now, connectedAt)
    guard first < last, connection != nil, known.allSatisfy({ $0.lead == lead }) else { return }
    histories += 1
    var backfill = Backfill(number: histories, period: first..<last, late: max(1.2, slowestWay + 0.1))
    for change in known where change.event.kind == .unspecified {
      // By the clock as it is set now, also for what happened before it was set.
      let date = change.happened.addingTimeInterval(now.timeIntervalSince(world.now))
      guard date >= first.addingTimeInterval(-10) else { continue }
      if change.isUncounted { backfill.uncounted.append(date) } else { backfill.edits.append(date) }
    }
    ledger.pending = backfill
  }

  private func refuse(_ observer: Signal<WirePart, AttemptFailure>.Observer, _ lifetime: Lifetime) {
    // A place in the stream that is not known any more is refused by itself.
    let kind = failing == .refused ? Failing.unavailable : failing
    if kind == .timedOut {
      let number = world.later(1e9) { _ = observer }
      lifetime.observeEnded { [self] in world.cancel(number) }
      return
    }
    switch WireAnswer.failure(kind, .plain, host: "stream.wikimedia.org", seconds: 60) {
    case .success(let answer): send(answer, observer)
    case .failure(let failure): observer.send(error: failure)
    }
  }

  private func send(_ answer: WireAnswer, _ observer: Signal<WirePart, AttemptFailure>.Observer) {
    observer.send(value: .head(status: answer.status, headers: answer.headers))
    for piece in answer.body.cut(&random) { observer.send(value: .body(piece)) }
    if let failure = answer.breaksOff { observer.send(error: failure) } else { observer.sendCompleted() }
  }

  private func accept(
    _ place: Int?, isAnnotated: Bool, _ observer: Signal<WirePart, AttemptFailure>.Observer, _ lifetime: Lifetime
  ) {
    if world.serverLead != lead {
      lead = world.serverLead
      hasOffsetMoved = true
      steadySince = world.clock.currentDate
    }
    slowestWay = 0
    if place == nil { lastMissed = changes.last?.event.number ?? 0 }
    let connection = StreamConnection(
      world, observer, isResumed: place != nil, isAnnotated: isAnnotated,
      cuts: SeededGenerator(seed: random.next())
    ) { [self] arrival in
      ledger.toldAt = world.now
      switch arrival {
      case .event(let event, let isRepeated): arrived(event, isRepeated: isRepeated)
      case .facts(let event, let facts): if selection.contains(event.wiki) { ledger.arrived(facts, of: event) }
      }
    }
    self.connection = connection
    lifetime.observeEnded { [self] in
      connection.end()
      if self.connection === connection { self.connection = nil }
    }
    connection.open()
    guard let place else { return }
    // The event with the id that is asked for is sent once more.
    for event in past where event.number >= place { connection.send(event, isRepeated: true) }
  }

  /// The last byte of an event arrives.
  private func arrived(_ event: WorldEvent, isRepeated: Bool) {
    guard selection.contains(event.wiki) else { return }
    let now = world.clock.currentDate
    let isNew = ledger.arrived(event, at: now, isCounted: !isHeld, isRepeated: isRepeated)
    guard isNew, isRepeated || isHeld || ledger.isDoubtful(at: now),
      let index = changes.lastIndex(where: { $0.event.title == event.title })
    else { return }
    changes[index].isUncounted = true
  }

  func drop(_ failing: Failing, seconds: Int) {
    self.failing = failing
    blockedUntil = world.now.addingTimeInterval(Double(seconds))
    if failing == .refused { forgottenUpTo = past.last?.number ?? forgottenUpTo }
    connection?.drop(failing, seconds: seconds)
  }

  func heal() { blockedUntil = .distantPast }

  private func reduce(_ number: Int) {
    let time = world.now.addingTimeInterval(Double(lead) - 0.3)
    var event = WorldEvent(number: number, isInvented: isInvented, time: time, isAlwaysTitled: true)
    if number % 4 == 1 {
      event.isGerman = true
      happen(event)
      event.isGerman = false
    }
    happen(event)
  }

  private func happen(_ event: WorldEvent) {
    if let first = changes.first, world.now.timeIntervalSince(first.happened) > Self.listedTime + 60 {
      changes.removeAll { world.now.timeIntervalSince($0.happened) > Self.listedTime }
    }
    past = past.suffix(199) + [event]
    changes.append(Change(event: event, happened: world.now, lead: lead))
    connection?.send(event, isHeld: isHeld)
  }
}
