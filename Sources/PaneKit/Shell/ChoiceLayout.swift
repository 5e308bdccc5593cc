import Screen
import Text

/// The layout of a list of choices on the screen.
struct ChoiceLayout {
  /// Border included.
  let rect: Rect
  /// The field's position inside it.
  let field: Rect?
  /// The list's lines inside it.
  let list: Range<Int>

  /// The most visible rows of a list with a field.
  static let mostRows = 20
  /// The columns of a list with a field, if available.
  private static let width = 76
  /// The columns of border and margins.
  private static let frame = 2 + 2 * PaneBorder.air
  /// On a lower screen, no line is left for the panes.
  private static let lowHeight = 16

  /// Creates the layout of a list as large as its rows.
  init(_ size: Size, rows: Int, width: Int) {
    // Header, footer and a line of the panes above and below stay visible.
    let isCovering = width + Self.frame > size.width - 2 || size.height < Self.lowHeight
    let lines = isCovering ? size.height - 4 : min(max(1, rows), size.height - 6)
    rect = Self.rect(
      size, width: isCovering ? size.width : width + Self.frame, height: lines + 2, y: (size.height - lines - 2) / 2)
    field = nil
    list = 1..<1 + max(1, lines)
  }

  /// Creates the layout of a list with a field. Its size depends only on the screen, so that nothing moves during typing.
  init(withFieldOn size: Size) {
    let isCovering = size.width < 60 || size.height < Self.lowHeight
    let width = isCovering ? size.width : min(Self.width, size.width - 8)
    // The field, and a blank line below it.
    let head = isCovering ? 1 : 2
    let lines = isCovering ? size.height - 4 - head : min(Self.mostRows, size.height - 6 - head)
    let height = lines + head + 2
    rect = Self.rect(size, width: width, height: height, y: isCovering ? 1 : max(2, (size.height - height) / 3))
    field = Rect(x: 1 + PaneBorder.air, y: 1, width: width - Self.frame, height: 1)
    list = 1 + head..<1 + head + max(1, lines)
  }

  private static func rect(_ size: Size, width: Int, height: Int, y: Int) -> Rect {
    Rect(x: (size.width - width) / 2, y: y, width: width, height: height)
  }
}

/// The columns of a list of choices: the mark, facts, the title, and at the right the detail and the key.
struct ChoiceColumns {
  private let hasMarks: Bool
  private let factWidths: [Int]
  private let titleWidth: Int
  private let detailWidth: Int
  private let keyWidth: Int

  private static let gap = 3
  private static let factGap = 2
  /// The least columns of a table's details before they are left out.
  private static let leastDetail = 12
  /// The least columns of a title before details are left out.
  private static let leastTitle = 24

  /// - Parameter choices: All choices that may be shown, so that no column moves with the matches.
  init(_ choices: [Choice]) {
    hasMarks = choices.contains(where: \.isCurrent)
    factWidths = (0..<(choices.map(\.facts.count).max() ?? 0)).map { column in
      choices.map { column < $0.facts.count ? DisplayWidth.of($0.facts[column]) : 0 }.max() ?? 0
    }
    titleWidth = choices.map { DisplayWidth.of($0.title) }.max() ?? 0
    detailWidth = choices.map { DisplayWidth.of($0.detail) }.max() ?? 0
    keyWidth = choices.map { DisplayWidth.of($0.key) }.max() ?? 0
  }

  /// Their width without a border and its margins.
  var width: Int { markWidth + factsWidth + titleWidth + Self.space(keyWidth) + Self.space(detailWidth) }

  private var markWidth: Int { hasMarks ? 2 : 0 }
  private var isTable: Bool { !factWidths.isEmpty }
  private var factsWidth: Int { factWidths.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + Self.factGap) } }
  private static func space(_ width: Int) -> Int { width == 0 ? 0 : gap + width }

  /// Draws a row over the width inside a border.
  ///
  /// - Parameter matches: The characters of the title that match the text.
  func draw(_ choice: Choice, matching matches: [Range<Int>], isSelected: Bool, into canvas: inout Canvas) {
    let theme = canvas.theme
    let style = isSelected ? theme.strong : theme.plain
    var start = PaneBorder.air + markWidth
    var end = canvas.width - PaneBorder.air
    if choice.isCurrent { canvas.draw(theme.glyphs.tick, theme.accent, x: PaneBorder.air, y: 0) }
    if keyWidth > 0 {
      canvas.draw(choice.key, theme.strong, x: end - keyWidth, y: 0, maxWidth: keyWidth, alignment: .right)
      end -= Self.space(keyWidth)
    }
    for (text, width) in zip(choice.facts, factWidths) where width > 0 {
      canvas.draw(text, theme.dim, x: start, y: 0, maxWidth: width, alignment: .right)
      start += width + Self.factGap
    }
    let left = end - start - Self.space(detailWidth)
    if isTable {
      let titles = titleRoom(end - start)
      let detail = start + titles + Self.gap
      if titles < end - start { canvas.draw(choice.detail, theme.dim, x: detail, y: 0, maxWidth: end - detail) }
      end = start + titles
    } else if detailWidth > 0, left >= min(titleWidth, Self.leastTitle) {
      canvas.draw(choice.detail, theme.dim, x: end - detailWidth, y: 0, maxWidth: detailWidth, alignment: .right)
      end -= Self.space(detailWidth)
    }
    canvas.draw(
      [Span](choice.title, style, marking: matches, with: style.with([.bold, .underline])), x: start, y: 0,
      maxWidth: end - start)
    guard canvas.height > 1, !choice.line.isEmpty else { return }
    let line = [Span](
      choice.line, theme.dim, marking: choice.words.ranges(in: choice.line), with: theme.dim.with([.bold, .underline]))
    canvas.draw(line, x: start, y: 1, maxWidth: canvas.width - PaneBorder.air - start)
  }

  /// Returns the columns of the titles in a table, which share a room with its details; all of it if that is too small for
  /// both.
  private func titleRoom(_ room: Int) -> Int {
    let least = min(titleWidth, max(Self.leastTitle, room * 2 / 5))
    guard detailWidth > 0, room - least - Self.gap >= min(detailWidth, Self.leastDetail) else { return room }
    return min(titleWidth, max(least, room - Self.gap - detailWidth))
  }
}
