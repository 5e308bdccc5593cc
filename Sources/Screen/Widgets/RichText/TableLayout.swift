import Text

/// A table as lines of cells: columns as wide as they need, made narrower from the widest down where they do not fit.
///
///     name  │ since │ stars
///     ──────┼───────┼──────
///     Swift │ 2014  │    67
struct TableLayout {
  private(set) var lines: [[Cell]] = []

  /// Below this a column shows too little to be read.
  private static let narrowest = 4
  /// ` │ `
  private static let separatorWidth = 3

  /// - Parameter alignments: of the columns; those beyond are aligned to the left.
  init(_ rows: [[[StyledRun]]], hasHead: Bool, alignments: [RichText.Alignment], width: Int, theme: Theme) {
    let count = rows.map(\.count).max() ?? 0
    guard count > 0 else { return }
    var widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? Self.naturalWidth($0[column]) : 0 }.max() ?? 0
    }
    let room = width - (count - 1) * Self.separatorWidth
    while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      guard widths[widest] > Self.narrowest else { break }
      widths[widest] -= 1
    }
    // Too many columns to stand side by side: the cells of a row one below the other.
    guard widths.reduce(0, +) <= room else {
      lines = rows.enumerated().flatMap { index, row in
        (index == 0 ? [] : [[]]) + row.flatMap { LineWrapper.lines(of: $0, width: width) }
      }
      return
    }

    let columns = widths.enumerated().map { index, width in
      Column(width: width, alignment: index < alignments.count ? alignments[index] : .left)
    }
    for (index, row) in rows.enumerated() {
      let isHead = hasHead && index == 0
      lines += Self.lay(row, columns, isHead: isHead, theme: theme)
      if isHead { lines.append(Self.rule(widths, theme: theme)) }
    }
  }

  private struct Column {
    var width: Int
    var alignment: RichText.Alignment

    /// Fills a line up to the column's width.
    func aligned(_ line: [Cell]) -> [Cell] {
      let air = max(0, width - line.displayWidth)
      let left =
        switch alignment {
        case .left: 0
        case .centre: air / 2
        case .right: air
        }
      return Array(repeating: .blank, count: left) + line + Array(repeating: .blank, count: air - left)
    }
  }

  private static func naturalWidth(_ cell: [StyledRun]) -> Int {
    cell.reduce(0) { $0 + DisplayWidth.of($1.text) + ($1.suffix?.width ?? 0) }
  }

  private static func lay(_ row: [[StyledRun]], _ columns: [Column], isHead: Bool, theme: Theme) -> [[Cell]] {
    let cells = columns.indices.map { column -> [[Cell]] in
      guard row.indices.contains(column) else { return [] }
      let runs = row[column].map { run in
        var run = run
        if isHead { run.style = run.style.with(.bold) }
        return run
      }
      return LineWrapper.lines(of: runs, width: columns[column].width)
    }
    let height = max(1, cells.map(\.count).max() ?? 1)
    return (0..<height).map { line in
      var result: [Cell] = []
      for column in columns.indices {
        if column > 0 { result += [.blank, Cell(theme.glyphs.vertical, style: theme.dim), .blank] }
        result += columns[column].aligned(line < cells[column].count ? cells[column][line] : [])
      }
      return result
    }
  }

  private static func rule(_ widths: [Int], theme: Theme) -> [Cell] {
    let line = Cell(theme.glyphs.horizontal, style: theme.dim)
    var result: [Cell] = []
    for (index, width) in widths.enumerated() {
      if index > 0 { result += [line, Cell(theme.glyphs.origin, style: theme.dim), line] }
      result += Array(repeating: line, count: width)
    }
    return result
  }
}
