import Foundation
import Model
import Text

/// A source of temperatures as the settings give it.
public struct RoomSourceEntry: Sendable, Identifiable {
  /// Identifies a source: one with another address or another secret is another source.
  public struct ID: Sendable, Hashable {
    /// `nil` for a source that is not from the settings.
    public var source: RoomSettings.Source?
    public var secret: SecretSource?
    public var user: String?
    /// Distinguishes sources that are otherwise equal.
    public var ordinal: Int

    public init(
      source: RoomSettings.Source? = nil, secret: SecretSource? = nil, user: String? = nil, ordinal: Int = 0
    ) {
      self.source = source
      self.secret = secret
      self.user = user
      self.ordinal = ordinal
    }
  }

  public let id: ID
  /// Its name in the settings.
  public var name: SafeText?
  public var kind: RoomSourceKind
  public var limits: RoomSettings.Limits
  public let source: any RoomSource

  public init(
    id: ID, name: SafeText? = nil, kind: RoomSourceKind, limits: RoomSettings.Limits = RoomSettings.Limits(),
    source: any RoomSource
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.limits = limits
    self.source = source
  }
}
