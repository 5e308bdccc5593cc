import Foundation
import Station
import Synchronization

/// The station in this process, started when a pane first needs it, on a loopback port of its own.
final class Demonstration: Sendable {
  private let running = Mutex<(station: Station, address: StationAddress)?>(nil)

  /// Its address. Starts the station if necessary, which takes a few milliseconds.
  var address: StationAddress {
    get throws {
      try running.withLock { running in
        if let running { return running.address }
        var configuration = Station.Configuration()
        // The demonstration does not need to show that requests run out, or that streams end every quarter of an hour.
        configuration.quota.withoutKey = configuration.quota.withKey
        configuration.eventStreamLifetime = nil
        configuration.acceptsReadings = false
        let station = Station(configuration: configuration)
        let address = try station.start()
        running = (station, address)
        return address
      }
    }
  }
}
