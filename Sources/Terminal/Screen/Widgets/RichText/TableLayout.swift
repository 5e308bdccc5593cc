import Text

/// A table of which each row is laid out separately. Columns are as wide as they need; if they do not fit, the widest are
/// narrowed first.
///
///     name  │ since │ stars
///     ──────┼───────┼──────
///     Swift │ 2014  │    67
struct TextTable: Sendable {
  var rows: [[[RichText.Run]]]
  var hasHead: Bool
  /// The alignments of the columns; further columns are aligned to the left.
  var alignments: [RichText.Alignment]
  var links: LinkedRuns

  func inline(_ row: Int, _ column: Int, _ theme: Theme) -> Inline {
    .runs(
      rows[row][column], links, base: hasHead && row == 0 ? theme.plain.with(.bold) : theme.plain)
  }

  fileprivate func naturalWidth(_ cell: [RichText.Run]) -> Int {
    cell.indices.reduce(0) { width, index in
      let run = cell[index]
      guard let link = run.link, links.targets.indices.contains(link),
        index + 1 >= cell.count || cell[index + 1].link != link
      else { return width + StyledRun.width(of: run, code: links.code) }
      return width + StyledRun.width(of: run, code: links.code) + DisplayWidth.of(" [\(links.numbers[link])]")
    }
  }
}

/// The columns of a table for a width.
struct TableLayout: Sendable {
  /// `nil` if there are too many columns for the width; then the cells of a row are below each other.
  private let columns: [Column]?
  private let width: Int

  /// A narrower column would show too little to be read.
  private static let narrowest = 4
  /// ` │ `
  private static let separatorWidth = 3

  init(_ table: TextTable, width: Int) {
    self.width = width
    let count = table.rows.reduce(0) { max($0, $1.count) }
    let room = width - (count - 1) * Self.separatorWidth
    var widths = Array(repeating: 0, count: count)
    for row in table.rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], table.naturalWidth(cell)) }
    }
    guard widths.reduce(0, { $0 + min($1, Self.narrowest) }) <= room else {
      columns = nil
      return
    }
    // No column can be wider than all of them together.
    widths = widths.map { min($0, room) }
    while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] -= 1
    }
    columns = widths.enumerated().map { index, width in
      Column(width: width, alignment: index < table.alignments.count ? table.alignments[index] : .left)
    }
  }

  /// Returns the lines of a row; the first row includes the rule below the head.
  func lines(_ row: Int, of table: TextTable, _ theme: Theme) -> [TextLine] {
    let cells = table.rows[row].indices.map { table.inline(row, $0, theme) }
    guard let columns else {
      let lines = cells.enumerated().flatMap { column, cell in
        LineWrapper.lines(of: cell, width: width).map { line in
          var line = TextLine(line)
          line.parts[0].text = column
          return line
        }
      }
      return lines.isEmpty ? [TextLine()] : lines
    }
    let wrapped = columns.enumerated().map { index, column in
      index < cells.count ? LineWrapper.lines(of: cells[index], width: column.width) : []
    }
    let height = max(1, wrapped.reduce(0) { max($0, $1.count) })
    let lines = (0..<height).map { number in
      var line = TextLine()
      for (index, column) in columns.enumerated() {
        if index > 0 { line.cells += [.blank, Cell(theme.glyphs.vertical, style: theme.dim), .blank] }
        column.append(number < wrapped[index].count ? wrapped[index][number] : nil, of: index, to: &line)
      }
      return line
    }
    return table.hasHead && row == 0 ? lines + [rule(columns, theme)] : lines
  }

  /// Whether there is a blank line between two rows.
  var hasAir: Bool { columns == nil }

  private struct Column: Sendable {
    var width: Int
    var alignment: RichText.Alignment

    /// Appends a cell's line, padded to the column's width.
    func append(_ content: LineWrapper.Line?, of index: Int, to line: inout TextLine) {
      let air = max(0, width - (content?.cells.displayWidth ?? 0))
      let left =
        switch alignment {
        case .left: 0
        case .centre: air / 2
        case .right: air
        }
      line.cells += Array(repeating: .blank, count: left)
      if let content {
        let start = line.cells.count
        line.cells += content.cells
        line.parts.append(TextLine.Part(text: index, start: content.start, cells: start..<line.cells.count))
      }
      line.cells += Array(repeating: .blank, count: air - left)
    }
  }

  private func rule(_ columns: [Column], _ theme: Theme) -> TextLine {
    let line = Cell(theme.glyphs.horizontal, style: theme.dim)
    var cells: [Cell] = []
    for (index, column) in columns.enumerated() {
      if index > 0 { cells += [line, Cell(theme.glyphs.origin, style: theme.dim), line] }
      cells += Array(repeating: line, count: column.width)
    }
    return TextLine(cells)
  }
}
