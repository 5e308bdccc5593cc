import Charting
import Foundation

/// The values of the rooms by which they are sorted: those that the legend shows.
struct RoomValues {
  var latest: [Room.ID: LatestReading]
  /// In the unit of the chart.
  var chart: Chart

  fileprivate func celsius(_ room: FollowedRoom) -> Double? { latest[room.row.id]?.temperature?.celsius }

  /// The lowest and the highest value in view.
  fileprivate func extent(_ room: FollowedRoom) -> ClosedRange<Double>? {
    chart.lines.first { $0.id == room.row.mark }?.series.extent(in: chart.viewport.time)
  }
}

extension [FollowedRoom] {
  /// Returns the rooms in an order. Rooms without a value come last; of equals, the settings' order decides.
  func sorted(by order: RoomOrder, _ values: @autoclosure () -> RoomValues) -> [FollowedRoom] {
    switch order {
    case .settings: return self
    case .name:
      return sorted(by: \.row.room.label.string) { $0.compare($1, options: Self.comparison) == .orderedAscending }
    case .warmest: return sorted(by: values().celsius, >)
    case .coldest: return sorted(by: values().celsius, <)
    case .lowestMinimum, .highestMinimum:
      let values = values()
      return sorted(by: { values.extent($0)?.lowerBound }, order == .lowestMinimum ? (<) : (>))
    case .highestMaximum, .lowestMaximum:
      let values = values()
      return sorted(by: { values.extent($0)?.upperBound }, order == .lowestMaximum ? (<) : (>))
    }
  }

  /// `Room 2` comes before `Room 10`.
  private static var comparison: String.CompareOptions { [.caseInsensitive, .diacriticInsensitive, .numeric] }

  private func sorted<Key>(
    by key: (FollowedRoom) -> Key?, _ isBefore: (Key, Key) -> Bool
  ) -> [FollowedRoom] {
    map { (room: $0, key: key($0)) }.enumerated().sorted { one, other in
      switch (one.element.key, other.element.key) {
      case (let key?, let otherKey?):
        if isBefore(key, otherKey) { return true }
        return !isBefore(otherKey, key) && one.offset < other.offset
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one.offset < other.offset
      }
    }
    .map(\.element.room)
  }
}
