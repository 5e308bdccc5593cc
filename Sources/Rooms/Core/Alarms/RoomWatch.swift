import Foundation
import Text

/// An event at a room's limit, for the bell, a program, or a line of a script.
public struct AlarmTransition: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case began, ended
  }

  public var kind: Kind
  public var event: RoomEvent
  public var room: Room
  /// The reading at which the event began or ended.
  public var reading: RoomReading
  /// Whether it happened before the program was started: it is shown without an alarm.
  public var isReplayed: Bool

  public init(_ kind: Kind, _ event: RoomEvent, of room: Room, with reading: RoomReading, isReplayed: Bool) {
    self.kind = kind
    self.event = event
    self.room = room
    self.reading = reading
    self.isReplayed = isReplayed
  }

  /// Whether it raises an alarm.
  public var isAlarm: Bool { kind == .began && !isReplayed }
}

/// Watches the limits of all rooms, and stores the events.
///
/// The data of a room when its limits are first checked, at most a day, is checked as well: so the night's events are listed,
/// and an event that has not ended is known.
struct RoomWatch: Sendable {
  /// When the program was started: earlier events are not reported.
  private let start: Date
  private var alarms: [Limited: RoomAlarm] = [:]
  /// The events, the newest first.
  private(set) var events: [RoomEvent] = []
  /// Whether the stored events have been read, so that old ones are not taken for new. Until then no alarm is raised.
  private var isReady = false

  /// A room with the limits of the settings, or with the one by key: each has an alarm of its own.
  private struct Limited: Sendable, Hashable {
    var mark: Room.Mark
    var isByKey: Bool
  }

  init(start: Date) { self.start = start }

  /// The events that have not ended, in the order of their beginnings.
  var active: [RoomEvent] {
    let open = alarms.values.flatMap(\.active)
    return open.isEmpty ? [] : events.reversed().filter { event in open.contains { $0.isSame(as: event) } }
  }

  /// Takes the stored events, and checks the rooms.
  mutating func recall(_ events: [RoomEvent], _ rooms: [RoomRow]) -> [RoomsModel.Effect] {
    isReady = true
    self.events = events.sorted { $0.since > $1.since }
    return reduce(rooms)
  }

  /// Adds events that other programs sharing the state have stored. Open events of this program stay as they are.
  mutating func add(_ stored: [RoomEvent]) {
    guard isReady else { return }
    let open = alarms.values.flatMap(\.active)
    for event in stored where !open.contains(where: { $0.isSame(as: event) }) {
      if let index = events.firstIndex(where: { $0.isSame(as: event) }) {
        var joined = event.joined(with: events[index])
        // An end that was stored a moment ago may not be in what was read.
        joined.until = event.until ?? events[index].until
        events[index] = joined
      } else {
        events.append(event)
      }
    }
    events.sort { $0.since > $1.since }
    events = Array(events.prefix(RoomEvent.limit))
  }

  /// Checks the rooms, and returns the events to store and to report.
  mutating func reduce(_ rooms: [RoomRow]) -> [RoomsModel.Effect] {
    guard isReady else { return [] }
    var findings = Findings()
    let here = Dictionary(rooms.map { ($0.mark, $0) }) { first, _ in first }
    for (limited, var alarm) in alarms {
      let room = here[limited.mark]?.room
      guard room?.limitGroup(isByKey: limited.isByKey).all.isEmpty ?? true else { continue }
      // Its limits were removed, or the room itself.
      enter(alarm.follow(RoomSettings.Limits(), name: ""), of: room, replayedUntil: .distantPast, into: &findings)
      alarms[limited] = nil
    }
    for isByKey in [false, true] {
      for room in rooms where !room.room.limitGroup(isByKey: isByKey).all.isEmpty {
        reduce(room, isByKey: isByKey, into: &findings)
      }
    }
    return findings.effects
  }

  /// Events to store, and events to report.
  private struct Findings {
    var changed: [RoomEvent] = []
    var news: [AlarmTransition] = []

    /// An alarm stores its event itself.
    var effects: [RoomsModel.Effect] {
      news.flatMap { news -> [RoomsModel.Effect] in news.isAlarm ? [.tell(news), .ring(news)] : [.tell(news)] }
        + changed.filter { event in !news.contains { $0.isAlarm && $0.event.isSame(as: event) } }
        .map { .keep(.event($0)) }
    }

    mutating func keep(_ event: RoomEvent) {
      changed.removeAll { $0.isSame(as: event) }
      changed.append(event)
    }
  }

  private mutating func reduce(_ followed: RoomRow, isByKey: Bool, into findings: inout Findings) {
    let (mark, history) = (followed.mark, followed.history)
    var room = followed.room
    guard history.latest != nil else { return }
    let (limited, limits) = (Limited(mark: mark, isByKey: isByKey), room.limitGroup(isByKey: isByKey))
    let isFirst = alarms[limited] == nil
    var alarm =
      alarms[limited]
      ?? RoomAlarm(
        room: mark, name: room.label, limits: limits,
        open: events.filter { $0.room == mark && $0.until == nil && room.isByKey($0.limit) == isByKey })
    var changes = alarm.follow(limits, name: room.label)
    changes += alarm.reduce(history)
    alarms[limited] = alarm
    // The settings' program is meant for the settings' limits.
    if isByKey { room.limits.command = nil }
    // Events found in the first check of a room may have happened before the program was started.
    enter(
      changes, of: room, replayedUntil: isFirst ? start.addingTimeInterval(history.lead) : .distantPast,
      into: &findings)
  }

  /// Stores the changes of events, and reports them.
  ///
  /// - Parameter date: Events that began up to this date happened before the program was started.
  private mutating func enter(
    _ changes: [RoomAlarm.Change], of room: Room?, replayedUntil date: Date, into findings: inout Findings
  ) {
    guard !changes.isEmpty else { return }
    var begun: [RoomEvent] = []
    for change in changes {
      let event = enter(change.event, into: &findings)
      switch change {
      case .moved: break
      case .began(_, let reading):
        begun.append(event)
        guard let room else { break }
        findings.news.append(AlarmTransition(.began, event, of: room, with: reading, isReplayed: reading.time <= date))
      case .ended(_, let reading):
        let hasBegunNow = begun.contains { $0.isSame(as: event) }
        findings.news.removeAll { $0.kind == .began && $0.event.isSame(as: event) }
        // An event that is over when it is first found is only listed.
        if let room, !hasBegunNow {
          findings.news.append(AlarmTransition(.ended, event, of: room, with: reading, isReplayed: false))
        }
      }
    }
  }

  /// Stores an event, replacing its earlier version.
  private mutating func enter(_ event: RoomEvent, into findings: inout Findings) -> RoomEvent {
    guard let index = events.firstIndex(where: { $0.isSame(as: event) }) else {
      let index = events.firstIndex { $0.since <= event.since } ?? events.count
      events.insert(event, at: index)
      if events.count > RoomEvent.limit { events.removeLast(events.count - RoomEvent.limit) }
      findings.keep(event)
      return event
    }
    let joined = event.joined(with: events[index])
    if joined != events[index] {
      events[index] = joined
      findings.keep(joined)
    }
    return joined
  }
}
