import Edits
import Foundation
import Model
import Signals
import Text

/// A feed of the world's events that reconnects automatically, as the real ones do.
// Unchecked: all of it runs on the thread that moves the clock.
final class DirectFeed: WorldFeed, @unchecked Sendable {
  private let world: World
  private(set) var ledger = EventLedger()
  private(set) lazy var source = EventSource(world) { [unowned self] in reduce($0) }
  private var observer: Signal<WikiFeedUpdate, Never>.Observer?
  private var start = 0
  private var failures = 0
  private var waiting: Int?
  private var blockedUntil = Date.distantPast
  private var failing = Failing.connectionLost
  /// The updates that wait in the socket while the program is stopped; `nil` while it runs.
  private var held: [WikiFeedUpdate]?
  /// The seconds by which the server's clock is ahead on this connection.
  private var lead = 0
  private var isInvented = false

  init(_ world: World) {
    self.world = world
    _ = source
  }

  var origin: Origin { world.provenance.origin }

  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      start += 1
      let number = start
      self.observer = observer
      ledger.forgetList()
      isInvented = world.isDemonstration
      lifetime += again.observeValues { [self] in connect() }
      // A late end of an earlier subscription must not close the current one.
      lifetime.observeEnded { [self] in if number == start { close() } }
      connect()
    }
  }

  private func close() {
    observer = nil
    ledger.closed()
    if let waiting { world.cancel(waiting) }
  }

  // MARK: The connection

  private func connect() {
    if let waiting { world.cancel(waiting) }
    ledger.disconnected()
    tell(.connecting(origin))
    if world.isDemonstration != isInvented {
      ledger.forgetList()
      isInvented = world.isDemonstration
    }
    waiting = world.later(0.2) { [self] in
      guard world.now >= blockedUntil else { return fail() }
      failures = 0
      lead = world.serverLead
      ledger.connected(at: world.clock.currentDate)
      tell(.connected(source: world.wikis.value))
    }
  }

  private func fail() {
    ledger.disconnected()
    failures += 1
    let error = failing.error(at: world.clock.currentDate, seconds: 60)
    var pause = min(60, pow(2, Double(failures)))
    switch error.outcome(at: world.clock.currentDate) {
    case .needsPerson, .gone: return tell(.disconnected(error, retry: nil))
    case .wait(let until): pause = max(pause, until.timeIntervalSince(world.clock.currentDate))
    case .passing: break
    }
    tell(.disconnected(error, retry: world.clock.currentDate.addingTimeInterval(pause)))
    waiting = world.later(pause) { [self] in connect() }
  }

  func drop(_ failing: Failing, seconds: Int) {
    self.failing = failing
    blockedUntil = world.now.addingTimeInterval(Double(seconds))
    guard observer != nil else { return }
    if let waiting { world.cancel(waiting) }
    fail()
  }

  func heal() { blockedUntil = .distantPast }

  func originChanged() { if observer != nil { connect() } }

  func wikisChanged() {
    guard observer != nil else { return }
    // The events here are of whichever wikis are chosen.
    ledger.otherWikis(at: world.clock.currentDate)
    tell(.selected(source: world.wikis.value))
  }

  private func tell(_ update: WikiFeedUpdate) {
    ledger.toldAt = world.now
    if held != nil { held?.append(update) } else { observer?.send(value: update) }
  }

  func clockWasSet() { ledger.clockWasSet(to: world.clock.currentDate) }

  func hold() { held = [] }

  func release() {
    let updates = held ?? []
    held = nil
    ledger.beginExactly(after: 3, at: world.clock.currentDate)
    for update in updates { observer?.send(value: update) }
  }

  // MARK: Events

  /// Sends an event, which is lost without a connection.
  private func reduce(_ number: Int) {
    guard ledger.isConnected else { return }
    let time = world.now.addingTimeInterval(Double(lead) - 0.3)
    let event = WorldEvent(number: number, isInvented: isInvented, time: time)
    ledger.arrived(event, at: world.clock.currentDate, isCounted: held == nil)
    let isSabotaged = number % 50 == 0
    if isSabotaged, world.sabotage == .losesEvents { return }
    // Not every event has a time.
    let update = WikiFeedUpdate.event(WikiEvent(event, hasTime: number % 9 != 4), isReplay: false)
    tell(update)
    if isSabotaged, world.sabotage == .repeatsEvents { tell(update) }
  }
}

extension WikiEvent {
  fileprivate init(_ event: WorldEvent, hasTime: Bool) {
    self.init(
      kind: event.kind, title: SafeText(oneLine: event.title), time: hasTime ? event.time : nil,
      lengthChange: event.lengthChange, address: event.address)
  }
}
