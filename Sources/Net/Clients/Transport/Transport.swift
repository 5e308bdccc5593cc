import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOPosix
import NIOSSL
import Signals
import Synchronization
import Text

/// The resources shared by all clients: an event loop, and a pool of HTTP connections on it.
///
/// Creating one is free: threads and sockets are created with the first request, after the first frame.
///
/// ```
/// socket → event loop (NIO) ─ HTTPPart, WebSocketMessage → client ─ a queue for each answer → SignalProducer of the model
/// ```
public final class Transport: Sendable {
  /// The program's name for servers: `reactui/VERSION (PROJECT-URL) LIBRARY/VERSION`, as Wikimedia requires
  /// (https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy).
  package let userAgent: String
  private let version: String
  /// How servers are reached.
  let network: NetworkSettings
  let webSocketTLS: TLSContext
  private let idleSeconds: Int64
  /// What takes the network's place; `nil` in the program.
  let wire: (any Wire)?
  /// Gets a sentence about each request: the host and the method's name, without a value of a path or a query. `nil` if
  /// nobody wants them.
  let asked: Signal<SafeText, Never>.Observer?

  private struct Sockets: Sendable {
    var loops: MultiThreadedEventLoopGroup
    var http: HTTPClient
    /// The client behind the proxy, if there is one.
    var proxied: HTTPClient?
    /// Clients for addresses with an interface, by their form for the system. Only settings name them, so they are few.
    var scoped: [String: HTTPClient] = [:]
  }

  private enum State: Sendable {
    case unused
    case open(Sockets)
    case closed
  }

  private let state = Mutex(State.unused)

  /// - Parameters:
  ///   - version: The program's version.
  ///   - projectURL: The page on which a server's operator can identify the program.
  ///   - network: How servers are reached.
  public convenience init(version: String, projectURL: String, network: NetworkSettings = .direct) {
    // Many servers close a connection that is idle for 5 s, and a request sent at that moment is lost.
    self.init(version: version, projectURL: projectURL, network: network, keepingIdleConnections: 4)
  }

  /// Creates a transport without a network.
  ///
  /// - Parameter wire: Answers all requests.
  package convenience init(version: String, projectURL: String, wire: any Wire) {
    self.init(version: version, projectURL: projectURL, network: .direct, keepingIdleConnections: 4, wire: wire)
  }

  /// Creates a transport that tells an observer of its requests.
  ///
  /// - Parameter asked: Gets a sentence about each request, without secrets; `nil` if nobody wants them.
  package convenience init(
    version: String, projectURL: String, network: NetworkSettings, asked: Signal<SafeText, Never>.Observer?
  ) {
    self.init(version: version, projectURL: projectURL, network: network, keepingIdleConnections: 4, asked: asked)
  }

  /// - Parameter seconds: How long an unused connection is kept.
  init(
    version: String, projectURL: String, network: NetworkSettings, keepingIdleConnections seconds: Int64,
    wire: (any Wire)? = nil, asked: Signal<SafeText, Never>.Observer? = nil
  ) {
    self.version = version
    userAgent = Self.userAgent(version: version, contact: projectURL)
    self.network = network
    webSocketTLS = TLSContext(Self.tls(network))
    idleSeconds = seconds
    self.wire = wire
    self.asked = asked
  }

  /// Returns a scheduler that inflates and decodes one answer.
  func makeReadingScheduler() -> any Scheduler {
    wire?.reading ?? QueueScheduler(qos: .userInitiated, name: "reactui.decode")
  }

  private static func userAgent(version: String, contact: String) -> String {
    "reactui/\(version) (\(contact)) \(library)"
  }

  /// Returns the ``userAgent`` with a person's mail address or URL instead of the project's.
  package func userAgent(contact: String?) -> String {
    contact.map { Self.userAgent(version: version, contact: $0) } ?? userAgent
  }

  /// Returns the TLS configuration for both HTTP and WebSocket.
  private static func tls(_ network: NetworkSettings) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    // Older versions are deprecated as insecure (RFC 8996).
    tls.minimumTLSVersion = .tlsv12
    if let file = network.certificateFile { tls.trustRoots = .file(file) }
    return tls
  }

  /// The HTTP library, in the version of Package.swift.
  static let library = "async-http-client/1.37.0"

  deinit { shutdown() }

  /// Closes all connections and ends the event loop; later requests fail.
  ///
  /// Returns immediately: a hanging connection attempt delays the end. Not needed when the program ends, because the system
  /// closes all files of a process.
  public func shutdown() {
    guard let sockets = close() else { return }
    // They fail only if they were shut down before, which `close` excludes.
    let endDirect = { @Sendable in
      sockets.http.shutdown { _ in sockets.loops.shutdownGracefully { _ in } }
    }
    let others = Array(sockets.scoped.values) + [sockets.proxied].compactMap(\.self)
    let end = others.reduce(endDirect) { next, client in { @Sendable in client.shutdown { _ in next() } } }
    end()
  }

  /// The event loop of all sockets of this transport; `nil` after ``shutdown()``.
  var eventLoop: (any EventLoop)? { sockets?.loops.next() }

  /// Returns the HTTP client with or without the proxy; `nil` after ``shutdown()``.
  func http(isProxied: Bool) -> HTTPClient? {
    sockets.flatMap { isProxied ? $0.proxied : $0.http }
  }

  /// Returns the HTTP client for an address with an interface; `nil` after ``shutdown()``.
  ///
  /// The library takes the host of a URL for a name, as it stands there or decoded, and has a table of other names to resolve in its
  /// place.
  func http(for address: ScopedAddress) -> HTTPClient? {
    guard sockets != nil, let form = address.systemForm else { return nil }
    return state.withLock { state in
      guard case .open(var sockets) = state else { return nil }
      if let client = sockets.scoped[form] { return client }
      var configuration = configuration(proxy: nil)
      configuration.dnsOverride = [address.host: form, "\(address.address)%\(address.zone)": form]
      let client = HTTPClient(eventLoopGroup: sockets.loops, configuration: configuration)
      sockets.scoped[form] = client
      state = .open(sockets)
      return client
    }
  }

  private var sockets: Sockets? {
    state.withLock { state in
      switch state {
      case .closed: return nil
      case .open(let sockets): return sockets
      case .unused:
        // One thread: there are few connections, and one loop keeps their events in order.
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
    // With HTTP/2 a server could fill the memory before our handlers see the connection (docs/upstream.md), and single
    // requests do not benefit from it.
    configuration.httpVersion = .http1Only
    configuration.proxy = proxy.map { proxy in
      .server(
        host: proxy.host, port: proxy.port,
        authorization: proxy.credentials.map { .basic(credentials: $0.value) })
    }
    configuration.timeout.connect = .seconds(Int64(Self.connectSeconds))
    // Otherwise a refused connection would be retried until the timeout before an error is reported.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connectionsPerServer
    configuration.connectionPool.idleTimeout = .seconds(idleSeconds)
    // Distinguishes requests lost on a kept connection from unanswered ones, because the client repeats neither. Refuses
    // protocol violations on which the client would trap or run out of memory. Reads busy event streams in batches, and
    // heads and chunks that are written loosely.
    configuration.http1_1ConnectionDebugInitializer = { connection in
      KeptConnection.join(connection).flatMap { LenientHeads.join(connection) }.flatMap {
        StreamPacing.join(connection)
      }.flatMap { AnswerGuard.join(connection) }
    }
    // The client would send the request, with the key in it, to any server that an answer names (Redirect.swift).
    configuration.redirectConfiguration = .disallow
    // Bodies are inflated by their magic bytes (Gzip.swift), because the header is not always there.
    configuration.decompression = .disabled
    return configuration
  }

  /// The seconds in which a connection must be established.
  package static let connectSeconds = 10

  /// Removes and returns the sockets, if there are any; no others can be created.
  private func close() -> Sockets? {
    state.withLock { state in
      defer { state = .closed }
      guard case .open(let sockets) = state else { return nil }
      return sockets
    }
  }
}
