import Foundation
import Text

/// A place whose temperature is measured, or several that one source reports.
public struct RoomSettings: Sendable, Hashable {
  /// The source of a room's temperatures.
  public enum Source: Sendable, Hashable {
    /// A ConAir server, by the address of its readings (`http://pi.local:8642/data/`), and one of its sensors if it has
    /// several.
    case conAir(URL, sensor: String? = nil)
    /// A Prometheus server, by its base address, and an expression for it.
    case prometheus(URL, query: String)
    /// A page in the text format that Prometheus scrapes.
    case metrics(URL)
    /// The weather of a place, by latitude and longitude in degrees.
    case openMeteo(latitude: Double, longitude: Double)
    /// A Home Assistant server, and the ids of its entities; empty for all temperatures.
    case homeAssistant(URL, entities: [String])
    /// This machine's own sensors.
    case sensors
  }

  /// The limits of a temperature, and what happens beyond them.
  public struct Limits: Sendable, Hashable {
    /// Degrees Celsius.
    public var above: Double?
    /// Degrees Celsius.
    public var below: Double?
    /// The seconds for which the temperature must be beyond a limit before it is reported.
    public var duration: TimeInterval
    /// Whether the terminal's bell rings.
    public var ringsBell: Bool
    /// A program to run, and its arguments.
    public var command: [String]?

    public init(
      above: Double? = nil, below: Double? = nil, duration: TimeInterval = 0, ringsBell: Bool = false,
      command: [String]? = nil
    ) {
      self.above = above
      self.below = below
      self.duration = duration
      self.ringsBell = ringsBell
      self.command = command
    }
  }

  /// `nil` to use the source's names.
  public var name: SafeText?
  public var source: Source
  /// The credentials of requests: a token, or a password together with ``user``.
  public var secret: SecretSource?
  public var user: String?
  public var limits: Limits

  public init(
    name: SafeText? = nil, source: Source, secret: SecretSource? = nil, user: String? = nil, limits: Limits = Limits()
  ) {
    self.name = name
    self.source = source
    self.secret = secret
    self.user = user
    self.limits = limits
  }
}
