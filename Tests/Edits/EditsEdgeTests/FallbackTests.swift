import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// A feed that nobody configured: the live one where it can be reached, else the demonstration's.
@Suite(.timeLimit(.minutes(2))) struct FallbackTests {
  private let live: TestBench
  private let demo: TestBench
  /// How often the demonstration was asked for its client.
  private let demosMade = Shared(0)
  /// A person asks to try the live service again.
  private let retries = Signal<Void, Never>.pipe()

  init() throws {
    live = try TestBench()
    demo = try TestBench()
  }

  private func feed(live address: StationAddress?) -> FallbackWikiFeed {
    let make = { @Sendable (address: StationAddress, origin: Origin) in
      EventStreamsFeed(
        url: address.eventStreamsURL, origin: origin, transport: live.transport, clock: live.clock, chance: { 0.5 })
    }
    let demo = make(demo.address, .demo)
    return FallbackWikiFeed(
      live: address.map { make($0, .live) },
      demo: { [demosMade] in
        demosMade.withLock { $0 += 1 }
        return demo
      }, clock: live.clock)
  }

  /// Waits for a connection.
  ///
  /// - Returns: the origins that were told on the way; the last one is the connection's.
  @discardableResult
  private func expectConnection(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> [Origin] {
    var origins: [Origin] = []
    while true {
      switch try await listening.value() {
      case .connecting(let origin): if origins.last != origin { origins.append(origin) }
      case .connected(source: .english): return origins
      case let other: Issue.record("\(other)")
      }
    }
  }

  @Test func aFeedThatConnectsIsLive() async throws {
    let feed = feed(live: live.address)
    #expect(feed.origin == .live)
    var listening = Listening(feed.updates())
    #expect(try await expectConnection(&listening) == [.live])
    live.clock.advance(by: .seconds(10))
    try await live.station.wikipedia.listeners(.eventStream, count: 1)
    live.station.wikipedia.emit(.edit("a"))
    guard case .event = try await listening.value() else {
      Issue.record("no event")
      return
    }
    #expect(feed.origin == .live)
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func aFeedThatCannotBeReachedIsReplaced() async throws {
    let feed = feed(live: TestBench.closedAddress)
    var listening = Listening(feed.updates())
    #expect(try await expectConnection(&listening) == [.live, .demo])
    #expect(feed.origin == .demo)
    try await demo.station.wikipedia.listeners(.eventStream, count: 1)
  }

  @Test func whereThereIsOnlyTheDemonstrationTheFirstUpdateSaysSo() async throws {
    let feed = feed(live: nil)
    #expect(feed.origin == .demo)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.demo))
    #expect(try await expectConnection(&listening) == [.demo])
  }

  @Test func aFeedThatSaysNothingForThreeSecondsIsReplaced() async throws {
    live.station.faults.set(.held(Gate()), on: .eventStream)
    let feed = feed(live: live.address)
    var listening = Listening(feed.updates())
    _ = try await live.station.requests.next(.eventStream)
    live.clock.advance(by: .seconds(3))
    #expect(try await expectConnection(&listening) == [.live, .demo])
  }

  @Test func aFeedThatIsRefusedWithAStatusStaysLiveAndTriesAgain() async throws {
    live.station.faults.set(.status(503), on: .eventStream, times: 1)
    let feed = feed(live: live.address)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .disconnected(.httpStatus(503, _, _), let retry?) = try await listening.value() else {
      Issue.record("no refusal")
      return
    }
    live.clock.advance(to: retry)
    #expect(try await expectConnection(&listening) == [.live])
  }

  @Test func aDemonstrationThatCannotBeStartedSaysWhatItIsAndWhenItTriesAgain() async throws {
    struct Broken: Error {}
    let feed = FallbackWikiFeed(live: nil, demo: { throw Broken() }, clock: live.clock)
    var listening = Listening(feed.updates())
    for _ in 0..<2 {
      #expect(try await listening.value() == .connecting(.demo))
      guard case .disconnected(_, let retry?) = try await listening.value() else {
        Issue.record("no failure")
        return
      }
      live.clock.advance(to: retry)
    }
  }

  @Test func aRetryGoesFromTheDemonstrationToTheLiveFeed() async throws {
    live.station.faults.set(.closedConnection, on: .eventStream, times: 1)
    let feed = feed(live: live.address)
    var listening = Listening(feed.updates(reconnecting: retries.output))
    #expect(try await expectConnection(&listening) == [.live, .demo])
    retries.input.send(value: ())
    let origins = try await expectConnection(&listening)
    #expect(origins == [.demo, .live], "what is shown stays until the live feed is heard of")
    #expect(feed.origin == .live)
    try await demo.station.wikipedia.listeners(.eventStream, count: 0)
    try await live.station.wikipedia.listeners(.eventStream, count: 1)
  }

  @Test func aRetryThatDoesNotReachTheLiveFeedStaysWithTheDemonstration() async throws {
    let feed = feed(live: TestBench.closedAddress)
    var listening = Listening(feed.updates(reconnecting: retries.output))
    #expect(try await expectConnection(&listening) == [.live, .demo])
    retries.input.send(value: ())
    #expect(try await expectConnection(&listening) == [.demo], "nothing that is shown goes")
  }

  @Test func aFeedThatWasNotReachedIsTriedEveryMinuteByItselfWhileTheDemonstrationGoesOn() async throws {
    live.station.faults.set(.closedConnection, on: .eventStream, times: 1)
    let feed = feed(live: live.address)
    var listening = Listening(feed.updates(reconnecting: retries.output))
    #expect(try await expectConnection(&listening) == [.live, .demo])
    #expect(feed.isStandIn.value)
    _ = try await live.station.requests.next(.eventStream)
    try await demo.station.wikipedia.listeners(.eventStream, count: 1)
    // It says nothing for three seconds, and gives up.
    live.station.faults.set(.held(Gate()), on: .eventStream, times: 1)
    for seconds in [40, 20] {
      demo.station.wikipedia.emit(.edit("a"))
      guard case .event = try await listening.value() else {
        Issue.record("the demonstration was interrupted")
        return
      }
      live.clock.advance(by: .seconds(seconds))
    }
    _ = try await live.station.requests.next(.eventStream)
    live.clock.advance(by: .seconds(3))
    _ = try await live.station.requests.nextAbandoned(.eventStream)
    #expect(feed.isStandIn.value)
    for seconds in [30, 31] {
      demo.station.wikipedia.emit(.edit("a"))
      _ = try await listening.value()
      live.clock.advance(by: .seconds(seconds))
    }
    #expect(try await expectConnection(&listening) == [.live])
    #expect(!feed.isStandIn.value && feed.origin == .live)
    try await demo.station.wikipedia.listeners(.eventStream, count: 0)
    try await live.station.wikipedia.listeners(.eventStream, count: 1)
  }

  @Test func aRetryOfALiveFeedGoesOnWhereItWas() async throws {
    let feed = feed(live: live.address)
    var listening = Listening(feed.updates(reconnecting: retries.output))
    try await expectConnection(&listening)
    try await live.station.wikipedia.listeners(.eventStream, count: 1)
    live.station.wikipedia.emit(.edit("a"))
    _ = try await listening.value()
    retries.input.send(value: ())
    try await expectConnection(&listening)
    #expect(live.station.requests.recent.map { $0.header("Last-Event-ID") != nil } == [false, true])
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func aDisposedFeedLeavesNothingOpen() async throws {
    for address in [live.address, TestBench.closedAddress] {
      let feed = feed(live: address)
      var listening = Listening(feed.updates())
      try await expectConnection(&listening)
      listening.dispose()
      try await demo.station.wikipedia.listeners(.eventStream, count: 0)
      try await live.station.wikipedia.listeners(.eventStream, count: 0)
    }
  }
}
