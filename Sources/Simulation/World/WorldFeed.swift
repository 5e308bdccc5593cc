import Foundation
import Model
import Signals
import Text

/// The world's events, and a feed of them that connects again by itself as the real ones do.
// Unchecked: all of it runs on the thread that moves the clock.
final class WorldFeed: WikiFeed, @unchecked Sendable {
  private let world: World
  private var observer: Signal<WikiFeedUpdate, Never>.Observer?
  private(set) var isConnected = false
  private var start = 0
  private var failures = 0
  private var waiting: Int?
  private var blockedUntil = Date.distantPast
  private var failing = Failing.connectionLost
  private var ticking: Int?
  private var eventCount = 0
  /// While the program is stopped, what comes stays in the socket.
  private var held: [WikiFeedUpdate]?
  /// Events in ten seconds.
  var rate = 10 { didSet { tick() } }

  /// The titles that the list has to show, in the order in which they were told, and when that was by the program's clock.
  private(set) var listed: [(title: String, time: Date)] = []
  /// By how many seconds the server's clock is ahead on this connection.
  private var lead = 0
  /// From when on, by the program's clock, the times of events are known exactly; none after a step that is being learnt.
  private var timesExactSince = Date.distantFuture
  /// Edits by the number of their window on the program's clock.
  private(set) var edits: [Int: Int] = [:]
  /// From when on, by the program's clock, windows count exactly.
  private(set) var exactSince = Date.distantFuture
  /// When something was told last.
  private(set) var toldAt = Date.distantPast

  init(_ world: World) {
    self.world = world
    tick()
  }

  var origin: Origin { world.provenance.origin }

  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      start += 1
      let number = start
      self.observer = observer
      (listed, eventOrigin) = ([], world.isDemonstration)
      lifetime += again.observeValues { [self] in connect() }
      // One that ends late ends none that came after it.
      lifetime.observeEnded { [self] in if number == start { close() } }
      connect()
    }
  }

  private var eventOrigin = false

  private func close() {
    observer = nil
    isConnected = false
    (exactSince, edits) = (.distantFuture, [:])
    if let waiting { world.cancel(waiting) }
  }

  // MARK: The connection

  private func connect() {
    if let waiting { world.cancel(waiting) }
    isConnected = false
    exactSince = .distantFuture
    tell(.connecting(origin))
    if world.isDemonstration != eventOrigin {
      (listed, eventOrigin) = ([], world.isDemonstration)
    }
    waiting = world.later(0.2) { [self] in
      guard world.now >= blockedUntil else { return fail() }
      failures = 0
      isConnected = true
      lead = world.serverLead
      timesExactSince = .distantPast
      tell(.connected(source: "enwiki"))
      beginExactly(after: 0)
    }
  }

  private func fail() {
    isConnected = false
    exactSince = .distantFuture
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

  /// Ends the connection; it cannot be made again for so many seconds.
  func drop(_ failing: Failing, seconds: Int) {
    self.failing = failing
    blockedUntil = world.now.addingTimeInterval(Double(seconds))
    guard observer != nil else { return }
    if let waiting { world.cancel(waiting) }
    fail()
  }

  func heal() { blockedUntil = .distantPast }

  /// Connects at once, as when another service is asked.
  func restart() { if observer != nil { connect() } }

  private func tell(_ update: WikiFeedUpdate) {
    toldAt = world.now
    if held != nil { held?.append(update) } else { observer?.send(value: update) }
  }

  // MARK: The ledger

  /// Windows count exactly from the next but so many on.
  func beginExactly(after windows: Int) {
    edits = [:]
    guard isConnected else {
      exactSince = .distantFuture
      return
    }
    let next = (world.clock.currentDate.timeIntervalSince1970 / 5).rounded(.up) * 5
    exactSince = Date(timeIntervalSince1970: next + Double(5 * windows))
  }

  /// The program's clock was set: how it differs from the server's is learnt within two windows.
  func clockWasSet() {
    beginExactly(after: 3)
    timesExactSince = world.clock.currentDate.addingTimeInterval(15)
  }

  /// Whether the time of an event that was told then is known to be right.
  func areTimesExact(at date: Date) -> Bool { date >= timesExactSince && date <= world.clock.currentDate }

  /// The program stands still: what is told waits in its socket.
  func hold() { held = [] }

  func release() {
    let updates = held ?? []
    held = nil
    beginExactly(after: 3)
    for update in updates { observer?.send(value: update) }
  }

  // MARK: Events

  private func tick() {
    if let ticking { world.cancel(ticking) }
    ticking = nil
    guard rate > 0 else { return }
    ticking = world.later(10 / Double(rate)) { [self] in
      happen()
      tick()
    }
  }

  /// Something is edited; without a connection nobody hears of it.
  func happen() {
    eventCount += 1
    guard isConnected else { return }
    let number = eventCount
    let name = eventOrigin ? "Invented \(number)" : "Page \(number)"
    let kind: WikiEvent.Kind =
      switch number % 17 {
      case 3: .newuser
      case 9: .talk
      case 13: .special
      default: .unspecified
      }
    let title: SafeText = kind == .special ? "" : SafeText(oneLine: name)
    let time = number % 9 == 4 ? nil : world.now.addingTimeInterval(Double(lead) - 0.3)
    let event = WikiEvent(
      kind: kind, title: title, time: time, lengthChange: number % 300 - 100,
      address: number % 3 == 0 ? "https://en.wikipedia.org/wiki/\(number)" : nil)
    if !title.isEmpty { listed = listed.suffix(500) + [(title.string, world.clock.currentDate)] }
    if kind == .unspecified, held == nil {
      edits[Int((world.clock.currentDate.timeIntervalSince1970 / 5).rounded(.down)), default: 0] += 1
    }
    let isSabotaged = number % 50 == 0
    if isSabotaged, world.sabotage == .losesEvents { return }
    tell(.event(event, isReplay: false))
    if isSabotaged, world.sabotage == .repeatsEvents { tell(.event(event, isReplay: false)) }
  }
}
