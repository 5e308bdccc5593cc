import Clients
import Foundation
import Model
import Signals
import Text

/// One client's connection to the world's event stream, from the server's head to its end.
// Unchecked: all of it runs on the thread that moves the clock.
final class StreamConnection: @unchecked Sendable {
  let isResumed: Bool
  /// Whether the client wants the other streams, too.
  private let isAnnotated: Bool
  private unowned let world: World
  private let observer: Signal<WirePart, AttemptFailure>.Observer
  private var random: SeededGenerator
  private let arrived: (StreamArrival) -> Void
  /// What has been sent and not arrived, with what it completes.
  private var underWay: [(bytes: [UInt8], completes: StreamArrival?)] = []
  private var isOver = false
  /// Whether the line has gone dead without an end.
  private var isSilent = false
  private var waiting: Int?
  private var heartbeat: Int?

  /// - Parameter arrived: Called just before the last byte of a message arrives.
  init(
    _ world: World, _ observer: Signal<WirePart, AttemptFailure>.Observer, isResumed: Bool,
    isAnnotated: Bool, cuts random: SeededGenerator, arrived: @escaping (StreamArrival) -> Void
  ) {
    (self.world, self.observer, self.isResumed, self.isAnnotated) = (world, observer, isResumed, isAnnotated)
    (self.random, self.arrived) = (random, arrived)
  }

  func open() {
    observer.send(value: .head(status: 200, headers: [("Content-Type", "text/event-stream; charset=utf-8")]))
    write(":ok\n\nretry: 500\n\n")
    beat()
  }

  /// Sends a comment every 20 s, so that a stream without events is not taken for a dead one.
  private func beat() {
    heartbeat = world.later(20) { [weak self] in
      self?.write(":\n\n")
      self?.beat()
    }
  }

  func end() {
    isOver = true
    underWay = []
    for number in [waiting, heartbeat] { if let number { world.cancel(number) } }
  }

  /// - Parameter isHeld: Whether the program is stopped, so that the bytes wait in the socket.
  func send(_ event: WorldEvent, isRepeated: Bool = false, isHeld: Bool = false) {
    if world.sabotage == .losesEvents, event.number % 50 == 0 { return arrived(.event(event, isRepeated: isRepeated)) }
    // A client that resumes after what comes before the last message of a number gets the rest.
    let place = event.number - 1
    for canary in event.canaries(isAnnotated: isAnnotated) { put(canary, place: place) }
    tell(event.earlyNotices, of: event, place: place)
    let json = world.hasLongTexts && event.number % 10 == 0 ? LongTexts.lengthened(event.json) : event.json
    put(json, place: event.isGerman ? place : event.number, .event(event, isRepeated: isRepeated))
    tell(event.lateNotices, of: event, place: event.isGerman ? place : event.number)
    if !isHeld { deliver(mayWait: !isRepeated) }
  }

  private func tell(_ notices: [StreamNotice], of event: WorldEvent, place: Int) {
    for notice in notices where isAnnotated {
      if world.sabotage == .losesFacts {
        arrived(.facts(event, notice.facts))
      } else {
        put(notice.json, place: place, .facts(event, notice.facts))
      }
    }
  }

  private func put(_ json: String, place: Int, _ completes: StreamArrival? = nil) {
    let text = "event: message\nid: [{\"topic\":\"eqiad\",\"offset\":\(place)}]\ndata: \(json)\n\n"
    underWay.append((Array(text.utf8), completes))
  }

  private func write(_ text: String) {
    underWay.append((Array(text.utf8), nil))
    deliver(mayWait: false)
  }

  /// What has waited in the socket arrives.
  func flush() { deliver(mayWait: false) }

  private func deliver(mayWait: Bool) {
    guard waiting == nil, !isSilent else { return }
    if mayWait, random.once(in: 12), let last = underWay.popLast() {
      // The first bytes of a message arrive, and the others later.
      let place = random.number(0...last.bytes.count - 1)
      underWay.append((Array(last.bytes[..<place]), nil))
      arrive()
      underWay.append((Array(last.bytes[place...]), last.completes))
      waiting = world.later(random.one(of: [0.001, 0.05, 0.9])) { [weak self] in
        self?.waiting = nil
        self?.arrive()
      }
    } else {
      arrive()
    }
  }

  private func arrive() {
    while !isOver, !underWay.isEmpty {
      let next = underWay.removeFirst()
      let pieces = next.bytes.cut(&random)
      for piece in pieces.dropLast() { observer.send(value: .body(piece)) }
      guard !isOver, let last = pieces.last else { return }
      if let completes = next.completes { arrived(completes) }
      observer.send(value: .body(last))
    }
  }

  /// Ends the connection in the way of a failure.
  func drop(_ failing: Failing, seconds: Int) {
    switch failing {
    case .timedOut: isSilent = true
    case .connectionLost, .unreachable: observer.send(error: .failed(.connectionLost(host: "stream.wikimedia.org")))
    case .inTrouble: write("event: error\ndata: {\"message\":\"maintenance\"}\n\n")
    case .pauseRequested:
      write("retry: \(1000 * seconds)\n\n")
      observer.sendCompleted()
    case .throttledUntil:
      // Longer than any client should believe.
      write("retry: 999999999999\n\n")
      observer.sendCompleted()
    default: observer.sendCompleted()
    }
  }
}

extension WorldEvent {
  /// The event as Wikimedia's stream has it (schema mediawiki/recentchange), without what the program does not read.
  fileprivate var json: String {
    let (type, namespace, action) = form
    let log = action.map { #","log_type":"\#($0.type)","log_action":"\#($0.action)""# } ?? ""
    let revisions = type == "edit" ? #","revision":{"old":\#(revision - 1),"new":\#(revision)}"# : ""
    let link = address.map { #","title_url":"\#($0)""# } ?? ""
    return
      #"{"$schema":"/mediawiki/recentchange/1.0.0","meta":{"domain":"\#(domain)","dt":"\#(JSONText.time(time))"},"id":\#(number),"type":"\#(type)","namespace":\#(namespace),"title":\#(JSONText.quoted(pageName))\#(link),"wiki":"\#(wiki)","length":{"old":5000,"new":\#(5000 + lengthChange)}\#(revisions)\#(log)}"#
  }
}
