import Foundation
import Text

/// A place whose temperature is measured, or several that one source tells of.
public struct RoomSettings: Sendable, Hashable {
  /// What a room's temperatures are asked of.
  public enum Source: Sendable, Hashable {
    /// A ConAir server, by the address of its readings (`http://pi.local:8642/data/`), and one of its sensors where it has
    /// several.
    case conAir(URL, sensor: String? = nil)
    /// A Prometheus server, by its base address, and an expression for it.
    case prometheus(URL, query: String)
    /// A page in the text format that Prometheus scrapes.
    case metrics(URL)
    /// The weather of a place, in degrees north and east.
    case openMeteo(latitude: Double, longitude: Double)
    /// A Home Assistant server, and the ids of its entities; all temperatures when empty.
    case homeAssistant(URL, entities: [String])
    /// This machine's own sensors.
    case sensors
  }

  /// A temperature that is worth telling of.
  public struct Limits: Sendable, Hashable {
    /// Degrees Celsius.
    public var above: Double?
    /// Degrees Celsius.
    public var below: Double?
    /// Seconds for which the temperature is beyond a limit before that is told.
    public var duration: TimeInterval
    /// Whether the terminal's bell rings.
    public var ringsBell: Bool
    /// A program that is run, and its arguments.
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

  /// `nil` where the source's own names are used.
  public var name: SafeText?
  public var source: Source
  /// What requests are authorised with: a token, or a password together with ``user``.
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
