import Model
import Screen

/// Creates a theme from the settings and the terminal's capabilities, and caches it until one of them changes.
@UI
struct ThemeSource {
  private var made: (settings: ThemeSettings, terminal: Theme, palette: TerminalPalette?, theme: Theme)?

  mutating func theme(_ settings: ThemeSettings, on display: any Display) -> Theme {
    let (terminal, palette) = (display.theme, display.palette)
    if let made, made.settings == settings, made.terminal == terminal, made.palette == palette { return made.theme }
    let choice = ThemeChoice(name: settings.name, own: settings.own)
    // Without a setting the terminal's own look is kept: a display may have been created with another.
    let isPlain = choice == .auto && palette == nil
    var theme = terminal
    theme.isASCII = settings.isASCII ?? terminal.isASCII
    if !isPlain {
      theme.roles = choice.roles(on: palette, colours: terminal.colours, isExact: terminal.hasTrueColour)
    }
    made = (settings, terminal, palette, theme)
    return theme
  }
}

extension ThemeSettings {
  /// The built-in themes, and the person's own.
  var names: [String] { ThemeChoice.names + own.keys.sorted() }
}
