import Screen
import ViewModels

/// Which panes are on the screen, and where.
///
/// A first line is the header, a last one the footer; between them all three panes side by side, where there is room for
/// that, else the focused pane alone.
struct ScreenLayout: Sendable, Hashable {
  enum Arrangement: Sendable, Hashable {
    case tooSmall
    /// The focused pane alone; the header sums up the others.
    case single
    case tiled
  }

  struct Place: Sendable, Hashable {
    var pane: PaneID
    var rect: Rect
  }

  let arrangement: Arrangement
  let header: Rect
  let footer: Rect
  let places: [Place]

  /// From here on all three panes are shown.
  static let tiledSize = Size(width: 110, height: 30)
  /// Below this nothing sensible can be shown.
  static let smallestSize = Size(width: 40, height: 10)

  init(size: Size, focus: PaneID, isZoomed: Bool) {
    header = Rect(x: 0, y: 0, width: size.width, height: 1)
    footer = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    if !size.holds(Self.smallestSize) {
      arrangement = .tooSmall
      places = []
    } else if isZoomed || !Self.canTile(size) {
      arrangement = .single
      places = [Place(pane: focus, rect: body)]
    } else {
      arrangement = .tiled
      // The questions get more than half of the width, the livelier of the charts more than half of the height.
      let left = size.width * 17 / 30
      let top = (body.height * 9 + 16) / 17
      places = [
        Place(pane: .stackOverflow, rect: Rect(x: 0, y: body.y, width: left, height: body.height)),
        Place(pane: .wikipedia, rect: Rect(x: left, y: body.y, width: size.width - left, height: top)),
        Place(
          pane: .conAir, rect: Rect(x: left, y: body.y + top, width: size.width - left, height: body.height - top)),
      ]
    }
  }

  /// Whether there is room for all panes, so that showing one alone is a choice.
  static func canTile(_ size: Size) -> Bool { size.holds(tiledSize) }

  /// A pane's size; `nil` when it is not on the screen.
  func size(of pane: PaneID) -> Size? { places.first { $0.pane == pane }?.rect.size }

  func place(at point: Point) -> Place? { places.first { $0.rect.contains(point) } }
}

extension DashboardState {
  /// Where things stand on a screen of a size.
  func layout(on size: Size) -> ScreenLayout { ScreenLayout(size: size, focus: focus, isZoomed: isZoomed) }
}

extension Size {
  fileprivate func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}
