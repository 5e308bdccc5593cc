import Station

/// The three services in this process, so that the program measured is accounted for alone: they answer every request,
/// but nothing happens on the wikis unless it is emitted here.
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

  /// What makes the program ask here.
  var arguments: [String] {
    [
      "--stack-exchange-url", address.stackExchangeURL.absoluteString, "--wiki-url", address.wikiURL.absoluteString,
      "--conair-url", address.conAirURL.absoluteString,
    ]
  }
}
