import Model

/// The visible panes, their order, and their shares of the screen.
public struct PaneLayout: Sendable, Hashable {
  /// In the order of the focus.
  public let panes: [PaneID]
  /// The pane with the largest share; the first one if `nil`. It is at the left if it is the first, else at the right.
  public let large: PaneID?
  /// The large pane's percentage of the width; if `nil` a little more than half, or two thirds if the pane then shows two
  /// things side by side. A person can override the settings' percentage by moving the border.
  public internal(set) var share: Int?

  /// Returns the nearest possible percentage.
  static func possible(_ share: Int) -> Int { Swift.min(Swift.max(share, 20), 80) }

  public init(_ panes: [PaneID], large: PaneID? = nil, share: Int? = nil) {
    (self.panes, self.large, self.share) = (panes, large, share)
  }

  /// - Parameters:
  ///   - all: All panes in order.
  ///   - settings: Names of unknown panes are ignored, and if none is left, all panes are shown, because the screen must not
  ///     be empty. All are shown if `nil`.
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
      panes.isEmpty ? all : panes, large: PaneID(settings.large), share: settings.share.map(Self.possible))
  }

  /// The most by which the percentage on the screen differs from the one that is set, because columns are whole.
  private static let rounding = 2

  /// Returns the large pane's percentage after a move of the border; `nil` if the percentage before it is unknown.
  func share(after move: BorderMove) -> Int? {
    switch move {
    case .to(let share): return Self.possible(share)
    case .by(let percent, let shown):
      guard let wanted = share ?? shown else { return nil }
      let seen = shown ?? wanted
      let start = abs(wanted - seen) <= Self.rounding ? wanted : seen
      let isLeft = large.map { $0 == panes.first || !panes.contains($0) } ?? true
      return Self.possible(start + (isLeft ? percent : -percent))
    }
  }
}

/// A move of the border beside the large pane.
public enum BorderMove: Sendable, Hashable {
  /// To the right, in percent of the width, from the large pane's current share on the screen if the layout sets none that
  /// fits there.
  case by(percent: Int, from: Int?)
  /// To where the large pane has this share in percent.
  case to(share: Int)

  public init(percent: Int, from share: Int?) { self = .by(percent: percent, from: share) }
}
