import Text

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
  /// The limits of the settings.
  public var limits: RoomSettings.Limits
  /// The limit that a person has set with a key.
  public var limitByKey: LimitByKey?

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
