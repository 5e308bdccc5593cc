import Foundation
import Model
import Text

extension [FollowedRoom] {
  /// Returns the rooms in an order. Rooms without a temperature come last; of equals, the settings' order decides.
  func sorted(by order: RoomOrder) -> [FollowedRoom] {
    switch order {
    case .settings: self
    case .name: sorted(by: \.name) { $0.compare($1, options: Self.comparison) == .orderedAscending }
    case .warmest: sorted(by: \.celsius) { $0 > $1 }
    case .coldest: sorted(by: \.celsius) { $0 < $1 }
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

extension FollowedRoom {
  fileprivate var name: String? { row.room.label.string }
  fileprivate var celsius: Double? { row.latest?.celsius }
}
