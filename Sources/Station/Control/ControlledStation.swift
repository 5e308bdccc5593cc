/// A station for tests: it can be asked what it was asked, be made to fail, and be told what to answer.
///
///     let station = ControlledStation()
///     let address = try station.start()
///     station.faults.set(.status(503), on: .questions)
///     … ask …
///     _ = try await station.requests.next(.questions)
public final class ControlledStation: Sendable {
  /// Everything that has been asked.
  public var requests: RequestLog { control.requests }
  /// What goes wrong on purpose.
  public var faults: Faults { control.faults }
  /// Answers given byte for byte.
  public var responses: CannedResponses { control.canned }
  /// What happens on the wikis. It keeps the frames that WebSocket clients send.
  public var wikipedia: WikipediaFeed { station.wikipedia }

  private let control = Control()
  private let station: Station

  public init(configuration: Station.Configuration = Station.Configuration()) {
    station = Station(configuration: configuration, control: control)
  }

  /// As ``Station/start()``.
  public func start() throws(StationError) -> StationAddress { try station.start() }

  /// As ``Station/stop()``.
  public func stop() { station.stop() }
}
