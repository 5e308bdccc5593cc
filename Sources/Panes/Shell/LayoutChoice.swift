import Model
import ViewModels

/// Which panes are shown, and how they share the screen: as the settings say, and as borders were moved since.
struct LayoutChoice: Sendable, Hashable {
  enum Input: Sendable {
    case settings(LayoutSettings?)
    /// Moves the border beside the large pane to the right by so many percent, from the share that it has on the screen.
    case moveBorder(Int, from: Int?)
  }

  /// Percent of the width that the large pane may have.
  private static let shares = 20...80
  /// Percent that a key moves a border by.
  static let step = 4

  private(set) var panes: [PaneID]
  private(set) var split = ScreenLayout.Split()
  /// All panes there are.
  private let all: [PaneID]

  /// - Parameters:
  ///   - all: all panes there are, in their order.
  ///   - settings: all panes are shown when `nil`.
  init(_ all: [PaneID], _ settings: LayoutSettings?) {
    self.all = all
    panes = all
    take(.settings(settings))
  }

  mutating func take(_ input: Input) {
    switch input {
    case .settings(let settings):
      guard let settings else { return }
      var panes: [PaneID] = []
      for name in settings.panes?.map({ PaneID($0) }) ?? all where all.contains(name) && !panes.contains(name) {
        panes.append(name)
      }
      // A layout without panes would be an empty screen; settings have told it.
      self.panes = panes.isEmpty ? all : panes
      split = ScreenLayout.Split(
        large: PaneID(settings.large), share: settings.share?.clamped(to: Self.shares))
    case .moveBorder(let percent, let shown):
      let isLeft = split.large.map { $0 == panes.first || !panes.contains($0) } ?? true
      guard let share = split.share ?? shown else { return }
      split.share = (share + (isLeft ? percent : -percent)).clamped(to: Self.shares)
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
