import Model

/// The settings from one place: the command line, the environment or the file.
public struct SettingsLayer: Sendable, Hashable {
  /// The values given; all others are defaults.
  public internal(set) var settings: Settings
  /// The places of the values given, by path (`stack-overflow.tabs`, `unit`).
  public internal(set) var places: [String: SettingsPlace]

  /// The places of keys and list elements, by their own paths (`keys.app.quit`, `rooms[1]`).
  var details: [String: SettingsPlace] = [:]
  /// The paths of settings that may be given here although no value could be read.
  var refused: Set<String> = []

  /// Creates a layer without values.
  public init() {
    settings = Settings()
    places = [:]
  }

  /// Takes a setting's value.
  ///
  /// - Parameter read: Sets the value in the settings; `false` if it cannot be used, which has been recorded as a mistake.
  /// - Returns: whether it could be used.
  mutating func take(
    _ setting: Setting, at place: SettingsPlace, _ reading: inout Reading,
    by read: (inout Settings, inout Reading) -> Bool
  ) -> Bool {
    guard read(&settings, &reading) else {
      refused.insert(setting.path)
      return false
    }
    places[setting.path] = place
    return true
  }
}
