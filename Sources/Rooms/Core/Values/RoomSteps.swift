import Foundation

/// The steps of time in which a source of temperatures can answer.
public struct RoomSteps: Sendable, Hashable {
  /// The shortest useful step in seconds.
  public var shortest: TimeInterval
  /// The most steps of a room in one answer: what Prometheus allows, and enough for any screen.
  public var limit: Int
  /// The seconds for which the source keeps its own measurements; `nil` if that depends on a server.
  public var kept: TimeInterval?

  public init(shortest: TimeInterval = 10, limit: Int = 11_000, kept: TimeInterval? = nil) {
    self.shortest = shortest
    self.limit = limit
    self.kept = kept
  }

  /// The steps that are requested, in whole seconds, the shortest first. Each is a multiple of those before it or divides a
  /// day, so that steps end with the day in UTC.
  public static let ladder: [TimeInterval] = [
    10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400,
  ]

  /// Returns the finest step in which a duration can be answered, not shorter than `least`.
  public func finest(over span: TimeInterval, least: TimeInterval = 0) -> TimeInterval {
    Self.ladder.first { $0 >= max(shortest, least) && span / $0 <= Double(limit) } ?? 86_400
  }

  /// Returns the step for a duration on a chart: the longest one that still gives each column a value, or the finest that the
  /// source can answer, if that is longer.
  public func step(over span: TimeInterval, columns: Int) -> TimeInterval {
    let column = span / Double(max(columns, 1))
    return max(Self.ladder.last { $0 <= column } ?? 0, finest(over: span))
  }
}
