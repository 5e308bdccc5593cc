import Charting
import Foundation
import Model

/// What has happened to a room and its limits, for those who want to be told: the bell, a program, a line of a script.
public struct RoomNews: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case began, ended
  }

  public var kind: Kind
  public var event: RoomEvent
  public var room: Room
  /// The reading that began or ended the event.
  public var reading: RoomReading
  /// It happened before the program was started: it is shown without an alarm.
  public var isReplayed: Bool

  public init(_ kind: Kind, _ event: RoomEvent, of room: Room, with reading: RoomReading, isReplayed: Bool) {
    self.kind = kind
    self.event = event
    self.room = room
    self.reading = reading
    self.isReplayed = isReplayed
  }

  /// Whether a person is alarmed.
  public var isAlarm: Bool { kind == .began && !isReplayed }
}

/// Watches the limits of all rooms, and remembers what happened.
///
/// What is held of a room when its limits are first looked at, a day at most, is gone through as well: so the night's events
/// are listed, and one that has not ended is known to go on.
struct RoomWatch: Sendable {
  /// When the program was started: what began before is no news.
  private let start: Date
  private var alarms: [Room.Mark: RoomAlarm] = [:]
  /// What happened, the newest first.
  private(set) var events: [RoomEvent] = []
  /// What is kept of earlier runs has come, so that nothing is taken for new that is not.
  private var isReady = false
  /// What the last input brought: events to be kept, and what to tell.
  private(set) var changed: [RoomEvent] = []
  private(set) var news: [RoomNews] = []

  init(start: Date) { self.start = start }

  /// The events that have not ended, in the order of their beginnings.
  var active: [RoomEvent] {
    let open = alarms.values.flatMap(\.active)
    return open.isEmpty ? [] : events.reversed().filter { event in open.contains { $0.isSame(as: event) } }
  }

  /// Takes in what is known of earlier runs.
  mutating func recall(_ events: [RoomEvent], _ rooms: [FollowedRoom]) {
    isReady = true
    self.events = events.sorted { $0.since > $1.since }
    take(rooms)
  }

  /// What has to be kept, besides what is told as an alarm.
  var changes: [StateChange] {
    changed.filter { event in !news.contains { $0.isAlarm && $0.event.isSame(as: event) } }.map { .event($0) }
  }

  /// Nothing has changed.
  mutating func rest() {
    if !changed.isEmpty { changed = [] }
    if !news.isEmpty { news = [] }
  }

  mutating func take(_ rooms: [FollowedRoom]) {
    rest()
    guard isReady else { return }
    let here = Dictionary(rooms.map { ($0.row.mark, $0) }) { first, _ in first }
    for (mark, var alarm) in alarms where here[mark]?.row.room.limits.all.isEmpty ?? true {
      // Its limits are gone, or the room itself.
      let room = here[mark]?.row.room
      enter(alarm.follow(RoomSettings.Limits(), name: ""), of: room, replayedUntil: .distantPast)
      alarms[mark] = nil
    }
    for room in rooms where !room.row.room.limits.all.isEmpty { take(room) }
  }

  private mutating func take(_ followed: FollowedRoom) {
    let (room, mark, history) = (followed.row.room, followed.row.mark, followed.history)
    guard let latest = history.latest else { return }
    let isFirst = alarms[mark] == nil
    var alarm =
      alarms[mark]
      ?? RoomAlarm(
        room: mark, name: room.label, limits: room.limits,
        open: events.filter { $0.room == mark && $0.until == nil })
    var changes = alarm.follow(room.limits, name: room.label)
    // A mean may stand for the latest reading for a while; what is older than that was measured by another clock.
    if let newest = alarm.newest, newest.time.timeIntervalSince(latest.time) > 2 * TemperatureHistory.step {
      alarm.restart()
    }
    // A step is told at its beginning, so the one that the latest reading is in would be told before that reading was there.
    // The steps before it may have become others.
    let end = latest.time.timeIntervalSince1970 - TemperatureHistory.step
    let begin = alarm.newest.map { min($0.time.timeIntervalSince1970 - 2 * TemperatureHistory.step, end) }
    for point in history.series.points(in: (begin ?? -.infinity)...end) {
      if let reading = RoomReading(point) { changes += alarm.take(reading) }
    }
    changes += alarm.take(RoomReading(latest))
    alarms[mark] = alarm
    // What the first look at a room finds may have happened before the program was started.
    enter(changes, of: room, replayedUntil: isFirst ? start.addingTimeInterval(history.lead) : .distantPast)
  }

  /// Writes down what became of events in the end, and what of it is news.
  ///
  /// - Parameter date: What began until then happened before the program was started.
  private mutating func enter(_ changes: [RoomAlarm.Change], of room: Room?, replayedUntil date: Date) {
    guard !changes.isEmpty else { return }
    var begun: [RoomEvent] = []
    for change in changes {
      let event = enter(change.event)
      switch change {
      case .moved: break
      case .began(_, let reading):
        begun.append(event)
        guard let room else { break }
        news.append(RoomNews(.began, event, of: room, with: reading, isReplayed: reading.time <= date))
      case .ended(_, let reading):
        let hasBegunNow = begun.contains { $0.isSame(as: event) }
        news.removeAll { $0.kind == .began && $0.event.isSame(as: event) }
        // An event that is over when it is first heard of is only listed.
        if let room, !hasBegunNow {
          news.append(RoomNews(.ended, event, of: room, with: reading, isReplayed: false))
        }
      }
    }
  }

  /// Enters an event as it is now, in the place of what was known of it.
  private mutating func enter(_ event: RoomEvent) -> RoomEvent {
    guard let index = events.firstIndex(where: { $0.isSame(as: event) }) else {
      let index = events.firstIndex { $0.since <= event.since } ?? events.count
      events.insert(event, at: index)
      if events.count > RoomEvent.limit { events.removeLast(events.count - RoomEvent.limit) }
      keep(event)
      return event
    }
    let joined = event.joined(with: events[index])
    if joined != events[index] {
      events[index] = joined
      keep(joined)
    }
    return joined
  }

  private mutating func keep(_ event: RoomEvent) {
    changed.removeAll { $0.isSame(as: event) }
    changed.append(event)
  }
}

extension RoomReading {
  /// A point of a history in degrees Celsius; `nil` for a gap.
  fileprivate init?(_ point: StepSeries.Point) {
    guard let value = point.value else { return nil }
    self.init(
      time: Date(timeIntervalSince1970: point.time), lowest: value.lowest, mean: value.mean, highest: value.highest)
  }
}
