import Screen
import ViewModels

/// Which panes are on the screen, and where.
///
/// A first line is the header, a last one the footer. Between them stand all panes, the first on the left over the whole
/// height and the others below each other on the right, where each has its least size, else the focused pane alone.
struct ScreenLayout: Sendable, Hashable {
  enum Arrangement: Sendable, Hashable {
    case tooSmall
    /// The focused pane alone; the header sums up the others.
    case single
    case tiled
  }

  /// A pane as the layout knows it.
  struct Item: Sendable, Hashable {
    var pane: PaneID
    var leastSize: Size
  }

  struct Place: Sendable, Hashable {
    var pane: PaneID
    var rect: Rect
  }

  let arrangement: Arrangement
  let header: Rect
  let footer: Rect
  let places: [Place]

  /// Below this nothing sensible can be shown.
  static let smallestSize = Size(width: 40, height: 10)

  init(size: Size, panes: [Item], focus: PaneID, isZoomed: Bool) {
    header = Rect(x: 0, y: 0, width: size.width, height: 1)
    footer = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    if Self.isTooSmall(size) {
      arrangement = .tooSmall
      places = []
    } else if !isZoomed, let tiles = Self.tiles(size: size, panes: panes) {
      arrangement = .tiled
      places = tiles
    } else {
      arrangement = .single
      places = [Place(pane: focus, rect: Self.body(of: size))]
    }
  }

  static func isTooSmall(_ size: Size) -> Bool { !size.holds(smallestSize) }

  /// Whether there is room for all panes, so that showing one alone is a choice.
  static func canTile(_ size: Size, panes: [Item]) -> Bool {
    !isTooSmall(size) && tiles(size: size, panes: panes) != nil
  }

  func place(at point: Point) -> Place? { places.first { $0.rect.contains(point) } }

  private static func body(of size: Size) -> Rect { Rect(x: 0, y: 1, width: size.width, height: size.height - 2) }

  /// All panes side by side; `nil` where one of them has less than its least size.
  private static func tiles(size: Size, panes: [Item]) -> [Place]? {
    guard let first = panes.first else { return nil }
    let body = body(of: size)
    let others = panes.dropFirst()
    // The first pane gets more than half of the width.
    let left = others.isEmpty ? size.width : size.width * 17 / 30
    var places = [Place(pane: first.pane, rect: Rect(x: 0, y: body.y, width: left, height: body.height))]
    let total = others.reduce(0) { $0 + $1.leastSize.height }
    var (shares, top) = (0, 0)
    for item in others {
      shares += item.leastSize.height
      // The upper one of two gets the odd line.
      let bottom = (body.height * shares + total - 1) / total
      let rect = Rect(x: left, y: body.y + top, width: size.width - left, height: bottom - top)
      places.append(Place(pane: item.pane, rect: rect))
      top = bottom
    }
    return zip(places, panes).allSatisfy { $0.rect.size.holds($1.leastSize) } ? places : nil
  }
}

extension Size {
  fileprivate func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}
