import Foundation
import Model
import Screen
import Signals
import ViewModels

/// A pane on the dashboard, with what was seen of it last: it is looked at again only when it says that something has changed.
@UI
final class PaneTile {
  let pane: any Pane
  let id: PaneID
  private let picture = KeptPicture<Source>()
  private var known: Facts?
  private let observation = SerialDisposable()

  /// What a pane's picture depends on, besides its changes, its size and the theme. The clock's place on Earth never changes.
  private struct Source: Equatable {
    var isFocused: Bool
    var now: Date
    var saysDemo: Bool
  }

  /// What is told of a pane beside its picture.
  struct Facts {
    var isSpinning: Bool
    var hasTrouble: Bool
    var origin: Origin?
  }

  init(_ pane: any Pane) {
    self.pane = pane
    id = pane.id
    observation.inner = pane.changes.observeValues { [weak self] in
      UI.assumeIsolated { self?.invalidate() }
      UI.frames.mark()
    }
  }

  deinit { observation.dispose() }

  var facts: Facts {
    if let known { return known }
    let facts = Facts(isSpinning: pane.isSpinning, hasTrouble: pane.hasTrouble, origin: pane.origin)
    known = facts
    return facts
  }

  /// Draws the pane over the whole canvas.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    var context = context
    // Ages are told in minutes: without a spinner the picture changes with the minute and not before.
    if !facts.isSpinning { context.now = context.now.startOfMinute }
    let source = Source(isFocused: context.isFocused, now: context.now, saysDemo: context.saysDemo)
    picture.draw(source, into: &canvas) { pane.draw(context, into: &$0) }
  }

  /// Has the pane looked at again.
  func invalidate() {
    picture.invalidate()
    known = nil
  }
}
