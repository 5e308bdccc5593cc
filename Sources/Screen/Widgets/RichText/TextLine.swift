/// A line of a text that was laid out.
///
/// Text is wrapped to the width. A line of code is as long as its author made it: what does not fit is scrolled to.
public struct TextLine: Sendable, Hashable {
  public var cells: [Cell]
  /// The first cell of the code, behind its bar and its indent; `nil` where the line is no code.
  public var codeStart: Int?
  /// The cells that are text, without what a layout has put beside them.
  public internal(set) var parts: [Part] = []
  /// What the text's owner knows a line by that is drawn by the owner; `nil` where the cells are the line.
  public internal(set) var custom: Int?
  /// What the text's owner knows by this number is drawn at the right end, behind the cells.
  public internal(set) var aside: Int?

  /// Neighbouring glyphs of a text, and the cells that they have in a line.
  public struct Part: Sendable, Hashable {
    /// Which of a block's texts: a block of code has one for each line, a row of a table one for each cell.
    public var text: Int
    /// The place of the first glyph among the text's.
    public var start: Int
    public var cells: Range<Int>
  }

  public init(_ cells: [Cell] = [], codeStart: Int? = nil) {
    self.cells = cells
    self.codeStart = codeStart
  }

  /// A line that the text's owner draws.
  init(custom: Int) {
    self.init()
    self.custom = custom
  }

  /// A line of cells that are all text.
  init(_ line: LineWrapper.Line) {
    self.init(line.cells)
    parts = [Part(text: 0, start: line.start, cells: line.cells.indices)]
  }

  /// The same line behind other cells.
  func behind(_ prefix: [Cell]) -> TextLine {
    guard !prefix.isEmpty else { return self }
    var line = self
    line.cells = prefix + cells
    line.codeStart = codeStart.map { $0 + prefix.count }
    for index in parts.indices {
      let cells = parts[index].cells
      line.parts[index].cells = cells.lowerBound + prefix.count..<cells.upperBound + prefix.count
    }
    return line
  }

  static func cells(_ spans: [Span]) -> [Cell] {
    spans.flatMap { span in
      if span.text.string.utf8Span.isKnownASCII {
        // Every byte takes one column.
        return span.text.string.utf8.map { Cell(Glyph(code: UInt32($0)), style: span.style) }
      }
      return Glyphs(span.text).map { Cell($0.glyph, style: span.style, width: UInt8($0.width)) }
    }
  }

  /// Columns of code that do not fit into so many.
  public func overhang(width: Int) -> Int { codeStart == nil ? 0 : max(0, cells.displayWidth - width) }

  /// Whether all of some cells is seen in so many columns.
  public func shows(_ part: Range<Int>, width: Int, from column: Int) -> Bool {
    guard let codeStart, part.lowerBound >= codeStart else { return true }
    let start = cells[..<codeStart].displayWidth
    let first = cells[..<part.lowerBound].displayWidth - start - column
    return first >= 0 && first + cells[part].displayWidth <= width - start
  }

  /// The cells that are seen in so many columns.
  ///
  /// - Parameter column: how many columns of the code are scrolled out to the left. A mark stands at each edge behind which
  ///   there is more.
  public func visible(width: Int, from column: Int, theme: Theme) -> [Cell] {
    guard let codeStart, column > 0 || overhang(width: width) > 0 else { return cells }
    var line = Array(cells[..<codeStart])
    let room = max(1, width - line.displayWidth)
    let code = cells[codeStart...]
    if column > 0, !code.isEmpty, !line.isEmpty { line[codeStart - 1] = Cell(theme.glyphs.moreLeft, style: theme.dim) }
    let hasMore = code.displayWidth > column + room
    let end = column + room - (hasMore ? 1 : 0)
    var (place, filled) = (0, column)
    for cell in code {
      let next = place + Int(cell.width)
      // Of a wide glyph that stands across an edge a blank is left.
      if place >= column, next <= end {
        line.append(cell)
        filled = next
      } else if next > column, place < end {
        line.append(Cell(.space, style: cell.style))
        filled += 1
      }
      place = next
      if place >= end { break }
    }
    if hasMore {
      line += Array(repeating: .blank, count: max(0, end - filled))
      line.append(Cell(theme.glyphs.moreRight, style: theme.dim))
    }
    return line
  }
}
