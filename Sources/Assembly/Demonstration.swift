import Foundation
import Station
import Synchronization

/// The station in this process, started when a pane first needs it, on a loopback port of its own.
package final class Demonstration: Sendable {
  private enum State: Sendable {
    case idle
    case running(Station, StationAddress)
    /// Requests go to an address at which nothing listens, because something else answers them.
    case elsewhere(StationAddress)
  }

  private let state: Mutex<State>

  package init() { state = Mutex(.idle) }

  /// Creates a demonstration for requests that never reach the network.
  package init(at authority: (host: String, port: Int)) {
    state = Mutex(.elsewhere(StationAddress(host: authority.host, port: authority.port)))
  }

  /// Its port, if it has been started.
  package var port: Int? {
    state.withLock { if case .running(_, let address) = $0 { address.port } else { nil } }
  }

  /// Its address. Starts the station if necessary, which takes a few milliseconds.
  var address: StationAddress {
    get throws {
      try state.withLock { state in
        switch state {
        case .running(_, let address), .elsewhere(let address): return address
        case .idle: break
        }
        var configuration = Station.Configuration()
        // The demonstration does not need to show that requests run out, or that streams end every quarter of an hour.
        configuration.quota.withoutKey = configuration.quota.withKey
        configuration.eventStreamLifetime = nil
        configuration.acceptsReadings = false
        let station = Station(configuration: configuration)
        let address = try station.start()
        state = .running(station, address)
        return address
      }
    }
  }
}
