import Text

/// A body as lines of cells for a width, all of them laid out at once.
///
/// There is a blank line between blocks. Preformatted text is indented behind a bar and never reflowed: a line that is too
/// long stays one line and is scrolled horizontally.
public struct RichTextLayout: Sendable {
  public let lines: [TextLine]

  /// - Parameters:
  ///   - language: The language of code whose author names none.
  ///   - links: The numbers assigned so far; those of this body are added.
  public init(_ text: RichText, width: Int, theme: Theme, language: CodeLanguage? = nil, links: inout LinkNumbers) {
    var section = TextSection(theme: theme)
    section.add(text, language: language, links: &links)
    lines = Self.lines(of: section, width: width)
  }

  /// Wraps a text of one style into lines of a maximum width.
  public static func wrap(_ text: SafeText, _ style: Style, width: Int) -> [[Cell]] {
    LineWrapper.lines(of: .text(text, style), width: width).map(\.cells)
  }

  /// Wraps a text of several styles into at most `most` lines; the last one ends in `cut` if there would be more.
  ///
  /// - Parameter lastWidth: The maximum width of the last of these lines; the others' if `nil`.
  public static func wrap(
    _ spans: [Span], width: Int, most: Int, lastWidth: Int? = nil, cut: Glyph
  ) -> [[Cell]] {
    let runs = spans.map { StyledRun(text: $0.text, style: $0.style) }
    let all = LineWrapper.lines(of: .styled(runs), width: width).map(\.cells)
    let lastWidth = lastWidth ?? width
    guard most > 0, all.count > most || all.count == most && all[most - 1].displayWidth > lastWidth else { return all }
    var last = all[most - 1]
    while !last.isEmpty, last.displayWidth >= lastWidth { last.removeLast() }
    last.append(Cell(cut, style: last.last?.style ?? .plain))
    return all.prefix(most - 1) + [last]
  }

  /// Returns the numbered targets of a text's links, which follow the text: `[1] https://docs.swift.org/…`.
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
