import Foundation
import Station
import Synchronization

/// The station inside the process, started when a pane first needs it, on a loopback port of its own.
final class Demonstration: Sendable {
  private let running = Mutex<(station: Station, address: StationAddress)?>(nil)

  /// Where it listens; starts it if it does not run yet, which takes a few milliseconds.
  var address: StationAddress {
    get throws {
      try running.withLock { running in
        if let running { return running.address }
        var configuration = Station.Configuration()
        // Nobody has to learn here that a day's requests can run out, or that streams are cut every quarter of an hour.
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
