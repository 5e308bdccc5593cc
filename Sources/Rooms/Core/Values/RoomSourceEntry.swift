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

/// A room as it is shown: one place whose temperature is measured.
public struct Room: Sendable, Hashable, Identifiable {
  /// A source and the key of a room in it; `nil` stands for the first room while none is known.
  public struct ID: Sendable, Hashable {
    public let source: RoomSourceEntry.ID
    public let key: RoomKey?
    /// The identity as text. It is kept, because it is compared on the interface's thread at every change.
    public let mark: Mark

    public init(source: RoomSourceEntry.ID, key: RoomKey?) {
      self.source = source
      self.key = key
      mark = Self.mark(source, key)
    }
  }

  public var id: ID
  /// The name from the settings or the source; `nil` if neither has one, as for the only room of a server.
  public var name: SafeText?
  public var kind: RoomSourceKind
  public var limits: RoomSettings.Limits

  public init(id: ID, name: SafeText?, kind: RoomSourceKind, limits: RoomSettings.Limits) {
    self.id = id
    self.name = name
    self.kind = kind
    self.limits = limits
  }

  /// Returns the name of a room for which the source and the settings may have different names: the source's name is that of
  /// one room, the settings' that of all its rooms.
  public static func name(_ own: SafeText?, in source: SafeText?, count: Int) -> SafeText? {
    guard let source else { return own }
    guard let own, count > 1 else { return source }
    return "\(source) \(own)"
  }
}
