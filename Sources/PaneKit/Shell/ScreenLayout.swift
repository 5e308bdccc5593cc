import Screen
import Text

/// The panes on the screen and their positions.
///
/// The first line is the header, the last one the footer. Between them are all panes, the large one over the whole height and
/// the others below each other beside it, if each has its least size; else the focused pane alone.
struct ScreenLayout: Sendable, Hashable {
  enum Arrangement: Sendable, Hashable {
    case tooSmall
    /// The focused pane alone, with the others summarised in the header.
    case single
    case tiled
  }

  /// The properties of a pane that the layout uses.
  struct Item: Sendable, Hashable {
    var pane: PaneID
    var leastSize: Size
    /// See ``Pane/ampleWidth``.
    var ampleWidth: Int?
  }

  struct Place: Sendable, Hashable {
    var pane: PaneID
    var rect: Rect
  }

  let arrangement: Arrangement
  let header: Rect
  let footer: Rect
  let places: [Place]

  /// On a smaller screen nothing is shown.
  static let smallestSize = Size(width: 40, height: 10)

  /// - Parameters:
  ///   - panes: The visible panes in order.
  ///   - large: The pane with the largest share; see ``PaneLayout``, also for `share`.
  init(size: Size, panes: [Item], large: PaneID? = nil, share: Int? = nil, focus: PaneID, isZoomed: Bool) {
    header = Rect(x: 0, y: 0, width: size.width, height: 1)
    footer = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    if Self.isTooSmall(size) {
      arrangement = .tooSmall
      places = []
    } else if !isZoomed, let tiles = Self.tiles(size: size, panes: panes, large, share) {
      arrangement = .tiled
      places = tiles
    } else {
      arrangement = .single
      places = [Place(pane: focus, rect: Self.body(of: size))]
    }
  }

  static func isTooSmall(_ size: Size) -> Bool { !size.holds(smallestSize) }

  /// Draws what a screen shows that is too small for anything else.
  static func drawTooSmall(into canvas: inout Canvas) {
    let needed = smallestSize
    let size: SafeText = "\(needed.width)x\(needed.height)"
    let forms: [SafeText] = [
      "reactui needs \(size), this is \(canvas.width)x\(canvas.height)", "reactui needs \(size)", "needs \(size)", size,
    ]
    let text = forms.first { DisplayWidth.of($0) <= canvas.width } ?? size
    canvas.draw(text, canvas.theme.plain, x: 0, y: canvas.height / 2, maxWidth: canvas.width, alignment: .centre)
  }

  /// Returns whether there is room for all panes, so that showing only one is a choice.
  static func canTile(_ size: Size, panes: [Item], large: PaneID? = nil, share: Int? = nil) -> Bool {
    !isTooSmall(size) && tiles(size: size, panes: panes, large, share) != nil
  }

  /// The large pane's percentage of the width; `nil` if there is none beside others.
  var share: Int? {
    guard arrangement == .tiled, places.count > 1, let large = places.first, header.width > 0 else { return nil }
    return large.rect.width * 100 / header.width
  }

  /// Whether the large pane is at the left.
  var isLargeLeft: Bool { places.first?.rect.x == 0 }

  /// Whether several panes are on the screen.
  var isShared: Bool { arrangement == .tiled && places.count > 1 }

  /// The first column right of the border beside the large pane; `nil` if there is none.
  var boundary: Int? {
    guard share != nil, let large = places.first?.rect else { return nil }
    return isLargeLeft ? large.width : large.x
  }

  /// The border beside the large pane: the last column at its left and the first one at its right. `nil` if there is none.
  var border: Rect? {
    guard let boundary, let large = places.first?.rect else { return nil }
    return Rect(x: boundary - 1, y: large.y, width: 2, height: large.height)
  }

  func place(at point: Point) -> Place? { places.first { $0.rect.contains(point) } }

  private static func body(of size: Size) -> Rect { Rect(x: 0, y: 1, width: size.width, height: size.height - 2) }

  /// Returns all panes side by side; `nil` if one of them would be smaller than its least size.
  private static func tiles(size: Size, panes: [Item], _ largest: PaneID?, _ share: Int?) -> [Place]? {
    guard let first = panes.first else { return nil }
    let body = body(of: size)
    let large = panes.first { $0.pane == largest } ?? first
    let others = panes.filter { $0.pane != large.pane }
    let width = width(of: large, beside: others, of: size.width, share)
    let isLeft = large.pane == first.pane
    let largeRect = Rect(x: isLeft ? 0 : size.width - width, y: body.y, width: width, height: body.height)
    let x = isLeft ? width : 0
    var places = [Place(pane: large.pane, rect: largeRect)]
    let total = others.reduce(0) { $0 + $1.leastSize.height }
    var (shares, top) = (0, 0)
    for item in others {
      shares += item.leastSize.height
      // The upper one of two gets the odd line.
      let bottom = (body.height * shares + total - 1) / total
      let rect = Rect(x: x, y: body.y + top, width: size.width - width, height: bottom - top)
      places.append(Place(pane: item.pane, rect: rect))
      top = bottom
    }
    return zip(places, [large] + others).allSatisfy { $0.rect.size.holds($1.leastSize) } ? places : nil
  }

  /// Returns the large pane's columns. A share that leaves a pane less than it needs is limited, so that moving a border
  /// never hides panes.
  private static func width(of large: Item, beside others: [Item], of width: Int, _ share: Int?) -> Int {
    guard let needed = others.map(\.leastSize.width).max() else { return width }
    let ample = large.ampleWidth.flatMap { $0 + needed <= width ? max($0, width * 2 / 3) : nil }
    let wanted = share.map { width * $0 / 100 } ?? ample ?? width * 17 / 30
    return max(large.leastSize.width, min(wanted, width - needed))
  }
}

extension Size {
  fileprivate func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}
