import Foundation
import Text

/// A limit of a room's temperature.
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

  /// Returns whether a temperature is beyond the limit. The limit itself is not.
  public func isPassed(by celsius: Double) -> Bool { distance(of: celsius) > 0 }

  /// Returns the degrees by which a temperature is beyond the limit, negative on the other side.
  func distance(of celsius: Double) -> Double {
    side == .above ? celsius - self.celsius : self.celsius - celsius
  }

  /// Returns the temperature that is further beyond the limit.
  func further(_ one: Double, _ other: Double) -> Double { side == .above ? max(one, other) : min(one, other) }
}

/// A period in which a room's temperature was beyond a limit, by the readings' times.
public struct RoomEvent: Sendable, Hashable, Identifiable {
  /// The most events that are stored, for all rooms together: the newest.
  public static let limit = 500

  public var room: Room.Mark
  /// The name of the room at that time.
  public var name: SafeText
  public var limit: RoomLimit
  /// The time of the first reading beyond the limit that is known.
  public var since: Date
  /// Whether the temperature was inside before ``since``. Otherwise the event may have begun earlier.
  public var isSinceKnown: Bool
  /// The time of the first reading back inside; `nil` if there is none.
  public var until: Date?
  /// The highest temperature of the period, or, below a limit, the lowest, in degrees Celsius.
  public var extreme: Double

  public init(
    room: Room.Mark, name: SafeText, limit: RoomLimit, since: Date, isSinceKnown: Bool = true, until: Date? = nil,
    extreme: Double
  ) {
    self.room = room
    self.name = name
    self.limit = limit
    self.since = since
    self.isSinceKnown = isSinceKnown
    self.until = until
    self.extreme = extreme
  }

  /// Identifies the event.
  public var id: String {
    "\(limit.side.rawValue) \(limit.celsius) \(since.timeIntervalSince1970) \(room)"
  }

  /// Returns whether two events are the same, reported by different programs or runs that began at different times: they have
  /// the same room and limit, and overlap.
  public func isSame(as other: RoomEvent) -> Bool {
    guard room == other.room, limit == other.limit else { return false }
    return since == other.since
      || since < other.until ?? .distantFuture && other.since < until ?? .distantFuture
  }

  /// Returns the event combined with an earlier version: the new one knows its end, the earlier one may know its beginning
  /// better.
  public func joined(with former: RoomEvent) -> RoomEvent {
    var event = self
    if former.since < since {
      (event.since, event.isSinceKnown) = (former.since, former.isSinceKnown)
    } else if former.since == since {
      event.isSinceKnown = isSinceKnown || former.isSinceKnown
    }
    event.extreme = limit.further(extreme, former.extreme)
    return event
  }
}

extension RoomSettings.Limits {
  /// Creates a single limit.
  init(_ limit: RoomLimit, for duration: TimeInterval = 0) {
    self.init(duration: duration)
    if limit.side == .above { above = limit.celsius } else { below = limit.celsius }
  }

  /// Returns the limit on a side; `nil` if there is none.
  public func limit(_ side: RoomLimit.Side) -> RoomLimit? {
    (side == .above ? above : below).map { RoomLimit(side, $0) }
  }

  /// All limits.
  public var all: [RoomLimit] { RoomLimit.Side.allCases.compactMap(limit) }

  /// The degrees by which a temperature must be back inside before an event ends, so that fluctuation about a limit is one
  /// event: 0.3, but at most a quarter of the distance between the limits.
  var hysteresis: Double {
    let standard = 0.3
    guard let above, let below else { return standard }
    return min(standard, max(0, above - below) / 4)
  }
}
