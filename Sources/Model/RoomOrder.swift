/// The order of rooms in the legend of their chart.
public enum RoomOrder: String, Sendable, Hashable, CaseIterable {
  /// The order of the settings, and of the sources.
  case settings
  case name
  /// The highest latest temperature first.
  case warmest
  /// The lowest latest temperature first.
  case coldest
}
