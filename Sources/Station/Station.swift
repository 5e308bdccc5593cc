import Foundation
import Synchronization

/// A real HTTP/1.1 and WebSocket server for the three protocols that the program speaks: the Stack Exchange API,
/// Wikipedia's changes as Server-Sent Events and over a WebSocket, and ConAir's temperatures.
///
/// `reactui --demo` runs one inside the process, `reactui station` runs one on its own, and the clients are tested
/// against one that tests control (StationTesting). It shares no code with the clients, so that a mistake in one does not hide in the other.
///
///     let station = Station()
///     let address = try station.start()
///     … address.stackExchangeURL …
///     station.stop()
public final class Station: Sendable {
  private enum State {
    case new
    case running(HTTPServer, StationAddress)
    case stopped
  }

  public let configuration: Configuration
  /// The events on the wikis; at ``Pace/manual`` the caller emits them.
  public let wikipedia: WikipediaFeed

  private let switchboard: Switchboard
  private let readings: ReadingStore
  private let state = Mutex(State.new)

  public convenience init(configuration: Configuration = Configuration()) {
    self.init(configuration: configuration, interceptor: nil)
  }

  /// - Parameter interceptor: Stands between the clients and the services; `nil` to serve people.
  package init(configuration: Configuration, interceptor: (any Interceptor)?) {
    self.configuration = configuration
    wikipedia = WikipediaFeed(pace: configuration.pace, seed: configuration.seed, now: configuration.now)
    readings = ReadingStore(configuration: configuration)
    switchboard = Switchboard(
      configuration: configuration, feed: wikipedia, readings: readings, interceptor: interceptor)
  }

  /// Opens the database and listens; blocks for a few milliseconds. If the station is running, it only returns its address.
  ///
  /// - Throws: if the address or the database is unusable, and ``StationError/alreadyStopped``.
  public func start() throws(StationError) -> StationAddress {
    try state.withLock { state throws(StationError) in
      switch state {
      case .running(_, let address): return address
      case .stopped: throw .alreadyStopped
      case .new:
        // Before anything is created.
        let socketAddress = try HTTPServer.address(for: configuration)
        try readings.open()
        let server = HTTPServer(switchboard: switchboard)
        do throws(StationError) {
          let address = StationAddress(host: configuration.host, port: try server.start(at: socketAddress))
          state = .running(server, address)
          return address
        } catch {
          server.stop()
          readings.close()
          throw error
        }
      }
    }
  }

  /// Closes all connections and the database; blocks until that is done. Must not be called on one of the station's own
  /// threads.
  public func stop() {
    state.withLock { state in
      if case .running(let server, _) = state {
        server.stop()
        readings.close()
      }
      state = .stopped
    }
  }

  /// Stops a station that is released, but on another thread: the last reference may be released on an event loop, for
  /// example a client's, which must not block.
  deinit {
    guard case .running(let server, _) = state.withLock({ $0 }) else { return }
    Thread.detachNewThread { [readings] in
      server.stop()
      readings.close()
    }
  }
}
