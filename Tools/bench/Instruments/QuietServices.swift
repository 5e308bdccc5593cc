import Foundation
import Station

/// The three services in this process, so that the measured program is accounted separately. They answer every request, but
/// no events occur on the wikis unless they are emitted here.
final class QuietServices {
  let station: Station
  private let address: StationAddress

  init() throws {
    var configuration = Station.Configuration()
    configuration.pace = .manual
    station = Station(configuration: configuration)
    address = try station.start()
  }

  func stop() { station.stop() }

  /// The options that make the program use these services, with the WebSocket feed.
  var arguments: [String] { arguments(wiki: address.wikiURL) }

  /// The same with the event stream.
  var eventStreamArguments: [String] { arguments(wiki: address.eventStreamsURL) }

  private func arguments(wiki: URL) -> [String] {
    [
      "--stack-exchange-url", address.stackExchangeURL.absoluteString, "--wiki-url", wiki.absoluteString,
      "--conair-url", address.conAirURL.absoluteString,
    ]
  }
}
