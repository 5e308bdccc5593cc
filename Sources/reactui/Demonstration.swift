import Foundation
import Station
import Synchronization

/// The station inside the process, started when a pane first needs it, on a loopback port of its own.
final class Demonstration: Sendable {
  private enum State {
    case unused
    case running(Station, StationAddress)
    case stopped
  }

  private let state = Mutex(State.unused)

  /// Where it listens; starts it if it does not run yet, which takes a few milliseconds.
  var address: StationAddress {
    get throws {
      try state.withLock { state in
        switch state {
        case .running(_, let address): return address
        case .stopped: throw CancellationError()
        case .unused:
          var configuration = Station.Configuration()
          // Nobody has to learn here that a day's requests can run out, or that streams are cut every quarter of an hour.
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

  func stop() {
    let station = state.withLock { state -> Station? in
      defer { state = .stopped }
      guard case .running(let station, _) = state else { return nil }
      return station
    }
    station?.stop()
  }
}
