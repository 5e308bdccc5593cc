import Text

/// A body as lines of cells for a width: computed once, then drawn line by line while one scrolls.
///
/// Blocks stand a blank line apart. Preformatted text is set in behind a bar and never re-flowed: a line that is too long
/// stays a line, and is scrolled sideways.
public struct RichTextLayout: Sendable {
  public private(set) var lines: [TextLine] = []

  private let theme: Theme
  private let targets: [SafeText]
  private var links: LinkNumbers

  /// - Parameter links: the numbers given so far; those of this body are added.
  public init(_ text: RichText, width: Int, theme: Theme, links: inout LinkNumbers) {
    self.theme = theme
    self.links = links
    targets = text.links.map(\.target)
    lines = lay(text.blocks, width: width, isTight: false)
    links = self.links
  }

  /// A text of one style in lines of at most so many columns.
  public static func wrap(_ text: SafeText, _ style: Style, width: Int) -> [[Cell]] {
    LineWrapper.lines(of: text, style, width: width)
  }

  /// A text of several styles in at most `most` lines: the last one ends in `cut` where there would be more.
  public static func wrap(_ spans: [Span], width: Int, most: Int, cut: Glyph) -> [[Cell]] {
    let all = LineWrapper.lines(of: spans.map { StyledRun(text: $0.text, style: $0.style) }, width: width)
    guard all.count > most, most > 0 else { return all }
    var last = all[most - 1]
    while last.displayWidth >= width { last.removeLast() }
    last.append(Cell(cut, style: last.last?.style ?? .plain))
    return all.prefix(most - 1) + [last]
  }

  /// The numbered targets of a text's links, for its end: `[1] https://docs.swift.org/…`.
  public static func targetLines(_ links: LinkNumbers, width: Int, theme: Theme) -> [TextLine] {
    links.targets.enumerated().flatMap { index, target in
      let label: SafeText = "[\(index + 1)] "
      let indent = DisplayWidth.of(label)
      let rest = LineWrapper.lines(of: target, theme.dim, link: CellLink(to: target), width: width - indent)
      return hang(rest.map { TextLine($0) }, behind: [Span(label, theme.dim)])
    }
  }

  // MARK: Blocks

  private mutating func lay(_ blocks: [RichText.Block], width: Int, isTight: Bool) -> [TextLine] {
    var result: [TextLine] = []
    for block in blocks {
      let lines = lay(block, width: max(4, width))
      guard !lines.isEmpty else { continue }
      if !result.isEmpty, !isTight { result.append(TextLine()) }
      result += lines
    }
    return result
  }

  private mutating func lay(_ block: RichText.Block, width: Int) -> [TextLine] {
    switch block {
    case .paragraph(let runs):
      return wrap(runs, base: theme.plain, width: width)
    case .heading(let level, let runs):
      return wrap(runs, base: level <= 2 ? theme.strong.with(.underline) : theme.strong, width: width)
    case .code(let code):
      return lay(code: code, width: width)
    case .quote(let blocks):
      let lines = lay(blocks, width: width - 2, isTight: false)
      return lines.map { $0.behind(Self.cells([Span("> ", theme.dim)])) }
    case .list(let ordered, let start, let items):
      return lay(items: items, labels: ordered ? start : nil, width: width)
    case .table(let rows, let hasHead, let alignments):
      let texts = rows.map { $0.map { cell in styled(cell, base: theme.plain) } }
      return TableLayout(texts, hasHead: hasHead, alignments: alignments, width: width, theme: theme)
        .lines.map { TextLine($0) }
    case .rule:
      return [TextLine(Array(repeating: Cell(theme.glyphs.horizontal, style: theme.dim), count: width))]
    }
  }

  private func lay(code: [SafeText], width: Int) -> [TextLine] {
    // Two columns of air, but where columns are few.
    let indent = Array(repeating: Cell.blank, count: width >= 30 ? 2 : 0)
    let bar = indent + [Cell(theme.glyphs.codeBar, style: theme.dim), .blank]
    return code.map { TextLine(bar + Self.cells(CodeComment.spans(of: $0, theme)), codeStart: bar.count) }
  }

  /// - Parameter labels: the first number; bullets when `nil`.
  private mutating func lay(items: [[RichText.Block]], labels: Int?, width: Int) -> [TextLine] {
    let last = (labels ?? 0) + items.count - 1
    let labelWidth = labels == nil ? 2 : max(3, "\(last)".count + 2)
    // Items of several paragraphs need air between them; items of a line each would fall apart with it.
    let isTight = items.allSatisfy(Self.isShort)
    var result: [TextLine] = []
    for (index, item) in items.enumerated() {
      let label: SafeText = labels.map { "\($0 + index)." } ?? theme.glyphs.bullet
      let padding = max(0, labelWidth - 1 - DisplayWidth.of(label))
      let air = SafeText(oneLine: String(repeating: " ", count: padding))
      let lines = lay(item, width: width - labelWidth, isTight: isTight)
      if !result.isEmpty, !isTight { result.append(TextLine()) }
      result += Self.hang(lines.isEmpty ? [TextLine()] : lines, behind: [Span("\(air)\(label) ", theme.dim)])
    }
    return result
  }

  private static func isShort(_ item: [RichText.Block]) -> Bool {
    var paragraphs = 0
    for block in item {
      switch block {
      case .paragraph: paragraphs += 1
      case .list: break
      default: return false
      }
    }
    return paragraphs <= 1
  }

  // MARK: Runs

  private mutating func wrap(_ runs: [RichText.Run], base: Style, width: Int) -> [TextLine] {
    LineWrapper.lines(of: styled(runs, base: base), width: width).map { TextLine($0) }
  }

  /// The runs in the theme's styles, with a link's number behind its last run.
  private mutating func styled(_ runs: [RichText.Run], base: Style) -> [StyledRun] {
    var result: [StyledRun] = []
    for (index, run) in runs.enumerated() {
      var piece = StyledRun(run, base: base, theme: theme)
      if let link = run.link, targets.indices.contains(link) { piece.link = CellLink(to: targets[link]) }
      let next = index + 1 < runs.count ? runs[index + 1].link : nil
      if let link = run.link, link != next, targets.indices.contains(link) {
        piece.suffix = Span(" [\(links.number(of: targets[link]))]", theme.dim)
      }
      result.append(piece)
    }
    return result
  }

  // MARK: Cells

  static func cells(_ spans: [Span]) -> [Cell] {
    spans.flatMap { span in
      Glyphs(span.text).map { Cell($0.glyph, style: span.style, width: UInt8($0.width)) }
    }
  }

  /// Lines with a label before the first and as much air before the others.
  static func hang(_ lines: [TextLine], behind label: [Span]) -> [TextLine] {
    let labelCells = cells(label)
    let air = Array(repeating: Cell.blank, count: label.width)
    return lines.enumerated().map { index, line in
      index == 0 ? line.behind(labelCells) : line.cells.isEmpty ? line : line.behind(air)
    }
  }
}
