import Foundation
import Storage

extension Station {
  /// The configuration of a station. The defaults are those of `reactui --demo`.
  public struct Configuration: Sendable {
    /// The address to listen on, a name or an IP address.
    public var host = "127.0.0.1"
    /// The port to listen on; with 0 the system chooses a free one.
    public var port = 0
    /// The names of the station besides its addresses and ``host``: those by which other machines, or a proxy in front of it,
    /// reach it. A name without a port stands for ``port``.
    public var names: [Authority] = []
    /// The token that every request must have as `Authorization: Bearer`; `nil` for none. A station that other machines can
    /// reach does not start without a token.
    public var token: AccessToken?
    /// The SQLite file of the temperature readings, created if it is missing.
    ///
    /// With a file, `GET /data/` returns posted readings only. Without one, readings are stored in memory, and there is an
    /// additional sensor, `invented`, of an invented room with a year of readings. It is the default until a sensor has
    /// posted.
    public var database: String?
    /// The age up to which a reading is stored, in seconds. A year is the longest span of the dashboard; the default leaves
    /// some room.
    public var retention: TimeInterval = 400 * 86_400
    /// Whether readings may be posted. The demonstration, which stores nothing, refuses them.
    public var acceptsReadings = true
    /// The station's clock. What is computed from it needs a time that protocols can write.
    public var now: @Sendable () -> Date = { Timestamp(Date()).date }
    /// The source of the Wikipedia feeds' events.
    public var pace = Pace.real
    /// The seed of everything invented: the same seed at the same time gives the same room and the same edits.
    public var seed: UInt64 = 20_140_515
    /// The invented room's time zone, because it is warmest in the afternoon.
    public var timeZone = TimeZone.current
    /// The requests per day that Stack Exchange grants an address without a key, and an application with one.
    ///
    /// Source: https://api.stackexchange.com/docs/throttle
    public var quota = (withoutKey: 300, withKey: 10_000)
    /// The time after which the station ends an event stream, as the real service does; `nil` for never.
    public var eventStreamLifetime: Duration? = .seconds(15 * 60)
    /// The greatest length of a request target in bytes; a longer one is answered with 414. Source of the default: RFC 9112
    /// §3.
    public var maximumTargetLength = 8_000
    /// The greatest size of a request body; a larger one is answered with 413.
    public var maximumBodySize = 1 << 20
    /// The most connections; further ones are closed immediately.
    public var maximumConnections = 1_000
    /// The time in which a request must arrive.
    public var requestTimeout: Duration = .seconds(30)
    /// The time in which a client must read an answer and begin its next request on the same connection.
    public var idleTimeout: Duration = .seconds(60)

    /// Receives sentences for the person who runs the station.
    public var tell: @Sendable (String) -> Void = { _ in }
    /// The waits for another program that has locked ``database``.
    var databaseWait = LockWait()

    public init() {}
  }

  /// The source of the Wikipedia feeds' events.
  public enum Pace: Sendable {
    /// Events are invented at the rate of the real English Wikipedia, while there are listeners.
    case real
    /// Only the events of ``WikipediaFeed/emit(_:)``.
    case manual
  }
}
