import Model
import Text

extension SettingsText {
  /// A room as an element of `rooms` in the file: `- { name: Office, conair: "http://pi.local:8642/data/" }`.
  public static func line(of room: RoomSettings) -> SafeText? {
    Form.room.write(room).map { "- \($0.line)" }
  }
}
