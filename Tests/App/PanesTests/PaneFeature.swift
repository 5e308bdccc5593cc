import Assembly
import Model
import Screen
import Signals

@testable import PaneKit

/// A feature that has only a pane.
@UI
final class PaneFeature: Feature {
  private let pane: any Pane

  init(_ pane: any Pane) { self.pane = pane }

  func makePane(_ matches: Property<RuleMatches>) -> any Pane { pane }
}

extension OtherFeature {
  /// A feature that has only a pane.
  @UI init(_ pane: any Pane) {
    self.init(PaneDescription(pane.id, pane.title)) { _, _, _ in PaneFeature(pane) }
  }
}
