import Model

/// The settings that one place gives: the command line, the environment or the file.
public struct SettingsLayer: Sendable, Hashable {
  /// The values that are given; all others are defaults.
  public internal(set) var settings: Settings
  /// Where values are given, by their paths (`stack-overflow.tabs`, `unit`).
  public internal(set) var places: [String: SettingsPlace]

  /// What a person should know of the values, by the same paths.
  var notices: [String: [SettingsMistake]] = [:]
  /// Where keys and elements of lists have their values, by their own paths (`keys.app.quit`, `rooms[1]`).
  var details: [String: SettingsPlace] = [:]
  /// The paths of settings that may be given here, though no value could be read.
  var refused: Set<String> = []

  /// A layer that gives nothing.
  public init() {
    settings = Settings()
    places = [:]
  }

  /// Takes a setting's value.
  ///
  /// - Parameter read: puts the value into the settings; `false` where it cannot be used, which was told.
  /// - Returns: whether it could be used.
  mutating func take(
    _ setting: Setting, at place: SettingsPlace, _ reading: inout Reading,
    by read: (inout Settings, inout Reading) -> Bool
  ) -> Bool {
    let before = reading.notices.count
    guard read(&settings, &reading) else {
      refused.insert(setting.path)
      return false
    }
    places[setting.path] = place
    let notices = reading.notices[before...]
    if !notices.isEmpty { self.notices[setting.path] = Array(notices) }
    return true
  }
}
