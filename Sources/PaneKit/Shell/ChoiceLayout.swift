import Screen
import Text

/// The layout of a list of choices on the screen: as large as what it needs, and smaller than the screen.
struct ChoiceLayout {
  /// What a list needs, without border and margins.
  struct Needs {
    var width = 0
    /// The lines of the list.
    var lines = 0
    /// The lines of a note that does not fit beside the text in the field.
    var noteLines = 0
  }

  /// Border included.
  let rect: Rect
  /// The field's line inside it, and those of the note, or the blank one, below it.
  let field: Rect?
  /// The list's lines inside it.
  let list: Range<Int>

  /// The columns for text inside border and margins.
  var textWidth: Int { rect.width - Self.frame }

  /// The least columns for text of a list with a field.
  static let leastWidth = 44
  /// The columns of border and margins.
  private static let frame = 2 + 2 * PaneBorder.air
  /// The columns and lines of the screen that a list does not take.
  private static let free = 8
  /// On a lower screen, no line is left for the panes.
  private static let lowHeight = 16
  /// On a narrower screen, a list with a field, or one that would be cut, leaves no column for the panes.
  private static let narrowWidth = 60

  init(_ size: Size, _ needs: Needs, hasField: Bool) {
    let wanted = needs.width + Self.frame
    let isCovering =
      size.height < Self.lowHeight
      || size.width < Self.narrowWidth && (hasField || wanted > size.width - Self.free)
    let width = isCovering ? size.width : min(wanted, size.width - Self.free)
    // Header and footer stay visible.
    let most = size.height - 2 - (isCovering ? 2 : Self.free)
    // The field, and a blank line or the note below it.
    let head = hasField ? 1 + max(isCovering ? 0 : 1, min(needs.noteLines, most - 2)) : 0
    let lines = max(1, isCovering ? most - head : min(needs.lines, most - head))
    // The place of a field does not depend on the number of lines, so that it stays when these become more.
    let y = isCovering ? 1 : hasField ? Self.free / 2 : (size.height - lines - 2) / 2
    rect = Rect(x: (size.width - width) / 2, y: y, width: width, height: head + lines + 2)
    field = hasField ? Rect(x: 1 + PaneBorder.air, y: 1, width: width - Self.frame, height: head) : nil
    list = 1 + head..<1 + head + lines
  }
}

/// The columns of a list of choices: the mark, facts, the title, and at the right the detail and the key.
struct ChoiceColumns {
  private let hasMarks: Bool
  private let factWidths: [Int]
  private let titleWidth: Int
  private let detailWidth: Int
  private let keyWidth: Int
  /// The columns of the second lines, which begin where the titles do.
  private let lineWidth: Int

  private static let gap = 3
  private static let factGap = 2
  /// The least columns of a detail before it is left out.
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
    lineWidth = choices.map { DisplayWidth.of($0.line) }.max() ?? 0
  }

  /// Their width without a border and its margins.
  var width: Int {
    markWidth + factsWidth + max(titleWidth + Self.space(keyWidth) + Self.space(detailWidth), lineWidth)
  }

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
    if let detail = detailStart(of: choice, start..<max(start, end)) {
      canvas.draw(choice.detail, theme.dim, x: detail, y: 0, maxWidth: end - detail)
      end = detail - Self.gap
    }
    canvas.draw(
      [Span](choice.title, style, marking: matches, with: style.with([.bold, .underline])), x: start, y: 0,
      maxWidth: end - start)
    guard canvas.height > 1, !choice.line.isEmpty else { return }
    let line = [Span](
      choice.line, theme.dim, marking: choice.words.ranges(in: choice.line), with: theme.dim.with([.bold, .underline]))
    canvas.draw(line, x: start, y: 1, maxWidth: canvas.width - PaneBorder.air - start)
  }

  /// Returns the first column of a choice's detail; `nil` if there is no room for it.
  ///
  /// Details begin in one column in a table, and end in one otherwise. A longer title pushes its own detail aside.
  ///
  /// - Parameter columns: Those of title and detail.
  private func detailStart(of choice: Choice, _ columns: Range<Int>) -> Int? {
    let width = DisplayWidth.of(choice.detail)
    let titles = titleRoom(columns.count)
    guard width > 0, titles < columns.count else { return nil }
    let start = max(
      columns.lowerBound + DisplayWidth.of(choice.title) + Self.gap,
      isTable ? columns.lowerBound + titles + Self.gap : columns.upperBound - width)
    return columns.upperBound - start >= min(width, Self.leastDetail) ? start : nil
  }

  /// Returns the columns of the titles, which share a room with the details; all of it if that is too small for both.
  private func titleRoom(_ room: Int) -> Int {
    let least = min(titleWidth, isTable ? max(Self.leastTitle, room * 2 / 5) : Self.leastTitle)
    let leastDetail = isTable ? min(detailWidth, Self.leastDetail) : detailWidth
    guard detailWidth > 0, room - least - Self.gap >= leastDetail else { return room }
    return min(titleWidth, max(least, room - Self.gap - detailWidth))
  }
}
