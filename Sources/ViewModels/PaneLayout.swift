import Model

/// The visible panes, their order, and their shares of the screen: the settings, with the borders that a person has moved
/// since.
public struct PaneLayout: Sendable, Hashable {
  /// In the order of the focus.
  public let panes: [PaneID]
  /// The pane with the largest share; the first one if `nil`. It is at the left if it is the first, else at the right.
  public let large: PaneID?
  /// The large pane's percentage of the width; if `nil` a little more than half, or two thirds if the pane then shows two
  /// things side by side.
  public var share: Int? { moved ?? setting }
  /// The percentage of the settings.
  private let setting: Int?
  /// The percentage after a person has moved the border.
  private var moved: Int?

  /// The possible percentages of the large pane.
  private static let shares = 20...80

  public init(_ panes: [PaneID], large: PaneID? = nil, share: Int? = nil) {
    (self.panes, self.large, setting) = (panes, large, share)
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
      panes.isEmpty ? all : panes, large: PaneID(settings.large), share: settings.share?.clamped(to: Self.shares))
  }

  mutating func take(_ move: BorderMove) {
    switch move {
    case .to(let share): moved = share.clamped(to: Self.shares)
    case .by(let percent, let shown):
      guard let share = share ?? shown else { return }
      let isLeft = large.map { $0 == panes.first || !panes.contains($0) } ?? true
      moved = (share + (isLeft ? percent : -percent)).clamped(to: Self.shares)
    }
  }

  /// What a person chose instead of the settings' share; `nil` if that is in force.
  var choice: Override<Int?>? { moved.flatMap { Override($0, of: setting) } }

  /// Restores what was chosen in an earlier run, unless the settings are others since, or the border was moved already.
  mutating func recall(_ choice: Override<Int?>) {
    guard moved == nil, choice.setting == setting else { return }
    moved = choice.value?.clamped(to: Self.shares)
  }
}

/// A move of the border beside the large pane.
public enum BorderMove: Sendable, Hashable {
  /// To the right, in percent of the width, from the large pane's current share on the screen if the layout does not set it.
  case by(percent: Int, from: Int?)
  /// To where the large pane has this share in percent.
  case to(share: Int)

  public init(percent: Int, from share: Int?) { self = .by(percent: percent, from: share) }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
