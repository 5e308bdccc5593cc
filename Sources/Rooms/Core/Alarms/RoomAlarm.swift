import Foundation
import Text

/// Decides when a room's temperature passes a limit and when it is back inside: a state machine driven by the readings and
/// their times.
///
/// ```
///           beyond                 for so long                back by the hysteresis
///   inside ────────▶ beyond since ─────────────▶ event ──────────────────────────────▶ inside
///           inside ◀───┘
/// ```
/// Only readings begin or end an event, so a silent room does neither. Readings at most ``longestSilence`` apart belong
/// together; after a longer silence, the time beyond the limit counts from the next reading. A late reading changes only the
/// extreme of an event.
///
/// If a limit is changed or removed, its event ends at the newest reading, which is the first one for the new limit.
///
/// The beginning of an event is known only if the reading before it was inside: not for the first reading, after a long
/// silence, or for a new limit.
public struct RoomAlarm: Sendable {
  public enum Change: Sendable, Hashable {
    case began(RoomEvent, with: RoomReading)
    /// The extreme has changed.
    case moved(RoomEvent)
    case ended(RoomEvent, with: RoomReading)

    public var event: RoomEvent {
      switch self {
      case .began(let event, _), .moved(let event), .ended(let event, _): event
      }
    }
  }

  private enum Phase: Sendable {
    case inside
    case beyond(RoomLimit, since: Date, isSinceKnown: Bool, extreme: Double)
    case active(RoomEvent)

    var limit: RoomLimit? {
      switch self {
      case .inside: nil
      case .beyond(let limit, _, _, _): limit
      case .active(let event): event.limit
      }
    }
  }

  /// The longest time in seconds between two readings for which a state that holds at both is assumed to hold between them.
  /// Open-Meteo has a value every quarter of an hour.
  public static let longestSilence: TimeInterval = 3_600

  public let room: Room.Mark
  private var name: SafeText
  private var limits: RoomSettings.Limits
  private var phases: [RoomLimit.Side: Phase] = [:]
  public private(set) var newest: RoomReading?

  /// - Parameter open: The events of the room that had not ended when they were last reported.
  public init(room: Room.Mark, name: SafeText, limits: RoomSettings.Limits, open: [RoomEvent] = []) {
    self.room = room
    self.name = name
    self.limits = limits
    for event in open.sorted(by: { $0.since < $1.since }) { phases[event.limit.side] = .active(event) }
  }

  /// The events that have not ended.
  public var active: [RoomEvent] {
    RoomLimit.Side.allCases.compactMap { if case .active(let event) = phases[$0] { event } else { nil } }
  }

  /// Takes a reading, even a late one, and returns the changes. Of two readings at the same time, such as the mean of an
  /// unfinished step, the last one counts.
  public mutating func reduce(_ reading: RoomReading) -> [Change] {
    if let newest, reading.time < newest.time { return RoomLimit.Side.allCases.compactMap { takeLate(reading, $0) } }
    let silence = newest.map { reading.time.timeIntervalSince($0.time) }
    newest = reading
    return RoomLimit.Side.allCases.flatMap { step($0, reading, after: silence) }
  }

  /// Changes the limits or the name.
  public mutating func follow(_ limits: RoomSettings.Limits, name: SafeText) -> [Change] {
    let changed = RoomLimit.Side.allCases.filter { limits.limit($0) != self.limits.limit($0) }
    (self.limits, self.name) = (limits, name)
    // Nothing ends without a reading; the next one is compared with the new limit.
    guard let newest else { return [] }
    return changed.flatMap { step($0, newest, after: nil) }
  }

  /// Forgets the newest reading, because the readings' clock was set back.
  public mutating func restart() {
    newest = nil
    for (side, phase) in phases { if case .beyond = phase { phases[side] = .inside } }
  }

  /// - Parameter silence: The seconds since the reading before, which was compared with the same limit; `nil` if there is none.
  private mutating func step(_ side: RoomLimit.Side, _ reading: RoomReading, after silence: TimeInterval?) -> [Change] {
    // A reading from before the event, which an earlier run of the program reported, does not concern it.
    if case .active(let event) = phases[side], reading.time < event.since { return [] }
    let limit = limits.limit(side)
    var changes: [Change] = []
    if let former = phases[side]?.limit, former != limit {
      if case .active(let event) = phases[side] { changes.append(ended(event, with: reading)) }
      phases[side] = .inside
    }
    guard let limit else { return changes }
    let extreme = limit.side == .above ? reading.highest : reading.lowest
    let isJoined = silence.map { $0 <= Self.longestSilence } ?? false
    switch phases[side] ?? .inside {
    case .inside:
      if limit.isPassed(by: reading.mean) {
        phases[side] = .beyond(limit, since: reading.time, isSinceKnown: isJoined, extreme: extreme)
        changes += begin(side, with: reading)
      }
    case .beyond(_, let since, let isSinceKnown, let former):
      if !limit.isPassed(by: reading.mean) {
        phases[side] = .inside
      } else {
        phases[side] = .beyond(
          limit, since: isJoined ? since : reading.time, isSinceKnown: isJoined && isSinceKnown,
          extreme: isJoined ? limit.further(former, extreme) : extreme)
        changes += begin(side, with: reading)
      }
    case .active(let event):
      if limit.distance(of: reading.mean) <= -limits.hysteresis {
        phases[side] = .inside
        changes.append(ended(event, with: reading))
      } else {
        changes += [move(event, to: extreme)].compactMap { $0 }
      }
    }
    return changes
  }

  /// Begins an event once the temperature has been beyond the limit for long enough.
  private mutating func begin(_ side: RoomLimit.Side, with reading: RoomReading) -> [Change] {
    guard case .beyond(let limit, let since, let isSinceKnown, let extreme) = phases[side],
      reading.time.timeIntervalSince(since) >= limits.duration
    else { return [] }
    let event = RoomEvent(
      room: room, name: name, limit: limit, since: since, isSinceKnown: isSinceKnown, extreme: extreme)
    phases[side] = .active(event)
    return [.began(event, with: reading)]
  }

  private func ended(_ event: RoomEvent, with reading: RoomReading) -> Change {
    var event = event
    event.until = max(reading.time, event.since)
    return .ended(event, with: reading)
  }

  private mutating func takeLate(_ reading: RoomReading, _ side: RoomLimit.Side) -> Change? {
    let extreme = side == .above ? reading.highest : reading.lowest
    switch phases[side] {
    case .active(let event) where reading.time >= event.since: return move(event, to: extreme)
    case .beyond(let limit, let since, let isSinceKnown, let former) where reading.time >= since:
      phases[side] = .beyond(
        limit, since: since, isSinceKnown: isSinceKnown, extreme: limit.further(former, extreme))
      return nil
    default: return nil
    }
  }

  private mutating func move(_ event: RoomEvent, to extreme: Double) -> Change? {
    let further = event.limit.further(event.extreme, extreme)
    guard further != event.extreme else { return nil }
    var event = event
    event.extreme = further
    phases[event.limit.side] = .active(event)
    return .moved(event)
  }
}
