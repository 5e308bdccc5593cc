import AsyncHTTPClient
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
  /// How the program names itself to servers: `reactui/VERSION (PROJECT-URL)`, which Wikimedia's policy demands.
  let userAgent: String
  /// What is trusted, and how TLS is spoken: over HTTP and over WebSocket alike.
  let tls: TLSConfiguration
  let webSocketTLS: TLSContext

  private struct Sockets: Sendable {
    var loops: MultiThreadedEventLoopGroup
    var http: HTTPClient
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
  ///   - certificateFile: the certificates to trust in place of the system's, in PEM; `nil` for the system's.
  public init(version: String, projectURL: String, certificateFile: String? = nil) {
    userAgent = "reactui/\(version) (\(projectURL))"
    var tls = TLSConfiguration.makeClientConfiguration()
    if let certificateFile { tls.trustRoots = .file(certificateFile) }
    self.tls = tls
    webSocketTLS = TLSContext(tls)
  }

  deinit { shutdown() }

  /// Closes every connection and ends the event loop; requests from then on fail.
  ///
  /// Returns at once: a connection attempt that hangs holds this up for as long as it may take. A program that ends has no
  /// need of it, since the system closes what a process had open.
  public func shutdown() {
    guard let sockets = close() else { return }
    // Both fail only when they have been shut down before, which `close` rules out.
    sockets.http.shutdown { _ in sockets.loops.shutdownGracefully { _ in } }
  }

  /// The event loop that all of this transport's sockets are on; `nil` after ``shutdown()``.
  var eventLoop: (any EventLoop)? { sockets?.loops.next() }

  /// The HTTP client; `nil` after ``shutdown()``.
  var http: HTTPClient? { sockets?.http }

  private var sockets: Sockets? {
    state.withLock { state in
      switch state {
      case .closed: return nil
      case .open(let sockets): return sockets
      case .unused:
        // One thread: this is a handful of connections, and one loop keeps the events of each in order anyway.
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let http = HTTPClient(eventLoopGroup: loops, configuration: configuration)
        let sockets = Sockets(loops: loops, http: http)
        state = .open(sockets)
        return sockets
      }
    }
  }

  private var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
    configuration.timeout.connect = .seconds(Int64(Self.connectSeconds))
    // Else a refused connection would be tried again until the timeout, and nobody would hear of it before.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Many servers close a connection that is idle for 5 s, and a request sent at that very moment is lost.
    configuration.connectionPool.idleTimeout = .seconds(4)
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
