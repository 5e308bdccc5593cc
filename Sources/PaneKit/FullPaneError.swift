import Foundation
import Model
import Screen
import Text

/// A trouble in full, if there is nothing else to show: over as many lines as it needs.
///
///     No connection to stream.wikimedia.org: connection
///     refused
///     since 14:03, again at 14:03:32
///     r tries again
///
/// In the first minute of a pause that the service asked for, no key causes a request: then only the sentence is shown, which
/// contains the end of the pause.
package struct FullPaneError {
  var trouble: ServiceFailure
  /// What is being loaded during another attempt.
  var loading: SafeText?

  package init(trouble: ServiceFailure, loading: SafeText? = nil) {
    self.trouble = trouble
    self.loading = loading
  }

  /// Returns its height in lines.
  package func height(_ context: PaneContext, width: Int, theme: Theme) -> Int {
    lines(context, width: width, theme: theme).count + (hasLastLine(context) ? 1 : 0)
  }

  /// Draws as much as fits between two lines: the sentence is left out last, and if even that is too long, a ``TroubleLine``
  /// is drawn.
  package func draw(_ context: PaneContext, x: Int, y: Int, width: Int, end: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let room = end - y
    guard room > 0 else { return }
    let lines = lines(context, width: width, theme: theme)
    guard sentence(context, width: width, theme: theme).count <= room else {
      return TroubleLine(trouble: trouble).draw(context, x: x, y: y, width: width, into: &canvas)
    }
    for (row, line) in lines.prefix(room).enumerated() { canvas.draw(line, x: x, y: y + row) }
    guard lines.count < room else { return }
    if let loading {
      LoadingLine(text: loading).draw(context, x: x, y: y + lines.count, into: &canvas)
    } else if hasLastLine(context) {
      canvas.draw("r tries again", theme.dim, x: x, y: y + lines.count, maxWidth: width)
    }
  }

  private func hasLastLine(_ context: PaneContext) -> Bool { loading != nil || !isPaused(context) }

  /// Returns whether the service has just asked for a pause.
  private func isPaused(_ context: PaneContext) -> Bool {
    guard let pause = trouble.error.pause, pause.asked != nil || pause.heard != nil else { return false }
    let end = pause.end(at: context.now)
    // Not whether the pause holds: a cached picture is drawn as of the beginning of its minute, perhaps before the pause was
    // received.
    return context.now < min(end, pause.heard?.addingTimeInterval(Pause.patience) ?? end)
  }

  private func sentence(_ context: PaneContext, width: Int, theme: Theme) -> [[Cell]] {
    RichTextLayout.wrap(trouble.named(trouble.error.sentence(clock: context.clock)), theme.alarm, width: width)
  }

  private func lines(_ context: PaneContext, width: Int, theme: Theme) -> [[Cell]] {
    let times = TroubleLine(trouble: trouble).times(context.clock)
    return sentence(context, width: width, theme: theme) + RichTextLayout.wrap(times, theme.dim, width: width)
  }
}
