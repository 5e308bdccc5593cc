/// The order of rooms in the legend of their chart.
public enum RoomOrder: String, Sendable, Hashable, CaseIterable {
  /// The order of the settings, and of the sources.
  case settings
  case name
  /// The highest latest temperature first.
  case warmest
  /// The lowest latest temperature first.
  case coldest
  /// The lowest minimum of what is shown first, and the highest.
  case lowestMinimum = "lowest-minimum"
  case highestMinimum = "highest-minimum"
  /// The highest maximum of what is shown first, and the lowest.
  case highestMaximum = "highest-maximum"
  case lowestMaximum = "lowest-maximum"
}
