import Text

/// Something that a person would set for what is chosen on the screen. The file of settings is the person's: the program shows
/// the line to write.
public enum SettingWish: Sendable, Hashable {
  /// To notice edits of a page or of a user.
  case watch(EditWatch.Subject)
  /// To be alarmed above a temperature in a room, in degrees Celsius.
  case above(Double, room: SafeText)
  /// To be alarmed below a temperature in a room, in degrees Celsius.
  case below(Double, room: SafeText)
  /// To reach a command with these keys, all of them by name.
  case keys([String], command: String)
  /// To keep a theme.
  case theme(String)
}
