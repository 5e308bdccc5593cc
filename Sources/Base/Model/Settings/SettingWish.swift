import Text

/// Something that a person would set for what is chosen on the screen. The file of settings is the person's: the program shows
/// the line to write.
public struct SettingWish: Sendable {
  /// What is to be written.
  public enum Line: Sendable {
    /// The setting with a path, such as `wikipedia.watch`, as it is after a change.
    case setting(String, @Sendable (inout Settings) -> Void)
    /// A key with a number, as a part of an entry.
    case number(String, Double)
  }

  /// What the line does, and where it belongs if it is a part of an entry.
  public var meaning: SafeText
  /// What it is found by.
  public var words: SafeText
  public var line: Line

  public init(_ meaning: SafeText, words: SafeText? = nil, _ line: Line) {
    (self.meaning, self.words, self.line) = (meaning, words ?? meaning, line)
  }

  /// To reach a command with these keys, all of them by name.
  public static func keys(_ keys: [String], command: String, named name: SafeText? = nil) -> SettingWish {
    // Found by the command's name too, which would take the column of all meanings.
    SettingWish(
      "other keys", words: "other keys: \(name ?? SafeText(oneLine: command))",
      .setting("keys") {
        $0.keys = [command: keys]
      })
  }

  /// To keep a theme.
  public static func theme(_ name: String) -> SettingWish {
    SettingWish("keep the theme", .setting("theme") { $0.theme.name = name })
  }
}
