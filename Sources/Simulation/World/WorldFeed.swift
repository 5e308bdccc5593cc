import Foundation
import Model
import Signals
import Text

/// A feed of the world's events that reconnects automatically, as the real ones do.
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
  /// The updates that wait in the socket while the program is stopped; `nil` while it runs.
  private var held: [WikiFeedUpdate]?
  /// The number of events per ten seconds.
  var rate = 10 { didSet { tick() } }

  /// The titles that the list must show, in the order sent, with their arrival by the program's clock.
  private(set) var listed: [(title: String, time: Date)] = []
  /// The seconds by which the server's clock is ahead on this connection.
  private var lead = 0
  /// The time by the program's clock from which the program knows the events' times exactly.
  ///
  /// After a clock change it lies in the future, until the program has measured the new offset.
  private var timesExactSince = Date.distantFuture
  /// The number of edits in each window, by the window's number on the program's clock.
  private(set) var edits: [Int: Int] = [:]
  /// The time by the program's clock from which the counts of windows are exact.
  private(set) var exactSince = Date.distantFuture
  /// The time of the latest update.
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
      // A late end of an earlier subscription must not close the current one.
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
      // Events of the former connection keep the times that its offset gave them.
      timesExactSince = min(timesExactSince, world.clock.currentDate)
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

  /// Ends the connection, and refuses new ones for the given number of seconds.
  func drop(_ failing: Failing, seconds: Int) {
    self.failing = failing
    blockedUntil = world.now.addingTimeInterval(Double(seconds))
    guard observer != nil else { return }
    if let waiting { world.cancel(waiting) }
    fail()
  }

  func heal() { blockedUntil = .distantPast }

  /// Reconnects immediately, as after a change of the service.
  func restart() { if observer != nil { connect() } }

  private func tell(_ update: WikiFeedUpdate) {
    toldAt = world.now
    if held != nil { held?.append(update) } else { observer?.send(value: update) }
  }

  // MARK: The ledger

  /// Starts exact counting after the given number of further complete windows.
  func beginExactly(after windows: Int) {
    edits = [:]
    guard isConnected else {
      exactSince = .distantFuture
      return
    }
    let next = (world.clock.currentDate.timeIntervalSince1970 / 5).rounded(.up) * 5
    exactSince = Date(timeIntervalSince1970: next + Double(5 * windows))
  }

  /// Records that the program's clock was set; the program measures the new offset within two windows.
  func clockWasSet() {
    beginExactly(after: 3)
    timesExactSince = world.clock.currentDate.addingTimeInterval(15)
  }

  /// Returns whether the program knows the exact times of events that arrived at `date`.
  func areTimesExact(at date: Date) -> Bool { date >= timesExactSince && date <= world.clock.currentDate }

  /// Holds updates back in the socket while the program is stopped.
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

  /// Makes one event happen, which is lost without a connection.
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
