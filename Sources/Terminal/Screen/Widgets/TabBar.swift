import Text

/// A row of numbered tabs, one of which is selected: `1 Top 12  2 Android 7   3 iOS`.
///
/// A count after a title has two columns, whatever it is, so that no tab moves when it changes. If not all tabs fit with their
/// counts, these are left out, then the gaps between tabs are reduced; then only the tabs around the selected one are shown,
/// with signs at the sides where there are more.
public struct TabBar: Sendable, Hashable {
  public var titles: [SafeText]
  public var selected: Int
  /// A count for each tab, shown as 99 at most, and not at all if it is 0; empty for tabs without counts.
  public var counts: [Int]
  /// The columns at the right end that stay blank, but for the count of the last tab if it needs them.
  public var air: Int

  public init(titles: [SafeText], selected: Int, counts: [Int] = [], air: Int = 0) {
    self.titles = titles
    self.selected = selected
    self.counts = counts
    self.air = air
  }

  /// The position of a tab: the columns of its label, and of its count where counts are shown.
  public struct Slot: Sendable, Hashable {
    public var tab: Int
    public var columns: Range<Int>
  }

  /// Returns the visible tabs from left to right.
  public func slots(width: Int) -> [Slot] { countedSlots(width: width) ?? uncountedSlots(width: width - air) }

  /// Returns all tabs with their counts; `nil` if they do not fit.
  private func countedSlots(width: Int) -> [Slot]? {
    guard counts.count == titles.count, titles.count <= max(0, width) / Self.countWidth else { return nil }
    let slots = place(titles.indices, from: 0, gap: 2, countWidth: Self.countWidth)
    return slots.last.map { $0.columns.upperBound <= width } == true ? slots : nil
  }

  private func uncountedSlots(width: Int) -> [Slot] {
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
    let counted = countedSlots(width: canvas.width)
    let slots = counted ?? uncountedSlots(width: canvas.width - air)
    let countWidth = counted == nil ? 0 : Self.countWidth
    let theme = canvas.theme
    for slot in slots {
      let isSelected = slot.tab == selected
      let style = isSelected ? (isFocused ? theme.strong : theme.plain).with(.underline) : theme.dim
      let width = slot.columns.count - countWidth
      canvas.draw(label(of: slot.tab), style, x: slot.columns.lowerBound, y: 0, maxWidth: width)
      guard counted != nil, counts[slot.tab] > 0 else { continue }
      canvas.draw("\(min(counts[slot.tab], 99))", theme.dim, x: slot.columns.lowerBound + width + 1, y: 0)
    }
    if let first = slots.first, first.tab > 0 { canvas.put(canvas.glyphs.moreLeft, style: theme.dim, x: 0, y: 0) }
    if let last = slots.last, last.tab < titles.count - 1 {
      canvas.put(canvas.glyphs.moreRight, style: theme.dim, x: canvas.width - air - 1, y: 0)
    }
  }

  /// The columns of a sign and a space.
  private static let signWidth = 2
  /// The columns of a space and a count.
  private static let countWidth = 3

  /// There are keys for the first nine, so only they have a number.
  private func label(of tab: Int) -> SafeText { tab < 9 ? "\(tab + 1) \(titles[tab])" : titles[tab] }

  private func place(_ tabs: Range<Int>, from start: Int, gap: Int, countWidth: Int = 0) -> [Slot] {
    var column = start
    return tabs.map { tab in
      let width = DisplayWidth.of(label(of: tab)) + countWidth
      defer { column += width + gap }
      return Slot(tab: tab, columns: column..<column + width)
    }
  }
}
