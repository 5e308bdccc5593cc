import Foundation
import Model
import Text

/// A place whose temperature is measured, or several that one source reports.
public struct RoomSettings: Sendable, Hashable {
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
