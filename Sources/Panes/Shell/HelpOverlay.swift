import Screen
import Text
import ViewModels

/// All keys, by chapter, over the panes: in as many columns as fit, and scrolled where they are still too long.
///
/// Something of the panes is left to be seen on all sides, so that its frame does not run into theirs; where there is little
/// room it covers them.
struct HelpOverlay {
  var scroll: Int

  /// A line of a column.
  private enum Line: Equatable {
    case title(SafeText)
    case binding(keys: SafeText, help: SafeText)
    case blank
  }

  /// The size that the help has on a screen, border included, and what of it is visible.
  struct Layout {
    var rect: Rect
    var lines: Int
    var visible: Int
  }

  private static let columnGap = 4
  private static let keysGap = 2
  /// On a screen that is lower than this, no line is given away.
  private static let lowHeight = 16

  /// The lines inside the help's frame when header, footer and a line of the panes above and below it are left to be seen.
  private static func height(on size: Size) -> Int { size.height - 6 }

  static func layout(on size: Size, theme: Theme) -> Layout {
    let columns = columns(fitting: size.width - 2 - 2 * PaneBorder.air, height: height(on: size), theme: theme)
    let lines = columns.map(\.count).max() ?? 0
    let wanted = columns.reduce(-columnGap) { $0 + self.width(of: $1) + columnGap } + 2 + 2 * PaneBorder.air
    let isCovering = wanted > size.width - 2 || size.height < lowHeight
    let width = isCovering ? size.width : wanted
    let height = isCovering ? size.height - 2 : min(height(on: size) + 2, lines + 2)
    let rect = Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    return Layout(rect: rect, lines: lines, visible: max(0, height - 2))
  }

  /// Draws the help over the middle of the screen.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let size = canvas.size
    let theme = canvas.theme
    let layout = Self.layout(on: size, theme: theme)
    let first = max(0, min(scroll, layout.lines - layout.visible))
    canvas.cursor = nil
    canvas.fill(layout.rect)
    canvas.within(layout.rect) { box in
      PaneBorder(
        title: "Keys", status: [], isBusy: false,
        thumb: ScrollThumb(offset: first, visible: layout.visible, total: layout.lines),
        thumbLines: 0..<layout.visible
      ).draw(context, into: &box)
      let air = PaneBorder.air
      box.within(Rect(x: 1 + air, y: 1, width: box.width - 2 - 2 * air, height: layout.visible)) { inside in
        var x = 0
        for column in Self.columns(fitting: inside.width, height: Self.height(on: size), theme: theme) {
          Self.draw(column, from: first, x: x, into: &inside)
          x += Self.width(of: column) + Self.columnGap
        }
        inside.placeCursor(x: 0, y: 0)
      }
    }
  }

  private static func draw(_ column: [Line], from first: Int, x: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let keysWidth = keysWidth(of: column)
    for (y, line) in column.dropFirst(first).prefix(canvas.height).enumerated() {
      switch line {
      case .blank: break
      case .title(let title): canvas.draw(title, theme.accent, x: x, y: y)
      case .binding(let keys, let help):
        canvas.draw(keys, theme.strong, x: x, y: y)
        canvas.draw(help, theme.plain, x: x + keysWidth + keysGap, y: y)
      }
    }
  }

  // MARK: Columns

  /// The chapters in columns: in the fewest that need no scrolling, else in as many as fit.
  private static func columns(fitting width: Int, height: Int, theme: Theme) -> [[Line]] {
    let chapters = chapters(theme)
    var best = [chapters.flatMap { $0 + [.blank] }.dropLast()].map(Array.init)
    for count in 1...3 {
      let columns = distribute(chapters, over: count)
      let needed = columns.reduce(-columnGap) { $0 + self.width(of: $1) + columnGap }
      guard needed <= width else { break }
      best = columns
      if (columns.map(\.count).max() ?? 0) <= height { break }
    }
    return best
  }

  /// Chapters stay whole and in order; the columns are as even as that allows.
  private static func distribute(_ chapters: [[Line]], over count: Int) -> [[Line]] {
    let longest = chapters.map(\.count).max() ?? 0
    let total = chapters.reduce(0) { $0 + $1.count + 1 }
    for height in max(longest, total / count - 1)...max(longest, total) {
      var columns: [[Line]] = [[]]
      for chapter in chapters {
        let last = columns.count - 1
        if columns[last].isEmpty {
          columns[last] = chapter
        } else if columns[last].count + 1 + chapter.count <= height {
          columns[last] += [.blank] + chapter
        } else {
          columns.append(chapter)
        }
      }
      if columns.count <= count { return columns }
    }
    return [chapters.flatMap { $0 }]
  }

  private static func chapters(_ theme: Theme) -> [[Line]] {
    KeyBinding.Group.allCases.map { group in
      var lines = [Line.title(group.title)]
      for binding in Keymap.bindings where binding.group == group {
        let line = Line.binding(keys: binding.keys.text(theme), help: binding.help)
        if !lines.contains(line) { lines.append(line) }
      }
      return lines
    }
  }

  private static func keysWidth(of column: [Line]) -> Int {
    column.map { line in if case .binding(let keys, _) = line { DisplayWidth.of(keys) } else { 0 } }.max() ?? 0
  }

  private static func width(of column: [Line]) -> Int {
    let keys = keysWidth(of: column)
    return column.map { line in
      switch line {
      case .blank: 0
      case .title(let title): DisplayWidth.of(title)
      case .binding(_, let help): keys + keysGap + DisplayWidth.of(help)
      }
    }.max() ?? 0
  }
}
