/// A laid-out line of a text.
///
/// Text is wrapped to the width. A line of code keeps its length and is scrolled horizontally.
public struct TextLine: Sendable, Hashable {
  public var cells: [Cell]
  /// The first cell of the code, after its bar and its indent; `nil` for other lines.
  public var codeStart: Int?
  /// The cells that are text, without those added by the layout.
  public internal(set) var parts: [Part] = []
  /// The owner's number of a line that the owner draws; `nil` if the cells are the line.
  public internal(set) var custom: Int?
  /// The owner's number of what is drawn at the right end, after the cells.
  public internal(set) var aside: Int?

  /// Neighbouring glyphs of a text, and their cells in a line.
  public struct Part: Sendable, Hashable {
    /// The index among the texts of a block: a block of code has one text for each line, a row of a table one for each cell.
    public var text: Int
    /// The index of the first glyph in the text.
    public var start: Int
    public var cells: Range<Int>
  }

  public init(_ cells: [Cell] = [], codeStart: Int? = nil) {
    self.cells = cells
    self.codeStart = codeStart
  }

  /// Creates a line that the text's owner draws.
  init(custom: Int) {
    self.init()
    self.custom = custom
  }

  /// Creates a line whose cells are all text.
  init(_ line: LineWrapper.Line) {
    self.init(line.cells)
    parts = [Part(text: 0, start: line.start, cells: line.cells.indices)]
  }

  /// Returns the line with other cells before it.
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

  /// Returns the number of columns by which code exceeds a width.
  public func overhang(width: Int) -> Int { codeStart == nil ? 0 : max(0, cells.displayWidth - width) }

  /// Returns whether all of some cells are visible in a width.
  public func shows(_ part: Range<Int>, width: Int, from column: Int) -> Bool {
    guard let codeStart, part.lowerBound >= codeStart else { return true }
    let start = cells[..<codeStart].displayWidth
    let first = cells[..<part.lowerBound].displayWidth - start - column
    return first >= 0 && first + cells[part].displayWidth <= width - start
  }

  /// Returns the cells that are visible in a width.
  ///
  /// - Parameter column: The number of columns of code scrolled out to the left. A mark stands at each edge beyond which
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
      // A wide glyph across an edge becomes a blank.
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
