import Foundation
import Screen
import ViewModels

/// A pane as a picture of its state: equal views of a size draw equal cells in the same context.
protocol PaneView: Equatable {
  func draw(_ context: PaneContext, into canvas: inout Canvas)
}

/// The panes as they were drawn last, so that a frame draws only those that look different now.
///
/// Most frames change one pane: a key moves a selection, the feed brings an edit. Comparing a state with the one before
/// costs next to nothing, since what has not changed is the same storage.
struct DrawnPanes {
  private var stackOverflow = DrawnPane<StackOverflowView>()
  private var wikipedia = DrawnPane<WikipediaView>()
  private var conAir = DrawnPane<ConAirView>()

  /// Draws a pane of the screen over the whole canvas.
  mutating func draw(_ pane: PaneID, of state: ScreenState, _ context: PaneContext, into canvas: inout Canvas) {
    switch pane {
    case .stackOverflow: stackOverflow.draw(state.stackOverflow, context, into: &canvas)
    case .wikipedia: wikipedia.draw(state.wikipedia, context, into: &canvas)
    case .conAir: conAir.draw(state.conAir, context, into: &canvas)
    }
  }
}

/// A pane's last drawing and all that it was made of, but for whose hours are shown, which never changes.
private struct DrawnPane<View: PaneView> {
  private var view: View?
  private var isFocused = false
  private var time = Date.distantPast
  private var cells = Canvas(size: Size(width: 0, height: 0))

  mutating func draw(_ view: View, _ context: PaneContext, into canvas: inout Canvas) {
    let isSame =
      cells.size == canvas.size && cells.theme == canvas.theme && isFocused == context.isFocused && time == context.now
    if !isSame || self.view != view {
      cells = Canvas(size: canvas.size, theme: canvas.theme)
      view.draw(context, into: &cells)
      (self.view, isFocused, time) = (view, context.isFocused, context.now)
    }
    canvas.blit(cells, x: 0, y: 0)
  }
}
