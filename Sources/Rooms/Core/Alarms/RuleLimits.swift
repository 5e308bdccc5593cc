import Charting
import Foundation
import Model

/// A room at the limit of a rule.
public struct RoomCrossing: Sendable, Hashable {
  public var limit: RoomLimit
  public var room: Room
  /// The latest temperature.
  public var celsius: Double
  /// Whether the room is beyond the limit. It is said to be inside when it is back, and when it is first looked at.
  public var isBeyond: Bool

  public init(_ limit: RoomLimit, _ room: Room, celsius: Double, isBeyond: Bool) {
    (self.limit, self.room, self.celsius, self.isBeyond) = (limit, room, celsius, isBeyond)
  }
}

/// Watches the limits of rules in all rooms, with the machine that watches the rooms' own limits, so that both say the same at
/// the same time.
///
/// Nothing of the demonstration is watched. A room without a current temperature is looked at when it has one.
struct RuleLimits: Sendable {
  private(set) var limits: [RoomLimit] = []
  private var alarms: [Room.Mark: [RoomLimit: RoomAlarm]] = [:]

  /// Watches other limits, and forgets those that are gone.
  mutating func use(_ limits: [RoomLimit]) {
    self.limits = limits
    alarms = alarms.mapValues { $0.filter { limits.contains($0.key) } }
  }

  /// Checks the rooms. What began and ended since they were checked last is left out, as it is over.
  mutating func reduce(_ rooms: [RoomRow], at now: Date) -> [RoomCrossing] {
    guard !limits.isEmpty else { return [] }
    let marks = Set(rooms.map(\.mark))
    alarms = alarms.filter { marks.contains($0.key) }
    return rooms.filter { $0.origin == .live && $0.isCurrent(at: now) }.flatMap { room in
      limits.flatMap { reduce(room, $0) }
    }
  }

  private mutating func reduce(_ followed: RoomRow, _ limit: RoomLimit) -> [RoomCrossing] {
    guard let latest = followed.history.latest else { return [] }
    let (room, mark) = (followed.room, followed.mark)
    let known = alarms[mark]?[limit]
    var alarm = known ?? RoomAlarm(room: mark, name: room.label, limits: RoomSettings.Limits(limit))
    let changes = alarm.reduce(followed.history)
    alarms[mark, default: [:]][limit] = alarm
    let (was, isBeyond) = (known?.active.isEmpty == false, !alarm.active.isEmpty)
    let hasEnded = was && changes.contains { if case .ended = $0 { true } else { false } }
    let inside = hasEnded || known == nil && !isBeyond ? [false] : []
    let beyond = isBeyond && (!was || hasEnded) ? [true] : []
    return (inside + beyond).map { RoomCrossing(limit, room, celsius: latest.celsius, isBeyond: $0) }
  }
}

extension RoomAlarm {
  /// Takes what is new in a room's history, at first a day of it.
  mutating func reduce(_ history: TemperatureHistory) -> [Change] {
    guard let latest = history.latest else { return [] }
    // A mean may stand for the latest reading for a while; if the difference is greater, the older one was measured by
    // another clock.
    if let newest, newest.time.timeIntervalSince(latest.time) > 2 * TemperatureHistory.step { restart() }
    // A step is labelled with its beginning, so the step of the latest reading would be reported before that reading. The
    // steps before it may have changed.
    let end = latest.time.timeIntervalSince1970 - TemperatureHistory.step
    let begin = newest.map { min($0.time.timeIntervalSince1970 - 2 * TemperatureHistory.step, end) }
    var changes: [Change] = []
    for point in history.series.points(in: (begin ?? -.infinity)...end) {
      if let reading = RoomReading(point) { changes += reduce(reading) }
    }
    return changes + reduce(RoomReading(latest))
  }
}

extension RoomReading {
  /// Creates the reading of a history's point in degrees Celsius; `nil` for a gap.
  fileprivate init?(_ point: StepSeries.Point) {
    guard let value = point.value else { return nil }
    self.init(
      time: Date(timeIntervalSince1970: point.time), lowest: value.lowest, mean: value.mean, highest: value.highest)
  }
}
