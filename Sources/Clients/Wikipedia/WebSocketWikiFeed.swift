import Foundation
import Model
import NIOCore
import Signals
import Text

/// The feed of the original ReactiveShinobi demonstration: one JSON object a WebSocket message.
///
/// It repeats nothing after a reconnect, so nothing is ever a replay.
public final class WebSocketWikiFeed: WikiFeed {
  public let origin: Origin

  private let url: URL
  private let transport: Transport
  private let clock: any DateScheduler
  private let chance: @Sendable () -> Double

  /// Seconds between pings, and seconds without any message or pong after which nobody is there any more.
  static let pingEvery = 20
  static let longestSilence = 50

  /// The feed is about the English Wikipedia and does not say so.
  private static let source: SafeText = "enwiki"
  private static let wiki = "https://en.wikipedia.org/wiki/"

  /// - Parameters:
  ///   - url: the feed's address, `ws` or `wss`.
  ///   - origin: `.demo` when it is the built-in station's.
  ///   - clock: what pauses and silence are measured with.
  ///   - chance: where pauses get their jitter from, evenly distributed in 0..<1.
  public init(
    url: URL, origin: Origin = .live, transport: Transport, clock: any DateScheduler,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.url = url
    self.origin = origin
    self.transport = transport
    self.clock = clock
    self.chance = chance
  }

  public func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    connection
      .reconnecting(
        ended: .connectionLost(host: url.hostLabel), serverPause: { 0 }, chance: chance, again: again, on: clock
      )
      .compactMap { [origin] in WikiFeedUpdate($0, source: Self.source, origin: origin) }
  }

  private var connection: SignalProducer<WikiFeedMessage, ServiceError> {
    transport.webSocket(url, pingEvery: TimeInterval(Self.pingEvery), on: clock)
      .failingWhenSilent(
        opening: Transport.connectSeconds, seconds: Self.longestSilence, host: url.hostLabel, on: clock
      )
      .compactMap { message in
        switch message {
        case .opened: .opened
        case .alive: .alive
        case .text(let buffer): Self.message(in: buffer)
        }
      }
  }

  /// The message's event; of what cannot be read, or has an unknown type, only that the other side is there.
  static func message(in buffer: ByteBuffer) -> WikiFeedMessage {
    guard let message = try? LenientJSON.decode(UpdateMessage.self, from: buffer.readableBytesView),
      let event = WikiEvent(message, wiki: wiki)
    else { return .alive }
    return .event(event, isReplay: false)
  }
}
