import Foundation
import Text

/// A source of temperatures, as the settings name it.
public struct RoomSourceEntry: Sendable, Identifiable {
  /// What tells sources apart: one that is asked elsewhere, or with another secret, is another.
  public struct ID: Sendable, Hashable {
    /// `nil` for a source that no settings name.
    public var source: RoomSettings.Source?
    public var secret: SecretSource?
    public var user: String?
    /// Tells sources apart that nothing else does.
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

/// What kind of source temperatures come from, by the name of its key in the settings.
public enum RoomSourceKind: String, Sendable, Hashable {
  case conAir = "conair"
  case prometheus
  case metrics
  case openMeteo = "open-meteo"
  case homeAssistant = "home-assistant"
  case thisMachine = "this-machine"
  case demonstration

  /// The same for people.
  public var label: SafeText {
    switch self {
    case .conAir: "ConAir"
    case .prometheus: "Prometheus"
    case .metrics: "Exporter"
    case .openMeteo: "Open-Meteo"
    case .homeAssistant: "Home Assistant"
    case .thisMachine: "This machine"
    case .demonstration: "Demonstration"
    }
  }

  /// Who is to be named wherever its temperatures are shown, as its licence asks; `nil` where nobody asks for that.
  public var attribution: SafeText? { self == .openMeteo ? "Weather data by Open-Meteo.com" : nil }
}

/// A room as it is shown: one place whose temperature is measured.
public struct Room: Sendable, Hashable, Identifiable {
  /// A source and what tells its rooms apart; `nil` stands for the first of them, as long as none is known.
  public struct ID: Sendable, Hashable {
    public var source: RoomSourceEntry.ID
    public var key: RoomKey?

    public init(source: RoomSourceEntry.ID, key: RoomKey?) {
      self.source = source
      self.key = key
    }
  }

  public var id: ID
  /// From the settings or from the source; `nil` where neither has one, as for the only room of a server.
  public var name: SafeText?
  public var kind: RoomSourceKind
  public var limits: RoomSettings.Limits

  public init(id: ID, name: SafeText?, kind: RoomSourceKind, limits: RoomSettings.Limits) {
    self.id = id
    self.name = name
    self.kind = kind
    self.limits = limits
  }

  /// What a room is called that a source calls one thing and the settings another: the source's name belongs to one of
  /// several rooms, the settings' to all of them.
  public static func name(_ own: SafeText?, in source: SafeText?, count: Int) -> SafeText? {
    guard let source else { return own }
    guard let own, count > 1 else { return source }
    return "\(source) \(own)"
  }
}
