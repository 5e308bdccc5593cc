import Foundation
import Model
import Screen
import Signals
import Text

/// A pane on the dashboard with its cached picture, which is redrawn only when the pane reports a change, and the keys in its
/// border.
@UI
final class PaneTile {
  let pane: any Pane
  let id: PaneID
  private let picture = KeptPicture<Source>()
  private var known: Facts?
  private let observation = SerialDisposable()
  /// The keys in the border that was drawn last.
  private(set) var keys = BorderKeyLine()

  /// The dependencies of a pane's picture, besides its changes, its size and the theme. The clock's time zone never changes.
  private struct Source: Equatable {
    var isFocused: Bool
    var now: Date
    var saysDemo: Bool
  }

  /// Information on a pane besides its picture.
  struct Facts {
    var isSpinning: Bool
    var hasTrouble: Bool
    var origin: Origin?
    var alarm: [SafeText]
    var unread: Int
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
    let facts = Facts(
      isSpinning: pane.isSpinning, hasTrouble: pane.hasTrouble, origin: pane.origin, alarm: pane.alarm,
      unread: pane.unread)
    known = facts
    return facts
  }

  /// Draws the pane over the whole canvas.
  ///
  /// - Parameters:
  ///   - scope: The pane's own commands, and those that have keys beside them.
  ///   - keymap: A change of it must be followed by ``invalidate()``.
  func draw(_ context: PaneContext, scope: CommandScope, keymap: Keymap, into canvas: inout Canvas) {
    var context = context
    // Ages are shown in minutes: without a spinner the picture changes at most once a minute.
    if !facts.isSpinning { context.now = context.now.startOfMinute }
    let source = Source(isFocused: context.isFocused, now: context.now, saysDemo: context.saysDemo)
    picture.draw(source, into: &canvas) { canvas in
      pane.draw(context, into: &canvas)
      keys.reduce(
        pane.borderKeys, scope: scope, keymap: keymap, takesText: pane.takesText, width: canvas.width,
        KeyLabel(canvas.theme))
      keys.draw(into: &canvas)
    }
  }

  /// Discards the cached picture and information.
  func invalidate() {
    picture.invalidate()
    known = nil
  }
}
