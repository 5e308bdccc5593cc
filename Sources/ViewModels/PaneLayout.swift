import Model

/// Which panes are shown, in which order, and how they share the screen: as the settings say, and as borders were moved since.
public struct PaneLayout: Sendable, Hashable {
  /// In the order in which the focus goes through them.
  public let panes: [PaneID]
  /// The pane with the largest share: the first one when `nil`. It stands on the left where it is the first, else on the
  /// right.
  public let large: PaneID?
  /// Percent of the width that the large pane has; when `nil` a little more than half, or two thirds where the pane then
  /// shows two things side by side.
  public private(set) var share: Int?

  /// Percent of the width that the large pane may have.
  private static let shares = 20...80

  public init(_ panes: [PaneID], large: PaneID? = nil, share: Int? = nil) {
    (self.panes, self.large, self.share) = (panes, large, share)
  }

  /// - Parameters:
  ///   - all: all panes there are, in their order.
  ///   - settings: names of panes that do not exist are left out, and where none is left, all are shown: an empty screen is
  ///     no layout. All are shown when `nil`.
  init(_ all: [PaneID], _ settings: LayoutSettings?) {
    guard let settings else {
      self.init(all)
      return
    }
    var panes: [PaneID] = []
    for name in settings.panes?.map({ PaneID($0) }) ?? all where all.contains(name) && !panes.contains(name) {
      panes.append(name)
    }
    self.init(
      panes.isEmpty ? all : panes, large: PaneID(settings.large), share: settings.share?.clamped(to: Self.shares))
  }

  mutating func take(_ move: BorderMove) {
    guard let share = share ?? move.share else { return }
    let isLeft = large.map { $0 == panes.first || !panes.contains($0) } ?? true
    self.share = (share + (isLeft ? move.percent : -move.percent)).clamped(to: Self.shares)
  }
}

/// A move of the border beside the large pane.
public struct BorderMove: Sendable, Hashable {
  /// To the right, in percent of the width.
  public var percent: Int
  /// The share that the large pane has on the screen, where the layout leaves it open.
  public var share: Int?

  public init(percent: Int, from share: Int?) { (self.percent, self.share) = (percent, share) }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
