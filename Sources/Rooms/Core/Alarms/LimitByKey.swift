import Foundation
import Text

/// A limit that a person has set with a key, beside those of the settings.
public struct LimitByKey: Sendable, Hashable {
  public var limit: RoomLimit
  /// The seconds for which the temperature must be beyond the limit before it is reported.
  public var duration: TimeInterval

  /// The temperatures in °C, and the durations, that the settings take as well.
  static let (temperatures, durations) = (-100.0...1_000.0, 0.0...86_400.0)

  public init(_ limit: RoomLimit, for duration: TimeInterval = 0) {
    self.limit = limit
    self.duration = duration
  }

  /// Reads a limit as it is stored.
  init?(stored text: String) {
    let words = text.split(separator: " ")
    guard words.count == 3, let side = RoomLimit.Side(rawValue: String(words[0])), let celsius = Double(words[1]),
      let duration = Double(words[2]), Self.temperatures.contains(celsius), Self.durations.contains(duration)
    else { return nil }
    self.init(RoomLimit(side, celsius), for: duration)
  }

  /// `above 26.5 600.0`. Later versions read it.
  var stored: String { "\(limit.side.rawValue) \(limit.celsius) \(duration)" }
}

/// A limit by key of a room that is no longer there, as when its source was removed from the settings.
public struct LeftLimit: Sendable, Hashable {
  public var room: Room.Mark
  /// The name that the room had at its newest event, else its mark.
  public var name: SafeText
  public var limit: RoomLimit
}

extension Room {
  /// Returns the limits of the settings, or the one by key. One that the settings have as well is theirs: two machines would
  /// report each other's events.
  func limitGroup(isByKey: Bool) -> RoomSettings.Limits {
    guard isByKey else { return limits }
    guard let limitByKey, !limits.all.contains(limitByKey.limit) else { return RoomSettings.Limits() }
    return RoomSettings.Limits(limitByKey.limit, for: limitByKey.duration)
  }

  /// All limits, those of the settings first.
  var allLimits: [RoomLimit] { limits.all + limitGroup(isByKey: true).all }

  /// Returns whether a limit is the one by key, and none of the settings.
  func isByKey(_ limit: RoomLimit) -> Bool { limitGroup(isByKey: true).all.contains(limit) }
}
