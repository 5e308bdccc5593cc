import Edits
import Foundation
import Model
import NIOCore
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import EditsEdge

/// What counts as a sign of life of an event stream: that it is one, not that bytes come.
@Suite struct EventStreamSilenceTests {
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let pipe = Signal<Clients.HTTPPart, ServiceError>.pipe()
  private let events = Shared<[Signal<WikiFeedUpdate?, ServiceError>.Event]>([])

  private var failure: ServiceError? { events.withLock { $0.last?.error } }

  /// A stream that stands.
  private func open() {
    let log = events
    EventStreamsFeed.messages(
      in: SignalProducer(pipe.output), reader: SharedReader(wikis: .english), isResumed: false, host: "host",
      skipped: SkippedItems(of: "Wikipedia"), on: clock
    )
    .start { event in log.withLock { $0.append(event) } }
    pipe.input.send(value: .head(HTTPHead(status: 200, headers: ["Content-Type": "text/event-stream"])))
  }

  private func send(_ bytes: some Sequence<UInt8>) { pipe.input.send(value: .body(ByteBuffer(bytes: bytes))) }

  @Test(
    arguments: [
      [0x1F, 0x8B, 0x0A, 0x0A, 0xFF], Array("<html>\n\n<p>\n".utf8), Array("\n\n\n".utf8), Array("no line end ".utf8),
      // A line end and a colon stand in every longer piece of what was compressed.
      [0x0A, 0x3A, 0xC3, 0x28, 0x0A], Array("data\n".utf8),
    ] as [[UInt8]])
  func bytesThatAreNoEventsAreSilence(bytes: [UInt8]) {
    open()
    for _ in 0..<11 {
      clock.advance(by: .seconds(5))
      send(bytes)
    }
    #expect(failure == nil)
    clock.advance(by: .seconds(5))
    #expect(failure == .timedOut(host: "host", seconds: 60))
  }

  @Test(arguments: [
    ":\n", ": keep-alive\n\n", "data: {\"wiki\":\"frwiki\",\"type\":\"edit\"}\n\n", "data: not read\n\n", ":ok\r\r",
  ])
  func aCommentOrAnEventOfAnyWikiIsALifeSign(text: String) {
    open()
    // One more that cannot be read, and the stream would be taken for something else.
    for _ in 1..<StreamValidation.limit {
      clock.advance(by: .seconds(59))
      send(text.utf8)
    }
    #expect(failure == nil)
    #expect(events.withLock { $0 }.first == .value(.connected(source: .english)))
    clock.advance(by: .seconds(60))
    #expect(failure == .timedOut(host: "host", seconds: 60))
  }
}
