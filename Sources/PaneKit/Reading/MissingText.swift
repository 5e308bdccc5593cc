import Screen
import Text

/// The placeholder of a missing text below its head: the reason, or that it is being loaded.
package struct MissingText {
  var trouble: ServiceFailure?
  /// What is being loaded; `nil` if nothing is.
  var loading: SafeText?

  package init(trouble: ServiceFailure? = nil, loading: SafeText? = nil) {
    self.trouble = trouble
    self.loading = loading
  }

  /// - Parameter head: The number of lines of the head.
  package func draw(_ context: PaneContext, below head: Int, into canvas: inout Canvas) {
    let below = head + 1
    if let trouble {
      // With few lines, it replaces the last of the head.
      let line = min(below, canvas.height - 1)
      canvas.fill(Rect(x: 0, y: line, width: canvas.width, height: canvas.height - line))
      FullPaneError(trouble: trouble, loading: loading)
        .draw(context, x: 0, y: line, width: canvas.width, end: canvas.height, into: &canvas)
    } else if let loading, below < canvas.height {
      LoadingLine(text: loading).draw(context, x: 0, y: below, into: &canvas)
    }
  }
}
