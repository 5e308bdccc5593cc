import Foundation
import Model
import Text

/// The settings of the ConAir pane.
public struct ConAirSettings: SettingsSection {
  /// Seconds between two polls.
  public var pollPeriod: TimeInterval = 10
  /// The source of the token for ConAir servers. Rooms in force without a token of their own have this one.
  public var token: SecretSource?
  /// The sources of temperatures; empty if none are set.
  public var rooms: [RoomSettings] = []
  public var unit: TemperatureUnit = .celsius

  public init() {}
}

extension Settings {
  public var conAir: ConAirSettings {
    get { self[ConAirSettings.self] }
    set { self[ConAirSettings.self] = newValue }
  }

  /// The sources of temperatures; empty if none are set.
  public var rooms: [RoomSettings] {
    get { conAir.rooms }
    set { conAir.rooms = newValue }
  }

  public var unit: TemperatureUnit {
    get { conAir.unit }
    set { conAir.unit = newValue }
  }
}

extension SettingWish {
  /// To be alarmed above a temperature in a room, in degrees Celsius.
  public static func above(_ celsius: Double, room: SafeText) -> SettingWish { alarm("above", celsius, room) }

  /// To be alarmed below a temperature in a room, in degrees Celsius.
  public static func below(_ celsius: Double, room: SafeText) -> SettingWish { alarm("below", celsius, room) }

  private static func alarm(_ key: String, _ celsius: Double, _ room: SafeText) -> SettingWish {
    SettingWish("alarm: add it to the entry of \(room)", .number(key, celsius))
  }
}
