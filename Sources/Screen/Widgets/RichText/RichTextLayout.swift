import Text

/// A body as lines of cells for a width, all of them laid out at once.
///
/// Blocks stand a blank line apart. Preformatted text is set in behind a bar and never re-flowed: a line that is too long
/// stays a line, and is scrolled sideways.
public struct RichTextLayout: Sendable {
  public let lines: [TextLine]

  /// - Parameter links: the numbers given so far; those of this body are added.
  public init(_ text: RichText, width: Int, theme: Theme, links: inout LinkNumbers) {
    var section = TextSection(theme: theme)
    section.add(text, links: &links)
    lines = Self.lines(of: section, width: width)
  }

  /// A text of one style in lines of at most so many columns.
  public static func wrap(_ text: SafeText, _ style: Style, width: Int) -> [[Cell]] {
    LineWrapper.lines(of: .text(text, style), width: width).map(\.cells)
  }

  /// A text of several styles in at most `most` lines: the last one ends in `cut` where there would be more.
  public static func wrap(_ spans: [Span], width: Int, most: Int, cut: Glyph) -> [[Cell]] {
    let runs = spans.map { StyledRun(text: $0.text, style: $0.style) }
    let all = LineWrapper.lines(of: .styled(runs), width: width).map(\.cells)
    guard all.count > most, most > 0 else { return all }
    var last = all[most - 1]
    while last.displayWidth >= width { last.removeLast() }
    last.append(Cell(cut, style: last.last?.style ?? .plain))
    return all.prefix(most - 1) + [last]
  }

  /// The numbered targets of a text's links, for its end: `[1] https://docs.swift.org/…`.
  public static func targetLines(_ links: LinkNumbers, width: Int, theme: Theme) -> [TextLine] {
    var section = TextSection(theme: theme)
    section.add(targetsOf: links)
    return lines(of: section, width: width)
  }

  private static func lines(of section: TextSection, width: Int) -> [TextLine] {
    let layout = TextLayout([section], width: width)
    return layout.lines(from: layout.start, .max).map(\.line)
  }
}
