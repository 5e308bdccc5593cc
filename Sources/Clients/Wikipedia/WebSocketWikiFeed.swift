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
  /// What a person should be told once: that messages are left out, since they cannot be read.
  public var notices: Signal<SafeText, Never> { leftOut.notices }

  private let leftOut = LeftOut(of: "Wikipedia")
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
    let host = url.hostLabel
    return transport.webSocket(url, pingEvery: TimeInterval(Self.pingEvery), on: clock)
      .failingWhenSilent(
        opening: Transport.connectSeconds, seconds: Self.longestSilence, host: host, on: clock
      )
      .scanMap(into: MessageProof()) { [leftOut] proof, message -> Result<WikiFeedMessage, ServiceError> in
        switch message {
        case .opened: return .success(.opened)
        case .alive: return .success(.alive)
        case .text(let buffer):
          let update = try? LenientJSON.decode(UpdateMessage.self, from: buffer.readableBytesView)
          proof.take(isReadable: update != nil)
          if update == nil { leftOut.note(inStreamOf: "messages") }
          return proof.isDisproved
            ? .failure(.malformedAnswer(host: host, detail: "messages of an unknown shape"))
            : .success(update.map(Self.message) ?? .alive)
        }
      }
      .attemptMap { $0 }
  }

  /// The update's event; of an unknown type, only that the other side is there.
  static func message(_ update: UpdateMessage) -> WikiFeedMessage {
    WikiEvent(update, wiki: wiki).map { .event($0, isReplay: false) } ?? .alive
  }
}
