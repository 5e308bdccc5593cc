import Text

/// A row of numbered tabs, one of which is selected: `1 Top   2 Android   3 iOS`.
///
/// If they do not all fit, the gaps between tabs are reduced first; then only those around the selected one are shown, with
/// signs at the sides where there are more.
public struct TabBar: Sendable, Hashable {
  public var titles: [SafeText]
  public var selected: Int

  public init(titles: [SafeText], selected: Int) {
    self.titles = titles
    self.selected = selected
  }

  /// The position of a tab: the columns of its label.
  public struct Slot: Sendable, Hashable {
    public var tab: Int
    public var columns: Range<Int>
  }

  /// Returns the visible tabs from left to right.
  public func slots(width: Int) -> [Slot] {
    // A tab and the gap after it take at least two columns, so of a thousand tabs only those that may fit are considered.
    let most = max(0, width) / 2 + 1
    for gap in [3, 2] where titles.count <= most {
      let all = place(titles.indices, from: 0, gap: gap)
      if let last = all.last, last.columns.upperBound <= width { return all }
    }
    guard titles.indices.contains(selected), width > 0 else { return [] }

    func fits(_ range: Range<Int>) -> Bool {
      let signs = (range.lowerBound > 0 ? 1 : 0) + (range.upperBound < titles.count ? 1 : 0)
      return (place(range, from: 0, gap: 2).last?.columns.upperBound ?? 0) <= width - signs * Self.signWidth
    }
    // Starts as far to the left as the selected tab allows, so that switching tabs moves the bar as little as possible.
    let first = (max(0, selected - most)..<selected).first { fits($0..<selected + 1) } ?? selected
    let end = (selected + 1...min(titles.count, selected + 1 + most)).last { fits(first..<$0) } ?? selected + 1
    let shown = first..<end
    // If there is nothing to the left, the tabs stay at the edge; if there is nothing to the right, the last one has all
    // columns. A label that is too long is cut.
    let start = first > 0 ? Self.signWidth : 0
    let edge = end < titles.count ? width - Self.signWidth : width
    return place(shown, from: start, gap: 2).map { slot in
      Slot(tab: slot.tab, columns: slot.columns.clamped(to: 0..<max(slot.columns.lowerBound, edge)))
    }
  }

  /// Returns the tab under a column.
  public func tab(at column: Int, width: Int) -> Int? {
    slots(width: width).first { $0.columns.contains(column) }?.tab
  }

  public func draw(isFocused: Bool, into canvas: inout Canvas) {
    let slots = slots(width: canvas.width)
    let theme = canvas.theme
    for slot in slots {
      let isSelected = slot.tab == selected
      let style = isSelected ? (isFocused ? theme.strong : theme.plain).with(.underline) : theme.dim
      canvas.draw(label(of: slot.tab), style, x: slot.columns.lowerBound, y: 0, maxWidth: slot.columns.count)
    }
    if let first = slots.first, first.tab > 0 { canvas.put(canvas.glyphs.moreLeft, style: theme.dim, x: 0, y: 0) }
    if let last = slots.last, last.tab < titles.count - 1 {
      canvas.put(canvas.glyphs.moreRight, style: theme.dim, x: canvas.width - 1, y: 0)
    }
  }

  /// The columns of a sign and a space.
  private static let signWidth = 2

  /// There are keys for the first nine, so only they have a number.
  private func label(of tab: Int) -> SafeText { tab < 9 ? "\(tab + 1) \(titles[tab])" : titles[tab] }

  private func place(_ tabs: Range<Int>, from start: Int, gap: Int) -> [Slot] {
    var column = start
    return tabs.map { tab in
      let width = DisplayWidth.of(label(of: tab))
      defer { column += width + gap }
      return Slot(tab: tab, columns: column..<column + width)
    }
  }
}
