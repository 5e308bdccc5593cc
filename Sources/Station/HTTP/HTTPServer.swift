import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOWebSocket
import Synchronization

/// The listening socket and the pipeline behind each connection:
///
///     RequestSize → codec → pipelining → errors → upgrade → AccessHandler → ContentCoding → compressor → HTTPExchange
///     (→ EventStreamSession)
///
/// and, once a client has been upgraded, WebSocket codec → WebSocketSession in place of all that.
///
/// One event loop serves everything: the station has little traffic, and slow work is done elsewhere.
final class HTTPServer: Sendable {
  private let configuration: Station.Configuration
  private let switchboard: Switchboard
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let connections: Connections
  private let access: AccessPolicy

  init(switchboard: Switchboard) {
    self.switchboard = switchboard
    configuration = switchboard.configuration
    connections = Connections(limit: configuration.maximumConnections)
    access = AccessPolicy(configuration: configuration)
  }

  /// Resolves the configured host. An address that other machines can reach requires a token.
  static func address(for configuration: Station.Configuration) throws(StationError) -> SocketAddress {
    let address: SocketAddress
    do {
      address = try SocketAddress.makeAddressResolvingHost(configuration.host, port: configuration.port)
    } catch {
      throw .addressUnusable(host: configuration.host, reason: "no such address")
    }
    guard address.isLoopback || configuration.token != nil else { throw .tokenMissing(host: configuration.host) }
    return address
  }

  /// Listens. Returns the port.
  func start(at address: SocketAddress) throws(StationError) -> Int {
    let host = configuration.host
    let port = configuration.port
    switchboard.feed.attach(to: group.next())
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // The kernel memory for a client that does not read; without a limit it grows to megabytes.
      .childChannelOption(.socketOption(.so_sndbuf), value: 256 << 10)
      .serverChannelInitializer { channel in
        // Without free file descriptors it waits a moment instead of failing repeatedly.
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
        }
      }
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture { try self.prepare(channel) }
      }
    do {
      let channel = try bootstrap.bind(to: address).wait()
      connections.listens(on: channel)
      return channel.localAddress?.port ?? port
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .portInUse(host: host, port: port)
    } catch let error as IOError where error.errnoCode == EACCES {
      throw .portForbidden(port: port)
    } catch let error as IOError {
      throw .addressUnusable(host: host, reason: String(cString: strerror(error.errnoCode)))
    } catch {
      throw .addressUnusable(host: host, reason: error.localizedDescription)
    }
  }

  /// Closes everything and ends the loop's thread. Must not be called on that thread.
  func stop() {
    // Answers first: they are sent before their connections are closed.
    switchboard.endWaits()
    switchboard.drain()
    connections.closeAll()
    switchboard.drain()
    // Nothing is left that could fail to close.
    try? group.syncShutdownGracefully()
  }

  private func prepare(_ channel: any Channel) throws {
    guard connections.add(channel) else {
      return channel.close(promise: nil)
    }
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: 1 << 16,
      shouldUpgrade: { [switchboard, access] channel, head in
        WebSocketHandshake.decide(head, on: channel, access, switchboard.interceptor)
      },
      upgradePipelineHandler: { [switchboard] channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try switchboard.interceptor?.opened(webSocket: channel)
          try channel.pipeline.syncOperations.addHandler(WebSocketSession(feed: switchboard.feed))
        }
      })
    let coding = ContentCoding(maximumBodySize: configuration.maximumBodySize)
    let compressor = HTTPResponseCompressor { _, _ in
      coding.compresses ? .compressIfPossible : .doNotCompress
    }
    let size = RequestSize(maximumBodySize: configuration.maximumBodySize)
    let exchange = HTTPExchange(switchboard: switchboard, coding: coding, size: size)
    let gate = AccessHandler(policy: access, configuration: configuration)
    let speaksHTTP: [any RemovableChannelHandler] = [gate, coding, compressor, exchange]
    let bound = NIOLoopBound(speaksHTTP + [size], eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          for handler in bound.value { context.pipeline.syncOperations.removeHandler(handler, promise: nil) }
        }
      ))
    try channel.pipeline.syncOperations.addHandlers(speaksHTTP)
    try channel.pipeline.syncOperations.addHandler(size, position: .first)
  }
}

/// The open connections.
private final class Connections: Sendable {
  private struct State {
    var listener: (any Channel)?
    var open: [ObjectIdentifier: any Channel] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func listens(on channel: any Channel) {
    state.withLock { $0.listener = channel }
  }

  /// Returns whether there is room for one more.
  func add(_ channel: any Channel) -> Bool {
    let hasRoom = state.withLock { state in
      guard !state.isClosed, state.open.count < limit else { return false }
      state.open[ObjectIdentifier(channel)] = channel
      return true
    }
    if hasRoom {
      channel.closeFuture.whenComplete { [weak self] _ in
        _ = self?.state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
      }
    }
    return hasRoom
  }

  func closeAll() {
    let channels: [any Channel] = state.withLock { state in
      state.isClosed = true
      defer { state.listener = nil }
      return [state.listener].compactMap { $0 } + Array(state.open.values)
    }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? channel.closeFuture.wait() }
  }
}
