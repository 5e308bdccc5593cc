import PaneKit
import Screen

/// The positions of the list and the text in the pane: side by side if there is room, else one of them has all of it.
struct StackOverflowPlaces: Sendable, Hashable {
  /// Inside the border.
  let list: Rect
  let text: Rect
  /// The column of the line between them; `nil` if one of them is alone.
  let rule: Int?

  /// The columns of a list with room for the titles and the standard tabs, and of the widest text.
  private static let leastListWidth = 52
  private static let mostTextWidth = ReadingDocument.maxWidth + 2 * PaneBorder.air

  /// - Parameters:
  ///   - size: The size of the whole pane.
  ///   - screenWidth: The width of its screen.
  init(_ size: Size, screenWidth: Int) {
    let inside = PaneBorder.inside(size)
    guard size.width >= SideBySide.leastWidth, screenWidth >= SideBySide.leastScreenWidth else {
      (list, text, rule) = (inside, inside, nil)
      return
    }
    // The list gets somewhat less than half, and the columns that a text does not need.
    let width = max(Self.leastListWidth, inside.width * 9 / 20, inside.width - 1 - Self.mostTextWidth)
    list = Rect(x: inside.x, y: inside.y, width: width, height: inside.height)
    rule = inside.x + width
    text = Rect(x: inside.x + width + 1, y: inside.y, width: inside.width - width - 1, height: inside.height)
  }

  /// The size of a pane with only the text.
  var textPane: Size { Size(width: text.width + 2, height: text.height + 2) }

  /// Returns whether a position in the pane belongs to the text.
  ///
  /// - Parameter isReading: Whether the text is shown if one of them is alone.
  func isText(_ point: Point, isReading: Bool) -> Bool { rule.map { point.x > $0 } ?? isReading }
}
