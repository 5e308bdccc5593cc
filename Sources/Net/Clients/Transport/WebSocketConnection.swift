import Foundation
import Model
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Signals
import Synchronization
import Text

/// An event of a WebSocket (RFC 6455).
package enum WebSocketMessage: Sendable {
  /// The handshake is done.
  case opened
  /// A complete text message in valid UTF-8.
  case text(ByteBuffer)
  /// A pong, a sign that the other end is alive.
  case alive
}

extension Transport {
  /// A larger message, in bytes, ends the connection.
  static let messageSizeLimit = 1 << 20
  /// So does one in more pieces: even a short piece keeps its whole buffer alive.
  static let messagePieceLimit = 256

  /// Opens one connection. Messages are sent on the event loop; it completes when the server closes normally, fails if the
  /// handshake is refused or the connection breaks, and disposing a start closes it.
  ///
  /// - Parameters:
  ///   - url: `ws` or `wss`.
  ///   - pingEvery: The seconds between pings, each answered by ``WebSocketMessage/alive``.
  package func webSocket(
    _ url: URL, pingEvery: TimeInterval, on clock: any DateScheduler
  ) -> SignalProducer<WebSocketMessage, ServiceError> {
    SignalProducer { observer, lifetime in
      let attempt = WebSocketAttempt(url: url, transport: self, observer: observer, clock: clock)
      guard self.wire == nil, let loop = self.eventLoop else {
        let reason: SafeText = self.wire == nil ? "the program is ending" : "no WebSocket there"
        return observer.send(error: .unreachable(host: url.hostLabel, reason: reason))
      }
      self.asked?.send(value: "asks \(url.hostLabel) over a WebSocket")
      attempt.connect(on: loop)
      let date = clock.currentDate.addingTimeInterval(pingEvery)
      let pings = clock.schedule(after: date, interval: .nanoseconds(Int(pingEvery * 1e9)), leeway: .seconds(1)) {
        attempt.ping()
      }
      lifetime.observeEnded {
        pings?.dispose()
        attempt.close()
      }
    }
  }
}

/// One connection, from its first packet to its end.
private final class WebSocketAttempt: Sendable {
  private let url: URL
  private let userAgent: String
  private let tls: TLSContext
  /// The proxy of the server, or why it cannot be used; `nil` without one.
  private let route: Result<Proxy?, ServiceError>
  private let observer: Signal<WebSocketMessage, ServiceError>.Observer
  private let clock: any DateScheduler

  private struct State: Sendable {
    var channel: (any Channel)?
    var isClosed = false
  }

  private let state = Mutex(State())

  init(
    url: URL, transport: Transport, observer: Signal<WebSocketMessage, ServiceError>.Observer, clock: any DateScheduler
  ) {
    self.url = url
    userAgent = transport.userAgent
    tls = transport.webSocketTLS
    route = Result { () throws(ServiceError) in try transport.network.proxy(for: url) }
    self.observer = observer
    self.clock = clock
  }

  private var proxy: Proxy? { (try? route.get()) ?? nil }

  private var isSecure: Bool { url.scheme?.lowercased() == "wss" }

  func connect(on loop: any EventLoop) {
    do {
      try url.checkPort()
      try ScopedAddress(url)?.check(host: url.hostLabel)
      _ = try route.get()
    } catch {
      return fail(error)
    }
    guard isSecure else { return connect(on: loop, with: nil) }
    tls.context(on: loop).whenComplete { result in
      switch result {
      case .success(let context): self.connect(on: loop, with: context)
      case .failure(let error): self.fail(error)
      }
    }
  }

  /// - Parameter context: `nil` for a connection without TLS.
  private func connect(on loop: any EventLoop, with context: NIOSSLContext?) {
    let host = ScopedAddress(url)?.systemForm ?? url.host() ?? ""
    let port = url.port ?? (isSecure ? 443 : 80)
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(.seconds(Int64(Transport.connectSeconds)))
    let channel =
      if let proxy {
        bootstrap.connect(host: proxy.host, port: proxy.port).flatMap { channel in
          ProxyTunnel.make(through: proxy, in: channel, toHost: host, port: port)
            .flatMapThrowing { try self.configure(channel, host: host, context) }
            .map { channel }
        }
      } else {
        bootstrap
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try self.configure(channel, host: host, context) }
          }
          .connect(host: host, port: port)
      }
    channel
      .whenComplete { result in
        switch result {
        case .success(let channel): self.adopt(channel)
        case .failure(let error): self.fail(error)
        }
      }
  }

  /// Adds TLS if required, then HTTP with an upgrade to WebSocket, which replaces it in the pipeline.
  private func configure(_ channel: any Channel, host: String, _ context: NIOSSLContext?) throws {
    if let context {
      // An IP address is not a valid server name (RFC 6066, section 3).
      let isAddress = host.contains(":") || (try? SocketAddress(ipAddress: host, port: 0)) != nil
      let tls = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
      try channel.pipeline.syncOperations.addHandler(tls)
    }
    let observer = observer
    let label = url.hostLabel
    let upgrader = NIOWebSocketClientUpgrader(
      // Protocol errors are answered in WebSocketFrames, like everything else.
      maxFrameSize: Transport.messageSizeLimit, automaticErrorHandling: false
    ) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        channel.pipeline.syncOperations.removeHandler(name: AnswerOverhead.name, promise: nil)
        let aggregator = NIOWebSocketFrameAggregator(
          minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: Transport.messagePieceLimit,
          maxAccumulatedFrameSize: Transport.messageSizeLimit)
        try channel.pipeline.syncOperations.addHandler(ReadPacing(), position: .first)
        try channel.pipeline.syncOperations.addHandler(aggregator)
        try channel.pipeline.syncOperations.addHandler(WebSocketFrames(observer: observer, host: label))
      }
    }
    // What is counted are the bytes that came, before lines are written as a strict decoder wants them.
    try channel.pipeline.syncOperations.addHandler(AnswerOverhead(), name: AnswerOverhead.name)
    try channel.pipeline.syncOperations.addHandler(LenientHeads())
    let handshake = WebSocketHandshake(head: requestHead, observer: observer, host: label, clock: clock)
    try channel.pipeline.syncOperations.addHTTPClientHandlers(
      // A server may send frames together with its answer; by default they would be dropped.
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { $0.pipeline.syncOperations.removeHandler(name: WebSocketHandshake.name, promise: nil) }
      ))
    try channel.pipeline.syncOperations.addHandler(handshake, name: WebSocketHandshake.name)
  }

  private var requestHead: HTTPRequestHead {
    let address = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let path = address?.percentEncodedPath ?? ""
    let query = address?.percentEncodedQuery.map { "?" + $0 } ?? ""
    let host = ScopedAddress(url)?.address ?? url.host(percentEncoded: true) ?? ""
    let bracketed = host.contains(":") ? "[\(host)]" : host
    let headers = HTTPHeaders([
      ("Host", url.port.map { "\(bracketed):\($0)" } ?? bracketed),
      ("User-Agent", userAgent),
    ])
    return HTTPRequestHead(
      version: .http1_1, method: .GET, uri: (path.isEmpty ? "/" : path) + query, headers: headers)
  }

  private func adopt(_ channel: any Channel) {
    let isLate = state.withLock { state in
      state.channel = channel
      return state.isClosed
    }
    if isLate { channel.close(promise: nil) }
  }

  private func fail(_ error: any Error) {
    observer.send(error: ServiceError(transport: error, host: url.hostLabel, proxy: proxy?.label, plainScheme: "ws"))
  }

  func ping() {
    state.withLock { $0.channel }?.pipeline.fireUserInboundEventTriggered(WebSocketFrames.Command.ping)
  }

  func close() {
    let channel = state.withLock { state in
      state.isClosed = true
      return state.channel
    }
    channel?.pipeline.fireUserInboundEventTriggered(WebSocketFrames.Command.leave)
  }
}
