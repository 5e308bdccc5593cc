import Model
import Screen

/// Creates a theme from the settings and the terminal's capabilities, and caches it until one of them changes.
@UI
struct ThemeSource {
  var settings: ThemeSettings { didSet { made = nil } }
  private var made: (terminal: Theme, palette: TerminalPalette?, theme: Theme)?

  init(_ settings: ThemeSettings) { self.settings = settings }

  mutating func theme(of display: any Display) -> Theme {
    let (terminal, palette) = (display.theme, display.palette)
    if let made, made.terminal == terminal, made.palette == palette { return made.theme }
    let choice = ThemeChoice(name: settings.name, own: settings.own)
    // Without a setting the terminal's own look is kept: a display may have been created with another.
    let isPlain = choice == .auto && palette == nil
    var theme = terminal
    theme.isASCII = settings.isASCII ?? terminal.isASCII
    if !isPlain {
      theme.roles = choice.roles(on: palette, colours: terminal.colours, isExact: terminal.hasTrueColour)
    }
    made = (terminal, palette, theme)
    return theme
  }
}
