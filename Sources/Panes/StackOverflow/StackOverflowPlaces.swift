import Screen

/// Where the list and the text stand in the pane: side by side where there is room, else one of them has all of it.
struct StackOverflowPlaces: Sendable, Hashable {
  /// Inside the border.
  let list: Rect
  let text: Rect
  /// The column of the line between both; `nil` where one of them is alone.
  let rule: Int?

  /// Columns of a screen from which both stand side by side, and those that they need of it. A narrower screen has room for
  /// both in a pane that is alone on it, but a person who enlarges a question there wants it wide.
  static let leastScreenWidth = 160
  static let leastWidth = 112
  /// Columns of a list that has room for the titles and for the standard tabs, and of the widest text.
  private static let leastListWidth = 52
  private static let mostTextWidth = ReadingDocument.maxWidth + 2 * PaneBorder.air

  /// - Parameters:
  ///   - size: of the whole pane.
  ///   - screenWidth: the columns of the screen that it stands on.
  init(_ size: Size, screenWidth: Int) {
    let inside = PaneBorder.inside(size)
    guard size.width >= Self.leastWidth, screenWidth >= Self.leastScreenWidth else {
      (list, text, rule) = (inside, inside, nil)
      return
    }
    // The list has somewhat less than half, and what a text does not need.
    let width = max(Self.leastListWidth, inside.width * 9 / 20, inside.width - 1 - Self.mostTextWidth)
    list = Rect(x: inside.x, y: inside.y, width: width, height: inside.height)
    rule = inside.x + width
    text = Rect(x: inside.x + width + 1, y: inside.y, width: inside.width - width - 1, height: inside.height)
  }

  /// The size of a pane that has nothing but the text.
  var textPane: Size { Size(width: text.width + 2, height: text.height + 2) }

  /// Whether a place of the pane belongs to the text.
  ///
  /// - Parameter isReading: The text is what is shown where one of both is alone.
  func isText(_ point: Point, isReading: Bool) -> Bool { rule.map { point.x > $0 } ?? isReading }
}
