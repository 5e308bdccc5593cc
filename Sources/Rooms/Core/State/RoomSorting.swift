import Charting
import Foundation
import PaneKit

extension [RoomRow] {
  /// Returns the rooms in an order. Rooms without a value come last; of equals, the settings' order decides.
  ///
  /// - Parameters:
  ///   - latest: The values that the legend shows.
  ///   - chart: Has the lines whose values in view count, in its unit.
  func sorted(
    by order: RoomOrder, latest: [Room.ID: LatestReading], chart: @autoclosure () -> Chart
  ) -> [RoomRow] {
    func celsius(_ room: RoomRow) -> Double? { latest[room.id]?.temperature?.celsius }
    func extents() -> (RoomRow) -> ClosedRange<Double>? {
      let chart = chart()
      return { room in chart.lines.first { $0.id == room.mark }?.series.extent(in: chart.viewport.time) }
    }
    switch order {
    case .settings: return self
    case .name:
      return sorted(by: \.room.label.string) { $0.compare($1, options: Self.comparison) == .orderedAscending }
    case .warmest: return sorted(by: celsius, >)
    case .coldest: return sorted(by: celsius, <)
    case .lowestMinimum, .highestMinimum:
      let extent = extents()
      return sorted(by: { extent($0)?.lowerBound }, order == .lowestMinimum ? (<) : (>))
    case .highestMaximum, .lowestMaximum:
      let extent = extents()
      return sorted(by: { extent($0)?.upperBound }, order == .lowestMaximum ? (<) : (>))
    }
  }

  /// `Room 2` comes before `Room 10`.
  private static var comparison: String.CompareOptions { [.caseInsensitive, .diacriticInsensitive, .numeric] }

  private func sorted<Key>(
    by key: (RoomRow) -> Key?, _ isBefore: (Key, Key) -> Bool
  ) -> [RoomRow] {
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
