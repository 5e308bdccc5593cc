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

  /// The options that make the program use these services.
  var arguments: [String] {
    [
      "--stack-exchange-url", address.stackExchangeURL.absoluteString, "--wiki-url", address.wikiURL.absoluteString,
      "--conair-url", address.conAirURL.absoluteString,
    ]
  }
}
