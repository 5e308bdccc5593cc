import Screen
import Text

/// A text that can be scrolled and searched in a window.
protocol LaidOutText: Sendable {
  var layout: TextLayout { get }
  /// Returns whether another text has the same content, possibly in other lines.
  func hasSameText(as other: Self) -> Bool
}

extension LaidOutText {
  /// `1–20 of 64`, or the percentage seen if counting the lines would take too long.
  func range(from first: TextLayout.Place, visible: Int) -> SafeText {
    if let count = layout.count, let number = layout.number(of: first) {
      return "\(number + 1)–\(min(count, number + visible)) of \(count)"
    }
    guard !layout.ends(within: visible, from: first) else { return "100 %" }
    // 100 % is shown only at the end, and 0 % never.
    let seen = layout.progress(at: layout.place(first, movedBy: visible))
    return "\(min(99, max(1, Int(seen * 100)))) %"
  }

  /// Returns the thumb of the visible part on the border.
  func thumb(from first: TextLayout.Place, visible: Int) -> ScrollThumb {
    if let count = layout.count, let number = layout.number(of: first) {
      return ScrollThumb(offset: number, visible: visible, total: count)
    }
    let total = layout.estimatedCount
    let last = max(1, total - visible)
    let isAtEnd = layout.ends(within: visible, from: first)
    let offset = isAtEnd ? last : min(last - 1, Int(layout.progress(at: first) * Double(last)))
    return ScrollThumb(offset: first == layout.start ? 0 : max(1, offset), visible: visible, total: total)
  }
}
