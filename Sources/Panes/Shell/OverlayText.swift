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

  /// A row of a column.
  private enum Row {
    case blank
    case title(SafeText)
    case line(label: SafeText, text: [Cell])
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
  /// A text with fewer columns than this beside its label is put below it.
  private static let leastTextWidth = 12

  /// Lays out the chapters: in the fewest columns that need no scrolling, else in as many as fit; if not even one fits, its
  /// lines are wrapped, so that nothing is lost.
  ///
  /// - Parameter height: The number of visible rows.
  init(_ chapters: [Chapter], fitting room: Int, height: Int, theme: Theme) {
    var best: [Column]?
    for count in 1...3 {
      let columns = Self.distribute(chapters, over: count).map { Self.column($0, room: nil, theme) }
      guard Self.width(of: columns) <= room else { break }
      best = columns
      if (columns.map(\.rows.count).max() ?? 0) <= height { break }
    }
    columns = best ?? [Self.column(chapters, room: room, theme)]
    width = Self.width(of: columns)
    self.height = columns.map(\.rows.count).max() ?? 0
  }

  /// Draws the rows from `first` on over the whole canvas.
  func draw(from first: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    var x = 0
    for column in columns {
      for (y, row) in column.rows.dropFirst(first).prefix(canvas.height).enumerated() {
        switch row {
        case .blank: break
        case .title(let title): canvas.draw(title, theme.strong.with(.underline), x: x, y: y)
        case .line(let label, let text):
          canvas.draw(label, theme.strong, x: x, y: y)
          canvas.draw(text, x: x + column.labelWidth + Self.labelGap, y: y)
        }
      }
      x += column.width + Self.columnGap
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
      if !rows.isEmpty { rows.append(.blank) }
      rows.append(.title(chapter.title))
      width = max(width, DisplayWidth.of(chapter.title))
      for line in chapter.lines {
        let wrapRoom = isBelow ? (room ?? 0) - labelGap : textRoom ?? .max
        let pieces = wrapped(line.text, theme.plain, room: wrapRoom)
        if isBelow { rows.append(.line(label: line.label, text: [])) }
        for (index, piece) in pieces.enumerated() {
          rows.append(.line(label: index == 0 && !isBelow ? line.label : "", text: piece))
          width = max(width, labelWidth + labelGap + piece.displayWidth)
        }
      }
    }
    return Column(rows: rows, labelWidth: labelWidth, width: min(width, room ?? width))
  }

  private static func wrapped(_ text: SafeText, _ style: Style, room: Int) -> [[Cell]] {
    let lines = RichTextLayout.wrap(text, style, width: room)
    return lines.isEmpty ? [[]] : lines
  }
}
