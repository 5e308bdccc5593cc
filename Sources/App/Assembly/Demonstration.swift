import Foundation
import Station
import Synchronization

/// The station in this process, started when a pane first needs it, on a loopback port of its own.
package final class Demonstration: Sendable {
  private enum State: Sendable {
    case idle
    case running(Station, StationAddress)
  }

  private let state: Mutex<State>

  package init() { state = Mutex(.idle) }

  /// Its address. Starts the station if necessary, which takes a few milliseconds.
  var address: StationAddress {
    get throws {
      try state.withLock { state in
        if case .running(_, let address) = state { return address }
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
