import Clients
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
  private(set) lazy var source = EventSource(world) { [unowned self] in take($0) }
  private var start = 0
  private var isInvented = false
  /// Whether the server's clock has moved against the program's since the program began. A client that resumes a stream then
  /// takes new events for repeated ones for a while (`ReplayDetector.longestReplay`).
  private var hasOffsetMoved = false
  private var isHeld = false

  // MARK: The server's state

  private var connection: StreamConnection?
  /// The latest events, which a client may ask for again.
  private var past: [WorldEvent] = []
  /// The number of the event up to which the server does not know its own ids any more.
  private var forgottenUpTo = 0
  private var blockedUntil = Date.distantPast
  private var failing = Failing.connectionLost
  private var lead = 0
  /// The ids that were refused, none of which a client may send again.
  private var refused: Set<Int> = []
  /// Whether the latest answer refused an id, and nothing else, of a client that wants all streams.
  private var hasRefusedID = false

  /// The seconds after which a client asks again, whatever a server wishes: an hour, and what chance adds to it.
  private static let longestPause: TimeInterval = 3_660

  init(_ world: World, cuts random: SeededGenerator) {
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
      ledger.forgetList()
      // A late end of an earlier subscription must not close the current one.
      lifetime.observeEnded { [self] in if number == start { ledger.closed() } }
      lifetime += world.demonstration.producer.skipRepeats()
        .flatMap(.latest) { [self] isInvented -> SignalProducer<WikiFeedUpdate, Never> in
          world.network.map { client(isInvented: isInvented, $0).updates(reconnecting: again) } ?? .never
        }
        .startWithValues { [self] update in
          note(update)
          observer.send(value: update)
        }
    }
  }

  private func client(isInvented: Bool, _ network: WorldNetwork) -> EventStreamsFeed {
    EventStreamsFeed(
      url: WorldNetwork.events, isAnnotated: true, origin: isInvented ? .demo : .live,
      transport: network.makeTransport(),
      clock: world.clock, chance: { [self] in Double.random(in: 0..<1, using: &random) })
  }

  /// Records what the client tells of its connection.
  private func note(_ update: WikiFeedUpdate) {
    ledger.toldAt = world.now
    switch update {
    case .connecting(let origin):
      ledger.disconnected()
      if (origin == .demo) != isInvented {
        ledger.forgetList()
        (isInvented, past) = (origin == .demo, [])
      }
    case .connected:
      let isInDoubt = hasOffsetMoved && connection?.isResumed == true
      ledger.connected(at: world.clock.currentDate, doubt: isInDoubt ? 300 : 0)
    case .disconnected(_, let retry):
      ledger.disconnected()
      let pause = retry?.timeIntervalSince(world.clock.currentDate) ?? 0
      if pause > Self.longestPause { world.ledger.note("the feed wants to wait for “\(pause)” s") }
    case .event, .history, .selected, .restarted, .annotated: break
    }
  }

  func originChanged() {}

  func clockWasSet() {
    hasOffsetMoved = true
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
    }
    let connection = StreamConnection(
      world, observer, isResumed: place != nil, isAnnotated: isAnnotated,
      cuts: SeededGenerator(seed: random.next())
    ) { [self] arrival in
      ledger.toldAt = world.now
      switch arrival {
      case .event(let event, let isRepeated):
        ledger.arrived(event, at: world.clock.currentDate, isCounted: !isHeld, isRepeated: isRepeated)
      case .facts(let event, let facts): ledger.arrived(facts, of: event)
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
    for event in past where event.number >= place {
      connection.send(event, isKnown: event.number == place, isRepeated: true)
    }
  }

  func drop(_ failing: Failing, seconds: Int) {
    self.failing = failing
    blockedUntil = world.now.addingTimeInterval(Double(seconds))
    if failing == .refused { forgottenUpTo = past.last?.number ?? forgottenUpTo }
    connection?.drop(failing, seconds: seconds)
  }

  func heal() { blockedUntil = .distantPast }

  private func take(_ number: Int) {
    let event = WorldEvent(
      number: number, isInvented: isInvented, time: world.now.addingTimeInterval(Double(lead) - 0.3),
      isAlwaysTitled: true)
    past = past.suffix(199) + [event]
    connection?.send(event, isHeld: isHeld)
  }
}
