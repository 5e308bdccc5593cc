import Station

/// A station for tests: it records requests, can be made to fail, and can be given answers.
///
///     let station = ControlledStation()
///     let address = try station.start()
///     station.faults.set(.status(503), on: .questions)
///     … ask …
///     _ = try await station.requests.next(.questions)
public final class ControlledStation: Sendable {
  /// All requests.
  public var requests: RequestLog { control.requests }
  /// The faults set by the test.
  public var faults: Faults { control.faults }
  /// Answers given byte by byte.
  public var responses: CannedResponses { control.canned }
  /// The events on the wikis.
  public var wikipedia: WikipediaFeed { station.wikipedia }

  private let control = Control()
  private let station: Station

  public init(configuration: Station.Configuration = Station.Configuration()) {
    station = Station(configuration: configuration, interceptor: control)
  }

  /// Returns the oldest frame of a WebSocket client that this method has not returned yet; waits for one to arrive.
  public func nextClientFrame() async throws -> WebSocketClientFrame { try await control.frames.next() }

  /// See ``Station/start()``.
  public func start() throws(StationError) -> StationAddress { try station.start() }

  /// See ``Station/stop()``.
  public func stop() { station.stop() }
}
