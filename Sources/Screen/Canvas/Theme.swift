import Charting

/// What a terminal can show, and how the few roles of text look on it (``ThemeChoice``).
///
/// Sixteen colours come first, from the user's own palette; with none, attributes say the same. Never colour alone carries a
/// meaning.
public struct Theme: Sendable, Hashable {
  public enum Colours: Int, Sendable, Hashable, CaseIterable {
    /// No colour at all: the terminal has none, or `NO_COLOR` is set.
    case none = 0
    case eight = 8
    case sixteen = 16
    case many = 256
  }

  public var colours: Colours
  /// Only ASCII glyphs: `--ascii`, or a locale without UTF-8.
  public var isASCII: Bool

  /// How the roles look.
  public var roles: Roles

  /// - Parameter roles: those of the terminal's own colours when `nil`.
  public init(colours: Colours = .many, isASCII: Bool = false, roles: Roles? = nil) {
    self.colours = colours
    self.isASCII = isASCII
    self.roles = roles ?? (colours == .none ? .mono : .standard)
  }

  /// What is read: titles, values.
  public var plain: Style { roles.plain }
  /// What surrounds: borders, times, tags, axes.
  public var dim: Style { roles.dim }
  /// Where you are: focused border, selection bar, spinner. Text there is bold and not in this colour, which is too light to
  /// be read on a light terminal.
  public var accent: Style { roles.accent }
  /// A chart's line: the accent's colour without its weight.
  public var line: Style { roles.line }
  /// One of several lines of a chart.
  public func line(_ look: LineLook) -> Style {
    look.colour > 0 && look.colour <= roles.furtherLines.count ? roles.furtherLines[look.colour - 1] : roles.line
  }
  /// Trouble, and sign-ups.
  public var alarm: Style { roles.alarm }
  /// The part of a text that matches the filter: in the text's own colour, since yellow cannot be read on a light terminal.
  public var match: Style { roles.match }
  /// A word on the accent's background: what must be seen at once.
  public var badge: Style { roles.badge }
  /// Good news: an accepted answer's tick.
  public var good: Style { roles.good }
  /// Headings, and a selected row's title.
  public var strong: Style { roles.strong }
}
