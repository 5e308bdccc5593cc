import Screen
import Text
import ViewModels

/// What stands below the head of an open text in the place of the text: why it is missing, or that it is on its way.
struct MissingText {
  var trouble: Trouble?
  /// What is on its way; `nil` where nothing is.
  var loading: SafeText?

  /// - Parameter head: The lines of the head.
  func draw(_ context: PaneContext, below head: Int, into canvas: inout Canvas) {
    let below = head + 1
    if let trouble {
      // Where lines are few, it takes the head's last.
      let line = min(below, canvas.height - 1)
      canvas.fill(Rect(x: 0, y: line, width: canvas.width, height: canvas.height - line))
      WholeTrouble(trouble: trouble, loading: loading)
        .draw(context, x: 0, y: line, width: canvas.width, end: canvas.height, into: &canvas)
    } else if let loading, below < canvas.height {
      LoadingLine(text: loading).draw(context, x: 0, y: below, into: &canvas)
    }
  }
}
