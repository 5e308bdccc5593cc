import Screen
import Text

/// Where a list of choices stands on the screen.
struct ChoiceLayout {
  /// Border included.
  let rect: Rect
  /// The field's place inside of that.
  let field: Rect?
  /// The list's lines inside of that.
  let list: Range<Int>

  /// The most rows that a list with a field shows at once.
  static let mostRows = 20
  /// The columns that a list with a field takes where it has them.
  private static let width = 76
  /// Border and air.
  private static let frame = 2 + 2 * PaneBorder.air
  /// On a screen that is lower than this, no line is given away.
  private static let lowHeight = 16

  /// A list as large as its rows.
  init(_ size: Size, rows: Int, width: Int) {
    // Header, footer and a line of the panes above and below are left to be seen.
    let isCovering = width + Self.frame > size.width - 2 || size.height < Self.lowHeight
    let lines = isCovering ? size.height - 4 : min(max(1, rows), size.height - 6)
    rect = Self.rect(
      size, width: isCovering ? size.width : width + Self.frame, height: lines + 2, y: (size.height - lines - 2) / 2)
    field = nil
    list = 1..<1 + max(1, lines)
  }

  /// A list with a field. Its size is the screen's alone, so that nothing moves while a person types.
  init(withFieldOn size: Size) {
    let isCovering = size.width < 60 || size.height < Self.lowHeight
    let width = isCovering ? size.width : min(Self.width, size.width - 8)
    // The field, and a line of air below it.
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

/// The columns of a list of choices: the mark, the title, and at the right what is told of it and its key.
struct ChoiceColumns {
  private let hasMarks: Bool
  private let titleWidth: Int
  private let detailWidth: Int
  private let keyWidth: Int

  private static let gap = 3
  /// Columns that a title is left at least, before the details go.
  private static let leastTitle = 24

  /// - Parameter choices: all that the list may show, so that no column moves with what matches.
  init(_ choices: [Choice]) {
    hasMarks = choices.contains(where: \.isCurrent)
    titleWidth = choices.map { DisplayWidth.of($0.title) }.max() ?? 0
    detailWidth = choices.map { DisplayWidth.of($0.detail) }.max() ?? 0
    keyWidth = choices.map { DisplayWidth.of($0.key) }.max() ?? 0
  }

  /// What they take without a border and its air.
  var width: Int { markWidth + titleWidth + Self.space(keyWidth) + Self.space(detailWidth) }

  private var markWidth: Int { hasMarks ? 2 : 0 }
  private static func space(_ width: Int) -> Int { width == 0 ? 0 : gap + width }

  /// Draws a row over the width inside a border.
  ///
  /// - Parameter matches: the characters of the title that match what was typed.
  func draw(_ choice: Choice, matching matches: [Range<Int>], isSelected: Bool, into canvas: inout Canvas) {
    let theme = canvas.theme
    let style = isSelected ? theme.strong : theme.plain
    let start = PaneBorder.air + markWidth
    var end = canvas.width - PaneBorder.air
    if choice.isCurrent { canvas.draw(theme.glyphs.tick, theme.accent, x: PaneBorder.air, y: 0) }
    if keyWidth > 0 {
      canvas.draw(choice.key, theme.strong, x: end - keyWidth, y: 0, maxWidth: keyWidth, alignment: .right)
      end -= Self.space(keyWidth)
    }
    let left = end - start - Self.space(detailWidth)
    if detailWidth > 0, left >= min(titleWidth, Self.leastTitle) {
      canvas.draw(choice.detail, theme.dim, x: end - detailWidth, y: 0, maxWidth: detailWidth, alignment: .right)
      end -= Self.space(detailWidth)
    }
    canvas.draw(
      [Span](choice.title, style, marking: matches, with: style.with([.bold, .underline])), x: start, y: 0,
      maxWidth: end - start)
  }
}
