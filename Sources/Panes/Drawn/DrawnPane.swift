import Foundation
import Screen

/// A pane as a picture of its state: equal views of a size draw equal cells in the same context.
protocol PaneView: Equatable {
  /// What it keeps of its parts from one drawing to the next.
  associatedtype Parts: DrawnParts

  /// Draws over the whole canvas.
  ///
  /// - Parameter areStanding: what was drawn with these parts last is still there, and nothing else.
  func draw(_ context: PaneContext, reusing parts: inout Parts, areStanding: Bool, into canvas: inout Canvas)
}

protocol DrawnParts {
  /// Nothing has been drawn yet.
  init()
}

/// What a pane was a picture of when it was drawn last, so that it is drawn again only when that has changed; and its
/// parts, for when something in it has.
struct DrawnPane<View: PaneView> {
  /// All that the pane is a picture of, but for whose hours are shown, which never changes. Behind a reference, since to
  /// look at an optional value copies it.
  private final class Source {
    let view: View
    let isFocused: Bool
    let now: Date

    init(_ view: View, _ context: PaneContext) {
      self.view = view
      isFocused = context.isFocused
      now = context.now
    }
  }

  private var source: Source?
  private var parts = View.Parts()
  private var cursor: Point?

  /// Draws over the whole canvas; the cursor is this pane's then.
  mutating func draw(_ view: View, _ context: PaneContext, into canvas: inout Canvas, isStanding: Bool) {
    if isStanding, isPicture(of: view, context) {
      canvas.cursor = cursor
      return
    }
    canvas.cursor = nil
    view.draw(context, reusing: &parts, areStanding: isStanding, into: &canvas)
    cursor = canvas.cursor
    source = Source(view, context)
  }

  private func isPicture(of view: View, _ context: PaneContext) -> Bool {
    guard let source else { return false }
    return source.isFocused == context.isFocused && source.now == context.now && source.view == view
  }
}
