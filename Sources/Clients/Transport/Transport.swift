import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOPosix
import NIOSSL
import Signals
import Synchronization
import Text

/// What all clients share: an event loop, and a pool of HTTP connections on it.
///
/// Making one costs nothing: threads and sockets come with the first request, so that the first frame is on the screen
/// before them.
///
/// ```
/// socket → event loop (NIO) ─ HTTPPart, WebSocketMessage → client ─ a queue for each answer → SignalProducer of the model
/// ```
public final class Transport: Sendable {
  /// How the program names itself to servers: `reactui/VERSION (PROJECT-URL) LIBRARY/VERSION`, as Wikimedia asks for
  /// (https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy).
  let userAgent: String
  private let version: String
  /// How servers are reached.
  let network: NetworkSettings
  let webSocketTLS: TLSContext
  private let idleSeconds: Int64

  private struct Sockets: Sendable {
    var loops: MultiThreadedEventLoopGroup
    var http: HTTPClient
    /// The same behind the proxy, where there is one.
    var proxied: HTTPClient?
  }

  private enum State: Sendable {
    case unused
    case open(Sockets)
    case closed
  }

  private let state = Mutex(State.unused)

  /// - Parameters:
  ///   - version: the program's version.
  ///   - projectURL: where a server's operator finds out who is calling.
  ///   - network: how servers are reached.
  public convenience init(version: String, projectURL: String, network: NetworkSettings = .direct) {
    // Many servers close a connection that is idle for 5 s, and a request sent at that very moment is lost.
    self.init(version: version, projectURL: projectURL, network: network, keepingIdleConnections: 4)
  }

  /// - Parameter seconds: For how long a connection is kept that nobody uses.
  init(version: String, projectURL: String, network: NetworkSettings, keepingIdleConnections seconds: Int64) {
    self.version = version
    userAgent = Self.userAgent(version: version, contact: projectURL)
    self.network = network
    webSocketTLS = TLSContext(Self.tls(network))
    idleSeconds = seconds
  }

  private static func userAgent(version: String, contact: String) -> String {
    "reactui/\(version) (\(contact)) \(library)"
  }

  /// How the program names itself where a person wants to be reached: as ``userAgent``, with the person's mail address or URL
  /// in place of the project's.
  func userAgent(contact: String?) -> String {
    contact.map { Self.userAgent(version: version, contact: $0) } ?? userAgent
  }

  /// What is trusted, and how TLS is spoken: over HTTP and over WebSocket alike.
  private static func tls(_ network: NetworkSettings) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    // Older versions are deprecated, because they can be broken (RFC 8996).
    tls.minimumTLSVersion = .tlsv12
    if let file = network.certificateFile { tls.trustRoots = .file(file) }
    return tls
  }

  /// The library that speaks HTTP, in the version that Package.swift names.
  static let library = "async-http-client/1.37.0"

  deinit { shutdown() }

  /// Closes every connection and ends the event loop; requests from then on fail.
  ///
  /// Returns at once: a connection attempt that hangs holds this up for as long as it may take. A program that ends has no
  /// need of it, since the system closes what a process had open.
  public func shutdown() {
    guard let sockets = close() else { return }
    // They fail only when they have been shut down before, which `close` rules out.
    let endDirect = { @Sendable in
      sockets.http.shutdown { _ in sockets.loops.shutdownGracefully { _ in } }
    }
    if let proxied = sockets.proxied { proxied.shutdown { _ in endDirect() } } else { endDirect() }
  }

  /// The event loop that all of this transport's sockets are on; `nil` after ``shutdown()``.
  var eventLoop: (any EventLoop)? { sockets?.loops.next() }

  /// The HTTP client for an address, with or without the proxy on its way; `nil` after ``shutdown()``.
  func http(for url: URL?) -> HTTPClient? {
    let isProxied = url.flatMap { network.proxy(for: $0) } != nil
    return sockets.flatMap { isProxied ? $0.proxied : $0.http }
  }

  private var sockets: Sockets? {
    state.withLock { state in
      switch state {
      case .closed: return nil
      case .open(let sockets): return sockets
      case .unused:
        // One thread: this is a handful of connections, and one loop keeps the events of each in order anyway.
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let proxied = network.proxy.map { proxy in
          HTTPClient(eventLoopGroup: loops, configuration: configuration(proxy: proxy))
        }
        let http = HTTPClient(eventLoopGroup: loops, configuration: configuration(proxy: nil))
        let sockets = Sockets(loops: loops, http: http, proxied: proxied)
        state = .open(sockets)
        return sockets
      }
    }
  }

  private func configuration(proxy: Proxy?) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(tlsConfiguration: Self.tls(network))
    // Over HTTP/2 a server could fill the memory before any handler of ours sees the connection (docs/upstream.md), and
    // one request at a time gains nothing from it.
    configuration.httpVersion = .http1Only
    configuration.proxy = proxy.map { proxy in
      .server(
        host: proxy.host, port: proxy.port,
        authorization: proxy.user.map { .basic(username: $0, password: proxy.password?.value ?? "") })
    }
    configuration.timeout.connect = .seconds(Int64(Self.connectSeconds))
    // Else a refused connection would be tried again until the timeout, and nobody would hear of it before.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = .seconds(idleSeconds)
    // What is lost on a kept connection is told from what a server does not answer; the client repeats neither.
    // And what a server may not do is refused before the client traps on it, or keeps it.
    configuration.http1_1ConnectionDebugInitializer = { connection in
      KeptConnection.join(connection).flatMap { AnswerGuard.join(connection) }
    }
    // The client would carry the request, and the key in it, to any server that an answer names (Redirect.swift).
    configuration.redirectConfiguration = .disallow
    // Bodies are inflated by their magic bytes (Gzip.swift), because the header is not always there.
    configuration.decompression = .disabled
    return configuration
  }

  /// Seconds until a connection has to stand.
  static let connectSeconds = 10

  /// Takes the sockets out, if there are any; there will be no others.
  private func close() -> Sockets? {
    state.withLock { state in
      defer { state = .closed }
      guard case .open(let sockets) = state else { return nil }
      return sockets
    }
  }
}
