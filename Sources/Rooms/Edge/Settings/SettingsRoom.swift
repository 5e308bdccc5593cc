import Rooms
import SettingsFile
import Text

extension SettingsText {
  /// The most letters of a room's name.
  public static var longestRoomName: Int { RoomDraft.longestName }

  /// Returns whether the file can have a room as it is, except for its name.
  public static func accepts(_ room: RoomSettings) -> Bool {
    switch room.source {
    case .homeAssistant(_, let entities): entities.allSatisfy(RoomDraft.isEntity)
    case .conAir(_, let sensor): (sensor?.count ?? 1) <= RoomDraft.longestSensor && sensor?.isEmpty != true
    case .prometheus(_, let query): query.count <= RoomDraft.longestQuery
    // The file limits nothing of the other sources.
    default: true
    }
  }

  /// A room as an element of `rooms` in the file: `- { name: Office, conair: "http://pi.local:8642/data/" }`.
  public static func line(of room: RoomSettings) -> SafeText? {
    Form.room.write(room).map { "- \($0.line)" }
  }
}
