import Clients
import Edits
import Foundation
import Model
import NIOCore
import Signals
import Text

/// The feed of the original ReactiveShinobi demonstration: one JSON object per WebSocket message.
///
/// It repeats nothing after a reconnection, so no event is ever a replay.
public final class WebSocketWikiFeed: WikiFeed {
  public let origin: Origin
  /// A notice for the person, sent once: some messages cannot be read and are left out.
  public var notices: Signal<SafeText, Never> { skipped.notices }

  private let skipped = SkippedItems(of: "Wikipedia")
  private let url: URL
  private let transport: Transport
  private let clock: any DateScheduler
  private let chance: @Sendable () -> Double

  /// The number of seconds between pings, and the number of seconds without any message or pong after which the connection
  /// has failed.
  static let pingEvery = 20
  static let longestSilence = 50

  /// The feed is about the English Wikipedia, but does not say so.
  private static let source = WikiSelection.english
  private static let wiki = "https://en.wikipedia.org/wiki/"

  /// - Parameters:
  ///   - url: the feed's address, `ws` or `wss`.
  ///   - origin: `.demo` for the built-in station.
  ///   - clock: measures pauses and silence.
  ///   - chance: a source of numbers in 0..<1, evenly distributed, for the jitter of pauses.
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
      .compactMap { [origin] in WikiFeedUpdate($0, origin: origin) }
  }

  /// What one connection tells; `nil` is a sign of life.
  private var connection: SignalProducer<WikiFeedUpdate?, ServiceError> {
    let host = url.hostLabel
    return transport.webSocket(url, pingEvery: TimeInterval(Self.pingEvery), on: clock)
      .failingWhenSilent(
        opening: Transport.connectSeconds, seconds: Self.longestSilence, host: host, on: clock
      )
      .scanMap(into: StreamValidation()) { [skipped] proof, message -> Result<WikiFeedUpdate?, ServiceError> in
        switch message {
        case .opened: return .success(.connected(source: Self.source))
        case .alive: return .success(nil)
        case .text(let buffer):
          let update = try? LenientJSON.decode(UpdateMessage.self, from: buffer.readableBytesView)
          proof.take(isReadable: update != nil)
          if update == nil { skipped.note(inStreamOf: "messages") }
          return proof.isDisproved
            ? .failure(.malformedAnswer(host: host, detail: "messages of an unknown shape"))
            : .success(update.flatMap(Self.message))
        }
      }
      .attemptMap { $0 }
  }

  /// The event in the message; `nil` for an unknown type, which is only a sign that the connection is alive.
  static func message(_ message: UpdateMessage) -> WikiFeedUpdate? {
    WikiEvent(message, wiki: wiki).map { .event($0, isReplay: false) }
  }
}
