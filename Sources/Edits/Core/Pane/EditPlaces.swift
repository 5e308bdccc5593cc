import PaneKit
import Screen

/// The positions of the list and an open edit in the pane: side by side in two frames if there is room, else the edit has all
/// of it.
struct EditPlaces: Sendable, Hashable {
  /// Without an edit, the whole pane; `nil` while the edit covers it.
  let list: Rect?
  /// The frame of the edit; `nil` if none is open.
  let edit: Rect?

  /// Whether there is room for both, from the same widths on as for a question and its list.
  static func areBeside(_ size: Size, screenWidth: Int) -> Bool {
    size.width >= SideBySide.leastWidth && screenWidth >= SideBySide.leastScreenWidth
  }

  /// The columns of a list with room for the titles, and of the frame of the widest text.
  private static let leastListWidth = 54
  private static let mostEditWidth = EditDocument.maxWidth + 2 + 2 * PaneBorder.air

  /// - Parameters:
  ///   - size: The size of the whole pane.
  ///   - screenWidth: The width of its screen.
  init(_ size: Size, screenWidth: Int, isOpen: Bool) {
    let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
    guard isOpen else {
      (list, edit) = (whole, nil)
      return
    }
    guard Self.areBeside(size, screenWidth: screenWidth) else {
      (list, edit) = (nil, whole)
      return
    }
    // The list gets somewhat less than half, and the columns that a text does not need.
    let width = max(Self.leastListWidth, size.width * 9 / 20, size.width - Self.mostEditWidth)
    list = Rect(x: 0, y: 0, width: width, height: size.height)
    edit = Rect(x: width, y: 0, width: size.width - width, height: size.height)
  }
}
