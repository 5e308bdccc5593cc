import Model
import NIOCore
import NetTesting
import Signals
import Testing

@testable import Clients

/// A stream that is inflated as it comes.
@Suite struct InflatedBodyTests {
  /// A million zeros in gzip: the bare data of zlib's format, with gzip's header, checksum and length (RFC 1952, §2.3).
  private static let member: [UInt8] =
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + InflationTests.millionZeros.dropFirst(2).dropLast(4)
    + [0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0x00]

  /// What comes of so many of them that arrive at once.
  private func events(members: Int) -> [Signal<Clients.HTTPPart, ServiceError>.Event] {
    let events = Shared<[Signal<Clients.HTTPPart, ServiceError>.Event]>([])
    let pipe = Signal<Clients.HTTPPart, ServiceError>.pipe()
    SignalProducer(pipe.output).inflatedAsItComes(host: "host").start { event in events.withLock { $0.append(event) } }
    pipe.input.send(value: .head(HTTPHead(status: 200, headers: ["Content-Encoding": "gzip"])))
    pipe.input.send(value: .body(ByteBuffer(bytes: [[UInt8]](repeating: Self.member, count: members).joined())))
    return events.withLock { $0 }
  }

  @Test func whatArrivesAtOnceMayUnfoldToSoMuch() throws {
    guard case .value(.body(let buffer)) = events(members: 4).last else {
      Issue.record("no body")
      return
    }
    #expect(buffer.readableBytes == 4_000_000)
  }

  @Test func whatUnfoldsToMoreEndsTheStream() {
    #expect(events(members: 5).last?.error == .malformedAnswer(host: "host", detail: "too large"))
  }
}
