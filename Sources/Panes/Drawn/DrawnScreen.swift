import Foundation
import Screen
import ViewModels

/// A pane as a picture of its state: equal views of a size draw equal cells in the same context.
protocol PaneView: Equatable {
  /// What it keeps of its parts from one drawing to the next.
  associatedtype Parts: DrawnParts

  func draw(_ context: PaneContext, reusing parts: inout Parts, into canvas: inout Canvas)
}

protocol DrawnParts {
  /// Nothing has been drawn yet.
  init()
}

/// The screen as it was drawn last, so that a frame draws only what looks different now.
struct DrawnScreen {
  var header = Drawn<Header>()
  var footer = Drawn<Footer>()
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

/// A pane's last drawing as a whole, and its parts, for when something in it has changed.
private struct DrawnPane<View: PaneView> {
  /// All that the pane is a picture of, but for whose hours are shown, which never changes.
  private struct Source: Equatable {
    var view: View
    var isFocused: Bool
    var now: Date
  }

  private var whole = Drawn<Source>()
  private var parts = View.Parts()

  mutating func draw(_ view: View, _ context: PaneContext, into canvas: inout Canvas) {
    whole.draw(Source(view: view, isFocused: context.isFocused, now: context.now), into: &canvas) {
      view.draw(context, reusing: &parts, into: &$0)
    }
  }
}
