import Charting
import Text

/// What a terminal can show, and the styles of the few roles of text on it (``ThemeChoice``).
///
/// Where the background is known, colours come from the first sixteen of the user's palette if possible. Without colours,
/// attributes carry the same information; colour alone never carries a meaning.
public struct Theme: Sendable, Hashable {
  public enum Colours: Int, Sendable, Hashable, CaseIterable {
    /// No colours, because the terminal has none or `NO_COLOR` is set.
    case none = 0
    case eight = 8
    case sixteen = 16
    case many = 256
  }

  public var colours: Colours
  /// Whether the terminal also shows any colour by its red, green and blue.
  public var hasTrueColour: Bool
  /// Only ASCII glyphs: `--ascii`, or a locale without UTF-8.
  public var isASCII: Bool

  /// The styles of the roles.
  public var roles: Roles

  /// - Parameter roles: Those for an unknown background if `nil`.
  public init(colours: Colours = .many, hasTrueColour: Bool = false, isASCII: Bool = false, roles: Roles? = nil) {
    self.colours = colours
    self.hasTrueColour = hasTrueColour
    self.isASCII = isASCII
    self.roles = roles ?? .onUnknownBackground(colours)
  }

  /// Text to be read: titles, values.
  public var plain: Style { roles.plain }
  /// Surroundings: borders, times, tags, axes.
  public var dim: Style { roles.dim }
  /// The current position: focused border, selection bar, spinner; and the keys in borders, which can be clicked. Other text
  /// there is bold instead, because the accent is too light to be read on a light terminal.
  public var accent: Style { roles.accent }
  /// A chart's line: the accent's colour without its weight.
  public var line: Style { roles.line }
  /// One of several lines of a chart.
  public func line(_ look: LineLook) -> Style {
    look.colour > 0 && look.colour <= roles.furtherLines.count ? roles.furtherLines[look.colour - 1] : roles.line
  }
  /// Trouble.
  public var alarm: Style { roles.alarm }
  /// The part of a text that matches the filter, in the text's own colour, because yellow cannot be read on a light terminal.
  public var match: Style { roles.match }
  /// A word on the accent's background, which must be noticed at once.
  public var badge: Style { roles.badge }
  /// Good news, such as the tick of an accepted answer.
  public var good: Style { roles.good }
  /// Headings, and a selected row's title.
  public var strong: Style { roles.strong }
  /// Code within a sentence; `nil` where it has backticks instead, because no colour sets it apart, or in ASCII.
  public var inlineCode: Style? { isASCII || roles.code.foreground == nil ? nil : roles.code }
  /// A part of a block of code.
  public func style(of kind: CodeSpan.Kind) -> Style {
    switch kind {
    case .plain: roles.plain
    case .keyword: roles.keyword
    case .string: roles.string
    case .number: roles.number
    case .comment: roles.comment
    }
  }
}
