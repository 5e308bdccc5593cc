import Model

/// The settings that one place gives: the command line, the environment or the file.
public struct SettingsLayer: Sendable, Hashable {
  /// The values that are given; all others are defaults.
  public internal(set) var settings: Settings
  /// Where values are given, by their paths (`stack-overflow.tabs`, `unit`).
  public internal(set) var places: [String: SettingsPlace]

  /// A layer that gives nothing.
  public init() {
    settings = Settings()
    places = [:]
  }
}
