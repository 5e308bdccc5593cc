import PaneKit
import Screen

/// The positions of the list and the text in the pane: side by side if there is room, or the text below if a person wants
/// that; else one of them has all of it.
struct StackOverflowPlaces: Sendable, Hashable {
  /// The line between list and text.
  enum Rule: Sendable, Hashable {
    case column(Int)
    case row(Int)
  }

  /// Inside the border.
  let list: Rect
  let text: Rect
  /// `nil` if one of them is alone.
  let rule: Rule?

  /// The columns of a list with room for the titles and the standard tabs, and of the widest text.
  private static let leastListWidth = 52
  private static let mostTextWidth = ReadingDocument.maxWidth + 2 * PaneBorder.air
  /// The width of the screen from which on a text may be below its list, and the least lines of each.
  static let leastScreenWidth = 110
  private static let leastHeight = 8

  /// Returns where there is room for a question besides its list.
  ///
  /// - Parameter size: The size of the whole pane.
  static func room(_ size: Size, screenWidth: Int) -> StackOverflowViewModel.PreviewPlace? {
    if size.width >= SideBySide.leastWidth, screenWidth >= SideBySide.leastScreenWidth { return .beside }
    let hasLines = PaneBorder.inside(size).height > 2 * leastHeight
    return screenWidth >= leastScreenWidth && hasLines ? .below : nil
  }

  /// - Parameters:
  ///   - size: The size of the whole pane.
  ///   - screenWidth: The width of its screen.
  ///   - isBelow: Whether a person wants the text below the list.
  init(_ size: Size, screenWidth: Int, isBelow: Bool) {
    let inside = PaneBorder.inside(size)
    switch Self.room(size, screenWidth: screenWidth) {
    case .beside?:
      // The list gets somewhat less than half, and the columns that a text does not need.
      let width = max(Self.leastListWidth, inside.width * 9 / 20, inside.width - 1 - Self.mostTextWidth)
      list = Rect(x: inside.x, y: inside.y, width: width, height: inside.height)
      rule = .column(inside.x + width)
      text = Rect(x: inside.x + width + 1, y: inside.y, width: inside.width - width - 1, height: inside.height)
    case .below? where isBelow:
      let height = max(Self.leastHeight, (inside.height - 1) * 2 / 5)
      list = Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
      rule = .row(inside.y + height)
      text = Rect(x: inside.x, y: inside.y + height + 1, width: inside.width, height: inside.height - height - 1)
    default: (list, text, rule) = (inside, inside, nil)
    }
  }

  /// Returns whether a position in the pane belongs to the text.
  ///
  /// - Parameter isReading: Whether the text is shown if one of them is alone.
  func isText(_ point: Point, isReading: Bool) -> Bool {
    switch rule {
    case .column(let x)?: point.x > x
    case .row(let y)?: point.y > y
    case nil: isReading
    }
  }
}
