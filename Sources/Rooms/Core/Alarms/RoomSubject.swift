import Model
import Text

// Rooms as the subjects of own commands and rules.

extension SubjectKind {
  public static let rooms = SubjectKind("rooms", noun: "room", values: [.room, .title, .value], isAlarm: true)
}

extension ProgramValue {
  public static let room = ProgramValue("room")
}

extension ProgramSubject {
  /// Creates the subject of a room; degrees are in the given unit.
  public init(room: SafeText, latest: Double?, unit: TemperatureUnit) {
    var values: [ProgramValue: SafeText] = [.room: room, .title: room]
    values[.value] = latest.map { SafeText(unit.degrees(of: $0), decimals: 1) }
    self.init(.rooms, values)
  }
}

extension RuleCondition {
  /// A room's latest temperature, in degrees Celsius.
  public static func room(_ limit: RoomLimit) -> RuleCondition { RuleCondition(.rooms, limit) }
}

extension RuleSubject {
  public static func room(_ mark: Room.Mark) -> RuleSubject { RuleSubject(.rooms, mark, text: mark) }
}

extension [Rule] {
  /// The limits of the rules for rooms.
  public var roomLimits: [RoomLimit] { compactMap { $0.condition.content(as: RoomLimit.self) }.uniqued(by: \.self) }
}
