import Foundation
import Text

/// A temperature that a room is not to pass.
public struct RoomLimit: Sendable, Hashable {
  public enum Side: String, Sendable, Hashable, CaseIterable {
    case above, below
  }

  public var side: Side
  /// Degrees Celsius.
  public var celsius: Double

  public init(_ side: Side, _ celsius: Double) {
    self.side = side
    self.celsius = celsius
  }

  /// Whether a temperature is beyond the limit; the limit itself is not.
  public func isPassed(by celsius: Double) -> Bool { distance(of: celsius) > 0 }

  /// Degrees by which a temperature is beyond the limit, negative on the other side.
  func distance(of celsius: Double) -> Double {
    side == .above ? celsius - self.celsius : self.celsius - celsius
  }

  /// The one of two temperatures that is further beyond.
  func further(_ one: Double, _ other: Double) -> Double { side == .above ? max(one, other) : min(one, other) }
}

/// A stretch of time in which a room's temperature was beyond a limit, by the readings' own times.
public struct RoomEvent: Sendable, Hashable, Identifiable {
  /// Events that are kept at most, of all rooms together: the newest.
  public static let limit = 500

  public var room: Room.Mark
  /// What the room was called then.
  public var name: SafeText
  public var limit: RoomLimit
  /// The first reading beyond the limit.
  public var since: Date
  /// The first reading that was back; `nil` while none has been.
  public var until: Date?
  /// The highest temperature in that time, or, below a limit, the lowest, in degrees Celsius.
  public var extreme: Double

  public init(
    room: Room.Mark, name: SafeText, limit: RoomLimit, since: Date, until: Date? = nil, extreme: Double
  ) {
    self.room = room
    self.name = name
    self.limit = limit
    self.since = since
    self.until = until
    self.extreme = extreme
  }

  /// What tells an event from all others.
  public var id: String {
    "\(limit.side.rawValue) \(limit.celsius) \(since.timeIntervalSince1970) \(room)"
  }

  /// Whether the two are one event, told by programs, or at starts, that began to look at different times: they have
  /// room and limit in common, and some of their time.
  public func isSame(as other: RoomEvent) -> Bool {
    guard room == other.room, limit == other.limit else { return false }
    return since == other.since
      || since < other.until ?? .distantFuture && other.since < until ?? .distantFuture
  }

  /// What is known of an event that was told before as `former`: how it ended is news, when it began may have been known better.
  public func joined(with former: RoomEvent) -> RoomEvent {
    var event = self
    event.since = min(since, former.since)
    event.extreme = limit.further(extreme, former.extreme)
    return event
  }
}

extension RoomSettings.Limits {
  /// The limit on a side; `nil` where there is none.
  public func limit(_ side: RoomLimit.Side) -> RoomLimit? {
    (side == .above ? above : below).map { RoomLimit(side, $0) }
  }

  /// The limits that there are.
  public var all: [RoomLimit] { RoomLimit.Side.allCases.compactMap(limit) }

  /// Degrees by which a temperature must be back inside before an event ends, so that one that trembles about its limit
  /// is one event and not a hundred: 0.3, and no more than a quarter of the way from one limit to the other.
  var hysteresis: Double {
    let standard = 0.3
    guard let above, let below else { return standard }
    return min(standard, max(0, above - below) / 4)
  }
}
