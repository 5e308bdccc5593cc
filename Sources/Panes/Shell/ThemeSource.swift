import Model
import Screen

/// Makes a theme of what a person has set and of what the terminal can show, and keeps it until one of them changes.
@UI
struct ThemeSource {
  var settings: ThemeSettings { didSet { made = nil } }
  private var made: (terminal: Theme, palette: TerminalPalette?, theme: Theme)?

  init(_ settings: ThemeSettings) { self.settings = settings }

  mutating func theme(of display: any Display) -> Theme {
    let (terminal, palette) = (display.theme, display.palette)
    if let made, made.terminal == terminal, made.palette == palette { return made.theme }
    let choice = ThemeChoice(name: settings.name, own: settings.own)
    // Without a choice the terminal's own look stays as it is: a display may have been made with another.
    let isPlain = choice == .auto && palette == nil
    let theme = Theme(
      colours: terminal.colours, isASCII: settings.isASCII ?? terminal.isASCII,
      roles: isPlain ? terminal.roles : choice.roles(on: palette, colours: terminal.colours))
    made = (terminal, palette, theme)
    return theme
  }
}
