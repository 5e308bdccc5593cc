import Screen
import Text

/// The content of an overlay: chapters of lines with a label and a text, in as many columns as fit.
struct OverlayText {
  struct Chapter {
    var title: SafeText
    var lines: [Line]
  }

  struct Line: Hashable {
    var label: SafeText
    var text: SafeText
  }

  /// A row of a column: a label and a text, a title as a label alone, or nothing.
  private struct Row {
    var label: [Cell] = []
    var text: [Cell] = []

    mutating func mark(_ match: Match, _ style: Style) {
      let part = match.isInLabel ? \Row.label : \Row.text
      for index in match.cells.clamped(to: self[keyPath: part].indices) {
        let cell = self[keyPath: part][index]
        self[keyPath: part][index] = Cell(cell.glyph, style: style, width: cell.width)
      }
    }
  }

  /// Rows below each other, and their width.
  private struct Column {
    var rows: [Row]
    var labelWidth: Int
    var width: Int
  }

  let height: Int
  let width: Int
  private let columns: [Column]

  private static let columnGap = 4
  private static let labelGap = 2
  /// The fewest columns in which most lines need no wrapping.
  private static let leastColumnWidth = 50
  /// A text with fewer columns than this beside its label is put below it.
  private static let leastTextWidth = 12

  /// Lays out the chapters: in the fewest columns that need no scrolling, else in as many as fit. What is too wide for its
  /// column is wrapped, so that nothing is lost.
  ///
  /// - Parameter height: The number of visible rows.
  init(_ chapters: [Chapter], fitting room: Int, height: Int, theme: Theme) {
    var best: [Column]?
    for count in 1...3 {
      let parts = Self.distribute(chapters, over: count)
      var columns = parts.map { Self.column($0, room: nil, theme) }
      if Self.width(of: columns) > room {
        let share = (room - (count - 1) * Self.columnGap) / count
        guard count > 1, share >= Self.leastColumnWidth else { break }
        columns = parts.map { Self.column($0, room: share, theme) }
      }
      best = columns
      if (columns.map(\.rows.count).max() ?? 0) <= height { break }
    }
    columns = best ?? [Self.column(chapters, room: room, theme)]
    width = Self.width(of: columns)
    self.height = columns.map(\.rows.count).max() ?? 0
  }

  /// Draws the rows from `first` on over the whole canvas.
  ///
  /// - Parameters:
  ///   - matches: The matches of a search, which are marked.
  ///   - current: The index of the one that stands out.
  func draw(from first: Int, marking matches: [Match] = [], current: Int? = nil, into canvas: inout Canvas) {
    let theme = canvas.theme
    let byRow = Dictionary(grouping: matches.indices) { RowKey(matches[$0]) }
    var x = 0
    for (number, column) in columns.enumerated() {
      for (y, row) in column.rows.dropFirst(first).prefix(canvas.height).enumerated() {
        var row = row
        for index in byRow[RowKey(column: number, row: first + y)] ?? [] {
          let style = index == current ? theme.match.with(.reverse) : theme.match
          row.mark(matches[index], style)
        }
        canvas.draw(row.label, x: x, y: y)
        canvas.draw(row.text, x: x + column.labelWidth + Self.labelGap, y: y)
      }
      x += column.width + Self.columnGap
    }
  }

  // MARK: - Search

  /// A part of a row that matches a search.
  struct Match: Hashable {
    fileprivate var column: Int
    /// Its row in the text.
    var row: Int
    fileprivate var isInLabel: Bool
    fileprivate var cells: Range<Int>
  }

  private struct RowKey: Hashable {
    var column: Int
    var row: Int

    init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
    init(_ match: Match) { self.init(column: match.column, row: match.row) }
  }

  /// Returns where words occur, column by column.
  func matches(of words: FilterWords) -> [Match] {
    guard !words.isEmpty else { return [] }
    var text = SearchText()
    /// For each part that was added, where it is, and its first place in the text.
    var parts: [(match: Match, start: Int)] = []
    for (column, content) in columns.enumerated() {
      for (row, line) in content.rows.enumerated() {
        for (isInLabel, cells) in [(true, line.label), (false, line.text)] {
          text.breakWord()
          parts.append((Match(column: column, row: row, isInLabel: isInLabel, cells: 0..<0), text.count))
          for cell in cells { text.append(cell.glyph.string.first ?? " ") }
        }
      }
    }
    return text.matches(of: words).map { found in
      let part = parts[parts.partitioningIndex { $0.start > found.lowerBound } - 1]
      var match = part.match
      match.cells = found.lowerBound - part.start..<found.upperBound - part.start
      return match
    }
  }

  // MARK: - Columns

  private static func width(of columns: [Column]) -> Int {
    columns.reduce(-columnGap) { $0 + $1.width + columnGap }
  }

  /// Keeps chapters whole and in order, with columns as even as possible.
  private static func distribute(_ chapters: [Chapter], over count: Int) -> [[Chapter]] {
    let heights = chapters.map { $0.lines.count + 1 }
    let (longest, total) = (heights.max() ?? 0, heights.reduce(0) { $0 + $1 + 1 })
    for height in max(longest, total / count - 1)...max(longest, total) {
      var columns: [[Chapter]] = []
      var room = 0
      for (chapter, needed) in zip(chapters, heights) {
        if columns.isEmpty || needed + 1 > room {
          columns.append([chapter])
          room = height - needed
        } else {
          columns[columns.count - 1].append(chapter)
          room -= needed + 1
        }
      }
      if columns.count <= count { return columns }
    }
    return [chapters]
  }

  /// Returns chapters below each other.
  ///
  /// - Parameter room: The columns available; `nil` for as many as needed.
  private static func column(_ chapters: [Chapter], room: Int?, _ theme: Theme) -> Column {
    let labels = chapters.flatMap(\.lines).map { DisplayWidth.of($0.label) }.max() ?? 0
    let textRoom = room.map { $0 - labels - labelGap }
    // There is too little room for a text beside its label, so it is put below.
    let isBelow = textRoom.map { $0 < leastTextWidth } ?? false
    let labelWidth = isBelow ? 0 : labels
    var rows: [Row] = []
    var width = 0
    for chapter in chapters {
      if !rows.isEmpty { rows.append(Row()) }
      rows.append(Row(label: cells(chapter.title, theme.strong.with(.underline))))
      width = max(width, DisplayWidth.of(chapter.title))
      for line in chapter.lines {
        let wrapRoom = isBelow ? (room ?? 0) - labelGap : textRoom ?? .max
        let pieces = wrapped(line.text, theme.plain, room: wrapRoom)
        let label = cells(line.label, theme.strong)
        if isBelow { rows.append(Row(label: label)) }
        for (index, piece) in pieces.enumerated() {
          rows.append(Row(label: index == 0 && !isBelow ? label : [], text: piece))
          width = max(width, labelWidth + labelGap + piece.displayWidth)
        }
      }
    }
    return Column(rows: rows, labelWidth: labelWidth, width: min(width, room ?? width))
  }

  private static func cells(_ text: SafeText, _ style: Style) -> [Cell] {
    RichTextLayout.wrap(text, style, width: .max).first ?? []
  }

  private static func wrapped(_ text: SafeText, _ style: Style, room: Int) -> [[Cell]] {
    let lines = RichTextLayout.wrap(text, style, width: room)
    return lines.isEmpty ? [[]] : lines
  }
}
