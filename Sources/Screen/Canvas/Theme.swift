/// What a terminal can show, and how the few roles of text look on it.
///
/// Sixteen colours come first, from the user's own palette, so that light and dark terminals both read well; with fewer,
/// attributes say the same. Never colour alone carries a meaning.
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

  public init(colours: Colours = .many, isASCII: Bool = false) {
    self.colours = colours
    self.isASCII = isASCII
  }

  /// What is read: titles, values.
  public var plain: Style { .plain }
  /// What surrounds: borders, times, tags, axes.
  public var dim: Style { Style(attributes: .dim) }
  /// Where you are: focused border, selection bar, spinner. Text there is bold and not in this colour, which is too light to
  /// be read on a light terminal.
  public var accent: Style { colours == .none ? Style(attributes: .bold) : Style(foreground: 6, attributes: .bold) }
  /// A chart's line: the accent's colour without its weight.
  public var line: Style { colours == .none ? .plain : Style(foreground: 6) }
  /// Trouble, and sign-ups.
  public var alarm: Style { colours == .none ? Style(attributes: .bold) : Style(foreground: 1) }
  /// The part of a text that matches the filter: in the text's own colour, since yellow cannot be read on a light terminal.
  /// Bold alone is what a selected title is.
  public var match: Style { Style(attributes: [.bold, .underline]) }
  /// A word on the accent's background: what must be seen at once.
  public var badge: Style {
    colours == .none ? Style(attributes: [.bold, .reverse]) : Style(foreground: 0, background: 6)
  }
  /// Good news: an accepted answer's tick.
  public var good: Style { colours == .none ? Style(attributes: .bold) : Style(foreground: 2) }
  /// Headings, and a selected row's title.
  public var strong: Style { Style(attributes: .bold) }
}
