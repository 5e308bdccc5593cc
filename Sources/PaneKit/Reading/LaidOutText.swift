import Screen
import Text

/// A document that can be scrolled and searched in a window (``ScrolledText``).
package protocol LaidOutText: Sendable {
  /// The content from which the document is made. It is made again only when this has changed.
  associatedtype Source: Sendable, Equatable
  /// A position in the text that does not depend on the width.
  associatedtype Anchor: Sendable

  var source: Source { get }
  var layout: TextLayout { get }
  /// The columns by which the widest line exceeds the width, if lines can be scrolled sideways; else 0.
  var overhang: Int { get }

  init(_ source: Source)
  /// Returns the document of another source, which reuses what is the same.
  func changed(to source: Source) -> Self
  /// Returns whether another document has the same content, possibly in other lines.
  func hasSameText(as other: Self) -> Bool
  /// Returns the anchor of the text at the start of a line.
  func anchor(of place: TextLayout.Place) -> Anchor
  /// Returns the line with an anchor's text; `nil` if that was removed.
  func place(of anchor: Anchor) -> TextLayout.Place?
  /// Returns where the part begins that is `step` parts further on, or back if negative, than the first visible line; `nil` if
  /// there is none, or if the text has no parts.
  func place(ofPart step: Int, from first: TextLayout.Place, visible: Int) -> TextLayout.Place?
}

extension LaidOutText {
  package func place(ofPart step: Int, from first: TextLayout.Place, visible: Int) -> TextLayout.Place? { nil }
}

/// The size and the colours of the window of a text.
package struct TextWindow: Sendable, Hashable {
  package var size: Size
  package var theme: Theme

  package init(size: Size, theme: Theme) {
    self.size = size
    self.theme = theme
  }
}

extension LaidOutText {
  /// `1–20 of 64`, or the percentage seen if counting the lines would take too long.
  package func range(from first: TextLayout.Place, visible: Int) -> SafeText {
    if let count = layout.count, let number = layout.number(of: first) {
      return "\(number + 1)–\(min(count, number + visible)) of \(count)"
    }
    guard !layout.ends(within: visible, from: first) else { return "100 %" }
    // 100 % is shown only at the end, and 0 % never.
    let seen = layout.progress(at: layout.place(first, movedBy: visible))
    return "\(min(99, max(1, Int(seen * 100)))) %"
  }

  /// Returns the thumb of the visible part on the border.
  package func thumb(from first: TextLayout.Place, visible: Int) -> ScrollThumb {
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
