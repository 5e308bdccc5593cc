import Foundation
import Model
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
    #expect(taken() == [.lost(lost, retry: date(0.5))])
    clock.advance(by: .milliseconds(499))
    #expect(taken().isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(taken() == [.connecting])
    try current.send(error: lost)
    #expect(taken() == [.lost(lost, retry: date(1.5))])
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
    #expect(taken() == [.connecting, .lost(ended, retry: date(900.5))])
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
    clock.advance(by: .seconds(300_000))
    #expect(count.withLock { $0 } > 10_000)
    work.dispose()
    #expect(clock.scheduledCount == 0)
  }
}
