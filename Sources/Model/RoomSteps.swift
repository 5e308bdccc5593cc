import Foundation

/// The steps of time in which a source of temperatures can answer.
public struct RoomSteps: Sendable, Hashable {
  /// Seconds of the shortest step that is worth asking for.
  public var shortest: TimeInterval
  /// Steps of a room in one answer at most: what Prometheus allows, and enough for any screen.
  public var limit: Int
  /// Seconds for which the source keeps what it has measured itself; `nil` where that is up to a server.
  public var kept: TimeInterval?

  public init(shortest: TimeInterval = 10, limit: Int = 11_000, kept: TimeInterval? = nil) {
    self.shortest = shortest
    self.limit = limit
    self.kept = kept
  }

  /// What is asked for, in whole seconds, the shortest first. Each is a multiple of those before it or shares a day with
  /// them, so that a step ends with the day in UTC.
  public static let ladder: [TimeInterval] = [
    10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400,
  ]

  /// Returns the finest step in which so many seconds can be answered, no shorter than `least`.
  public func finest(over span: TimeInterval, least: TimeInterval = 0) -> TimeInterval {
    Self.ladder.first { $0 >= max(shortest, least) && span / $0 <= Double(limit) } ?? 86_400
  }

  /// Returns the step for so many seconds on a chart of so many columns: the longest of which each column still has one, or
  /// the finest that the source can answer, where that is longer.
  public func step(over span: TimeInterval, columns: Int) -> TimeInterval {
    let column = span / Double(max(columns, 1))
    return max(Self.ladder.last { $0 <= column } ?? 0, finest(over: span))
  }
}
