import Foundation
import Model
import Signals
import Text

/// What is remembered of rooms.
public struct RoomsMemory: RememberedPart {
  public var choices = RoomChoices()
  /// The times when rooms were beyond their limits, the newest first.
  public var events: [RoomEvent] = []

  public init() {}

  public init(_ rows: any StateRows, values: [String: String]) throws {
    choices = RoomChoices(
      hidden: Set(try rows.rows("SELECT room FROM hidden_room").compactMap { $0.text(0) }),
      alone: values[RoomChange.Name.alone], span: values[RoomChange.Name.span].flatMap(RoomSpan.init(rawValue:)),
      order: values[RoomChange.Name.order].flatMap(RoomOrder.init(rawValue:)) ?? .settings,
      selected: values[RoomChange.Name.selected], showsBackdrop: values[RoomChange.Name.backdrop] == "1")
    for (name, text) in values where name.begins(with: RoomChange.Name.limit) {
      choices.limits[String(name.dropFirst(RoomChange.Name.limit.count))] = LimitByKey(stored: text)
    }
    events = try RoomEvents().answer(from: rows)
  }

  public static var tables: [StateTable] {
    [
      StateTable("hidden_room", "room hidden", "rooms hidden"),
      StateTable("room_event", "alarm of a room", "alarms of rooms"),
      StateTable("own_reading", "temperature", "temperatures"),
    ]
  }

  public static func notes(on rows: any StateRows) throws -> [SafeText] { try OwnReadingRows.notes(on: rows) }
}

/// A change of what is remembered of rooms.
public enum RoomChange: StateChange {
  /// Whether a room's line is hidden.
  case isHidden(Room.Mark, Bool)
  /// The only room that is shown; `nil` for all.
  case alone(Room.Mark?)
  /// The duration that the rooms' chart shows.
  case span(RoomSpan)
  /// The order of the rooms' legend.
  case order(RoomOrder)
  /// The selected room of the legend.
  case selected(Room.Mark)
  /// The limit of a room by key; `nil` for none.
  case limit(Room.Mark, LimitByKey?)
  /// Whether the line of an earlier time is behind that of the present.
  case showsBackdrop(Bool)
  /// A room is or was beyond a limit. Replaces an earlier version of the same event.
  case event(RoomEvent)
  /// Readings of a source that are stored nowhere else.
  case readings([OwnReading], of: String)
  /// Combines readings that are old enough.
  case rollUp(at: Date)

  /// The names of the stored values.
  fileprivate enum Name {
    static let (alone, span) = ("room-alone", "room-span")
    static let (order, selected, backdrop) = ("room-order", "room-selected", "room-backdrop")
    /// The room follows.
    static let limit = "room-limit "
  }

  public var key: [String]? {
    switch self {
    case .isHidden(let room, _): ["hidden", room]
    case .alone: [Name.alone]
    case .span: [Name.span]
    case .order: [Name.order]
    case .selected: [Name.selected]
    case .limit(let room, _): [Name.limit, room]
    case .showsBackdrop: [Name.backdrop]
    case .event(let event):
      [event.room, event.limit.side.rawValue, "\(event.limit.celsius)", "\(event.since.timeIntervalSince1970)"]
    case .readings, .rollUp: nil
    }
  }

  public var waitsForRest: Bool { if case .selected = self { true } else { false } }

  public func write(to rows: any StateRows) throws {
    switch self {
    case .isHidden(let room, true): try rows.execute("INSERT OR REPLACE INTO hidden_room VALUES (?)", [room])
    case .isHidden(let room, false): try rows.execute("DELETE FROM hidden_room WHERE room = ?", [room])
    case .alone(let room): try rows.set(Name.alone, to: room)
    case .span(let span): try rows.set(Name.span, to: span.rawValue)
    case .order(let order): try rows.set(Name.order, to: order.rawValue)
    case .selected(let room): try rows.set(Name.selected, to: room)
    case .limit(let room, let limit): try rows.set(Name.limit + room, to: limit?.stored)
    case .showsBackdrop(let shows): try rows.set(Name.backdrop, to: shows ? "1" : "0")
    case .event(let event): _ = try event.write(to: rows)
    case .readings(let readings, let source): try OwnReadingRows.write(readings, of: source, to: rows)
    case .rollUp(let now): try OwnReadingRows.rollUp(at: now, in: rows)
    }
  }
}

// MARK: - Events

/// The events of rooms beyond their limits, the newest first; unreadable ones are left out.
public struct RoomEvents: StateQuery {
  public var otherwise: [RoomEvent] { [] }

  public func answer(from rows: any StateRows) throws -> [RoomEvent] {
    try rows.rows("SELECT * FROM room_event ORDER BY since DESC LIMIT ?", [RoomEvent.limit]).compactMap(RoomEvent.init)
  }
}

/// Stores an event that begins. The answer says whether this program is the first to report it.
public struct FirstReport: StateQuery {
  package var event: RoomEvent

  public static var writes: Bool { true }
  /// If nothing can be stored, every program reports the event.
  public var otherwise: Bool { true }

  public func answer(from rows: any StateRows) throws -> Bool { try event.write(to: rows) }
}

extension StateStore {
  /// Stores an event that begins, and sends whether this program is the first to report it, once, on any thread. `true` if
  /// nothing can be stored.
  public func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> { answer(to: FirstReport(event: event)) }

  /// Sends the events of rooms beyond their limits that any program sharing the state has stored, once, on any thread.
  public var roomEvents: SignalProducer<[RoomEvent], Never> { answer(to: RoomEvents()) }
}

extension RoomEvent {
  /// Replaces the row of the same event, whichever program has written it, and removes the oldest rows beyond ``limit``.
  ///
  /// - Returns: whether there was no such row.
  fileprivate func write(to rows: any StateRows) throws -> Bool {
    let same = try rows.rows(
      "SELECT * FROM room_event WHERE room = ? AND side = ? AND celsius = ?",
      [room, limit.side.rawValue, limit.celsius]
    )
    .compactMap(RoomEvent.init).filter { kept.isSame(as: $0) }
    for former in same {
      try rows.execute(
        "DELETE FROM room_event WHERE room = ? AND side = ? AND celsius = ? AND since = ?",
        [room, limit.side.rawValue, limit.celsius, former.since.milliseconds])
    }
    let event = same.reduce(self) { $0.joined(with: $1) }
    try rows.execute(
      "INSERT OR REPLACE INTO room_event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        event.room, event.limit.side.rawValue, event.limit.celsius, event.since.milliseconds,
        event.isSinceKnown ? 1 : 0, event.until?.milliseconds, event.extreme, event.name.string,
      ])
    try rows.keepNewest(Self.limit, of: "room_event", by: "since")
    return same.isEmpty
  }

  /// The event with its times as they are stored, in milliseconds.
  private var kept: RoomEvent {
    var event = self
    event.since = Date(milliseconds: since.milliseconds)
    event.until = until.map { Date(milliseconds: $0.milliseconds) }
    return event
  }

  fileprivate init?(_ row: StateRow) {
    guard let room = row.text(0), let side = row.text(1).flatMap(RoomLimit.Side.init(rawValue:)),
      let celsius = row.real(2), let since = row.date(3), let isSinceKnown = row.integer(4),
      let extreme = row.real(6), let name = row.text(7)
    else { return nil }
    self.init(
      room: room, name: SafeText(oneLine: name), limit: RoomLimit(side, celsius), since: since,
      isSinceKnown: isSinceKnown != 0, until: row.date(5), extreme: extreme)
  }
}
