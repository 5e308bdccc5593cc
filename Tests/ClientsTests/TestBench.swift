import Clients
import EditsEdge
import Foundation
import QuestionsEdge
import RoomsEdge
import Signals
import SignalsTesting
import Station
import StationTesting
import Testing

/// A station on loopback, a transport to it, and a clock that both go by and that stands still until it is turned.
struct TestBench {
  let station: ControlledStation
  let address: StationAddress
  let clock = TestScheduler(startDate: start)
  let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  static let start = Date(timeIntervalSince1970: 1_795_200_000)

  init() throws {
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
  static let closedAddress = StationAddress(host: "127.0.0.1", port: ClosedPort.number)

  var questions: StackExchangeClient {
    StackExchangeClient(baseURL: address.stackExchangeURL, transport: transport, clock: clock)
  }

  var temperatures: ConAirClient {
    ConAirClient(baseURL: address.conAirURL, transport: transport, clock: clock)
  }

  /// A feed over Server-Sent Events whose pauses are the longest possible.
  var eventStreams: EventStreamsFeed {
    EventStreamsFeed(url: address.eventStreamsURL, transport: transport, clock: clock) { 0.999 }
  }

  /// A feed over a WebSocket whose pauses are the longest possible.
  var webSocket: WebSocketWikiFeed {
    WebSocketWikiFeed(url: address.wikiURL, transport: transport, clock: clock) { 0.999 }
  }
}

extension RecentChange {
  /// An edit of an article of some wiki.
  static func edit(_ title: String, of wiki: String) -> RecentChange {
    var change = edit(title)
    change.wiki = wiki
    return change
  }
}
