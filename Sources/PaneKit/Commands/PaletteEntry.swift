import Screen
import Text

/// Something besides a command that the palette finds by its name: a tab, a room, a wiki, a theme.
public struct PaletteEntry: Sendable {
  /// Identifies it among all choices of the palette: `tab:swift`.
  var id: String
  var title: SafeText
  /// What it is, shown beside its title: `tab`.
  var kind: SafeText
  /// Other words by which it is found.
  var words: SafeText
  /// The command that does the same. The entry is listed in its place, with its key.
  var command: Command.ID?
  /// A command, listed as well, whose key does the same now.
  var keyCommand: Command.ID?
  /// The theme that the screen has while the entry is selected; `nil` for its own.
  var theme: String?
  /// Whether it is a command of another pane, which comes before names that match as well.
  var isCommand = false
  let act: @UI @Sendable () -> Void

  public init(
    _ id: String, _ title: SafeText, kind: SafeText, words: SafeText = "", command: Command.ID? = nil,
    keyCommand: Command.ID? = nil, act: @escaping @UI @Sendable () -> Void
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.words = words
    self.command = command
    self.keyCommand = keyCommand
    self.act = act
  }
}

/// A key of the settings as the palette finds it, with a line to write.
public struct PaletteSetting: Sendable, Hashable {
  /// `layout.share`
  public var name: SafeText
  /// `layout: { share: 60 }`
  public var line: SafeText
  public var meaning: SafeText

  public init(name: SafeText, line: SafeText, meaning: SafeText) {
    self.name = name
    self.line = line
    self.meaning = meaning
  }
}
