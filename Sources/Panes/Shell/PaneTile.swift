import Foundation
import Screen
import Signals
import ViewModels

/// A pane on the dashboard, with its picture from the frame before: it is drawn again only when the pane says that something
/// has changed, and copied otherwise.
@UI
final class PaneTile {
  let pane: any Pane
  /// How often the pane's picture has changed.
  private let changes: Property<Int>
  private let picture = KeptPicture<Source>()

  /// What a pane's picture depends on, besides its size and the theme. The clock's place on Earth never changes.
  private struct Source: Equatable {
    var changes: Int
    var isFocused: Bool
    var now: Date
    var saysDemo: Bool
  }

  init(_ pane: any Pane) {
    self.pane = pane
    changes = Property(initial: 0, then: pane.changes.scan(0) { count, _ in count + 1 })
  }

  /// Draws the pane over the whole canvas.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    var context = context
    // Ages are told in minutes: without a spinner the picture changes with the minute and not before.
    if !pane.isSpinning { context.now = context.now.startOfMinute }
    let source = Source(
      changes: changes.value, isFocused: context.isFocused, now: context.now, saysDemo: context.saysDemo)
    picture.draw(source, into: &canvas) { pane.draw(context, into: &$0) }
  }

  /// Has the pane drawn again in the next frame.
  func invalidate() { picture.invalidate() }
}
