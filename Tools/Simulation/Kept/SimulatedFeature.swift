import Model
import PaneKit
import Screen

/// A feature that simulated programs have in addition to the program's own, with what is known of it besides.
package struct SimulatedFeature {
  package var feature: OtherFeature
  /// What is remembered of it.
  package var remembered: [any RememberedPart.Type]
  /// Returns what its pane shows of what is kept, with a name for each.
  package var kept: @UI (any Pane) -> [String: String]

  package init(
    _ feature: OtherFeature, remembered: [any RememberedPart.Type], kept: @escaping @UI (any Pane) -> [String: String]
  ) {
    (self.feature, self.remembered, self.kept) = (feature, remembered, kept)
  }
}
