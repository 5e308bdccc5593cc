import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// The loop around a connection, without any network: connections are signals that the test sends into.
@Suite struct ReconnectingTests {
  private typealias Update = ConnectionUpdate<String>

  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 0))
  private let connections = Shared<[Signal<String, ServiceError>.Observer]>([])
  private let open = Shared(0)
  private let updates = Shared<[Update]>([])
  private let again = Signal<Void, Never>.pipe()
  private let lost = ServiceError.connectionLost(host: "host")
  private let ended = ServiceError.connectionLost(host: "in good order")

  private func start() -> any Disposable {
    let connection = SignalProducer<String, ServiceError> { observer, lifetime in
      connections.withLock { $0.append(observer) }
      open.withLock { $0 += 1 }
      lifetime.observeEnded { open.withLock { $0 -= 1 } }
    }
    return
      connection
      .reconnecting(
        ended: ended, serverPause: { 0 }, chance: { 0.5 }, again: again.output, on: clock
      )
      .startWithValues { update in updates.withLock { $0.append(update) } }
  }

  /// The updates since the last call.
  private func taken() -> [Update] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }

  private var current: Signal<String, ServiceError>.Observer {
    get throws { try #require(connections.withLock { $0.last }) }
  }

  private func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test func aLostConnectionIsMadeAgainAfterItsPause() throws {
    let work = start()
    defer { work.dispose() }
    try current.send(value: "a")
    #expect(taken() == [.connecting, .value("a")])
    try current.send(error: lost)
    #expect(taken() == [.lost(lost, retry: date(0.75))])
    clock.advance(by: .milliseconds(749))
    #expect(taken().isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(taken() == [.connecting])
    try current.send(error: lost)
    #expect(taken() == [.lost(lost, retry: date(2.25))])
    #expect(connections.withLock { $0.count } == 2)
  }

  @Test func aConnectionThatStoodLongAndEndedInGoodOrderIsMadeAgainAtOnce() throws {
    let work = start()
    defer { work.dispose() }
    clock.advance(by: .seconds(100))
    try current.send(value: "a")
    clock.advance(by: .seconds(900))
    try current.sendCompleted()
    #expect(taken() == [.connecting, .value("a"), .lost(ended, retry: date(1000))])
    clock.advance()
    #expect(taken() == [.connecting])
  }

  @Test func theTimeBeforeTheFirstValueDoesNotMakeAConnectionGood() throws {
    let work = start()
    defer { work.dispose() }
    clock.advance(by: .seconds(900))
    try current.sendCompleted()
    #expect(taken() == [.connecting, .lost(ended, retry: date(900.75))])
  }

  @Test func aWaitCanBeCutShort() throws {
    let work = start()
    defer { work.dispose() }
    try current.send(error: lost)
    _ = taken()
    again.input.send(value: ())
    #expect(taken() == [.connecting])
    clock.advance(by: .seconds(100))
    #expect(taken().isEmpty, "the wait is over, its timer too")
    #expect(connections.withLock { $0.count } == 2)
  }

  @Test func whatNeedsAPersonIsMadeAgainByAPersonOnly() throws {
    let work = start()
    defer { work.dispose() }
    let error = ServiceError.httpStatus(400, host: "host", words: "Invalid streams: nope")
    try current.send(error: error)
    #expect(taken() == [.connecting, .lost(error, retry: nil)])
    #expect(clock.scheduledCount == 0)
    clock.advance(by: .seconds(86_400))
    #expect(taken().isEmpty)
    again.input.send(value: ())
    #expect(taken() == [.connecting])
    try current.send(error: lost)
    #expect(taken() == [.lost(lost, retry: date(86_401.5))], "what passes is tried again, as the second failure")
  }

  @Test func aPersonTriesOnceAMinuteInAPauseOfTheServers() throws {
    let work = start()
    defer { work.dispose() }
    try current.send(error: .pauseRequested(until: date(600)))
    #expect(taken().count == 2)
    clock.advance(by: .seconds(59))
    again.input.send(value: ())
    #expect(taken().isEmpty, "the server asked for it only just now")
    clock.advance(by: .seconds(1))
    for _ in 0..<3 { again.input.send(value: ()) }
    #expect(taken() == [.connecting], "and a second time within the minute is none")
    try current.send(error: lost)
    #expect(taken() == [.lost(lost, retry: date(600))], "the pause goes on")
    clock.advance(by: .seconds(60))
    again.input.send(value: ())
    try current.send(value: "a")
    for _ in 0..<2 { again.input.send(value: ()) }
    #expect(taken() == [.connecting, .value("a"), .connecting, .connecting], "a server that answers has no pause")
  }

  @Test func aConnectionThatIsReplacedIsClosedFirstAndHeardNoMore() throws {
    let work = start()
    defer { work.dispose() }
    let first = try current
    first.send(value: "a")
    again.input.send(value: ())
    #expect(open.withLock { $0 } == 1)
    first.send(value: "late")
    first.send(error: lost)
    try current.send(value: "b")
    #expect(taken() == [.connecting, .value("a"), .connecting, .value("b")])
    clock.advance(by: .seconds(100))
    #expect(taken().isEmpty)
  }

  @Test func aDisposedStartLeavesNothingBehind() throws {
    let connected = start()
    connected.dispose()
    #expect(open.withLock { $0 } == 0)
    #expect(clock.scheduledCount == 0)
    let waiting = start()
    try current.send(error: lost)
    waiting.dispose()
    #expect(clock.scheduledCount == 0)
    again.input.send(value: ())
    #expect(open.withLock { $0 } == 0)
  }

  @Test func connectionsThatFailWhileTheyAreStartedDoNotGrowTheStack() {
    let count = Shared(0)
    let failing = SignalProducer<String, ServiceError> { observer, _ in
      count.withLock { $0 += 1 }
      observer.send(error: .connectionLost(host: "host"))
    }
    let work = failing.reconnecting(
      ended: ended, serverPause: { 0 }, chance: { 0.5 }, again: again.output, on: clock
    ).start()
    clock.advance(by: .seconds(500_000))
    #expect(count.withLock { $0 } > 10_000)
    work.dispose()
    #expect(clock.scheduledCount == 0)
  }
}
