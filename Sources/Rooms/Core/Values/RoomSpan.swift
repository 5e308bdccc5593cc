import Foundation

/// The duration that a chart of rooms shows.
public enum RoomSpan: String, Sendable, Hashable, CaseIterable {
  case hour = "1h"
  case sixHours = "6h"
  case day = "24h"
  case week = "7d"
  case month = "30d"
  case quarter = "90d"
  case year = "1y"

  public var seconds: TimeInterval {
    switch self {
    case .hour: 3_600
    case .sixHours: 21_600
    case .day: 86_400
    case .week: 7 * 86_400
    case .month: 30 * 86_400
    case .quarter: 90 * 86_400
    case .year: 365 * 86_400
    }
  }
}
