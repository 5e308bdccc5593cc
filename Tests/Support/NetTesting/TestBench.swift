import Clients
import EditsEdge
import Foundation
import QuestionsEdge
import RoomsEdge
import Signals
import SignalsTesting
import Station
import StationTesting

/// A station on loopback, a transport to it, and a clock that both go by and that stands still until it is turned.
package struct TestBench {
  package let station: ControlledStation
  package let address: StationAddress
  package let clock = TestScheduler(startDate: start)
  package let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  package static let start = Date(timeIntervalSince1970: 1_795_200_000)

  package init() throws {
    var configuration = Station.Configuration()
    let clock = clock
    configuration.now = { clock.currentDate }
    configuration.pace = .manual
    configuration.eventStreamLifetime = nil
    configuration.timeZone = .gmt
    station = ControlledStation(configuration: configuration)
    address = try station.start()
  }

  /// The address of a server that is not there.
  package static let closedAddress = StationAddress(host: "127.0.0.1", port: ClosedPort.number)

  package var questions: StackExchangeClient {
    StackExchangeClient(baseURL: address.stackExchangeURL, transport: transport, clock: clock)
  }

  package var temperatures: ConAirClient {
    ConAirClient(baseURL: address.conAirURL, transport: transport, clock: clock)
  }

  /// A feed over Server-Sent Events whose pauses are the longest possible.
  package var eventStreams: EventStreamsFeed {
    EventStreamsFeed(url: address.eventStreamsURL, transport: transport, clock: clock) { 0.999 }
  }

  /// A feed over a WebSocket whose pauses are the longest possible.
  package var webSocket: WebSocketWikiFeed {
    WebSocketWikiFeed(url: address.wikiURL, transport: transport, clock: clock) { 0.999 }
  }
}

extension RecentChange {
  /// An edit of an article of some wiki.
  package static func edit(_ title: String, of wiki: String) -> RecentChange {
    var change = edit(title)
    change.wiki = wiki
    return change
  }
}
