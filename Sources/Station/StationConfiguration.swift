import Foundation

extension Station {
  /// How a station is to run. Every default is what `reactui --demo` wants.
  public struct Configuration: Sendable {
    /// The address to listen on, a name or an IP address.
    public var host = "127.0.0.1"
    /// The port to listen on; with 0 the system chooses a free one.
    public var port = 0
    /// Names that the station answers to besides its addresses and ``host``: those by which other machines know it, or a
    /// proxy in front of it. A name without a port stands for ``port``.
    public var names: [Authority] = []
    /// What every request must bring as `Authorization: Bearer`; `nil` for nothing. A station that other machines can reach
    /// does not start without a token.
    public var token: AccessToken?
    /// The SQLite file that keeps the temperature readings; made when it is missing.
    ///
    /// With a file, `GET /data/` tells what was posted and nothing else. Without one, readings are kept in memory, and
    /// there is a sensor more, `invented`, of an invented room that has been measured for a year already. It is answered
    /// where none is named until one has posted.
    public var database: String?
    /// How long a reading is kept, counted from its own moment, in seconds. A year is the longest span that the dashboard
    /// is going to show; the default leaves some room.
    public var retention: TimeInterval = 400 * 86_400
    /// Whether readings may be posted. The demonstration, which keeps nothing, takes none.
    public var acceptsReadings = true
    /// The station's clock.
    public var now: @Sendable () -> Date = { Date() }
    /// How the Wikipedia feeds come by their events.
    public var pace = Pace.real
    /// Decides everything that is invented: the same seed at the same time gives the same room and the same edits.
    public var seed: UInt64 = 20_140_515
    /// The invented room's time zone: it is warmest in the afternoon.
    public var timeZone = TimeZone.current
    /// Requests a day that Stack Exchange grants an address without a key, and an application with one.
    ///
    /// Source: https://api.stackexchange.com/docs/throttle
    public var quota = (withoutKey: 300, withKey: 10_000)
    /// After how long an event stream is ended by the station, as the real one does; `nil` for never.
    public var eventStreamLifetime: Duration? = .seconds(15 * 60)
    /// The longest request target taken, in bytes; a longer one is answered with 414. Source of the default: RFC 9112 §3.
    public var maximumTargetLength = 8_000
    /// The longest request body taken; a longer one is answered with 413.
    public var maximumBodySize = 1 << 20
    /// Connections beyond this number are closed as soon as they are made.
    public var maximumConnections = 1_000
    /// How long a request may take to arrive.
    public var requestTimeout: Duration = .seconds(30)
    /// How long a client may take to read an answer and to begin its next request on the same connection.
    public var idleTimeout: Duration = .seconds(60)

    public init() {}
  }

  /// How the Wikipedia feeds come by their events.
  public enum Pace: Sendable {
    /// Events are invented at the pace of the real English Wikipedia, while somebody listens.
    case real
    /// Only what ``WikipediaFeed/emit(_:)`` is given.
    case manual
  }
}
