import Screen
import ViewModels

/// The screen as it was drawn last. It is kept from frame to frame, and a frame writes only what looks different then.
struct DrawnScreen {
  private(set) var canvas = Canvas(size: .zero)
  private var parts = ScreenParts()
  /// Where the parts stand on the canvas; `nil` when they do not, or something covers them.
  private var standing: ScreenLayout?

  mutating func draw(_ view: ScreenView, size: Size, theme: Theme) {
    let layout = view.state.dashboard.layout(on: size)
    if canvas.size != size || canvas.theme != theme {
      canvas = Canvas(size: size, theme: theme)
      standing = nil
    } else if layout != standing {
      canvas.erase()
      standing = nil
    }
    view.draw(layout, into: &canvas, reusing: &parts, areStanding: standing != nil)
    standing = view.hasOverlay ? nil : layout
  }

  @UI mutating func show(on display: any Display) { display.show(&canvas) }
}

/// The parts of the screen as they were drawn last.
struct ScreenParts {
  var header = Drawn<Header>()
  var footer = Drawn<Footer>()
  private var stackOverflow = DrawnPane<StackOverflowView>()
  private var wikipedia = DrawnPane<WikipediaView>()
  private var conAir = DrawnPane<ConAirView>()

  /// Draws a pane of the screen over the whole canvas; its cursor is the canvas' then.
  ///
  /// - Parameter isStanding: what was drawn of it last is still there.
  mutating func draw(
    _ pane: PaneID, of state: ScreenState, _ context: PaneContext, into canvas: inout Canvas, isStanding: Bool
  ) {
    switch pane {
    case .stackOverflow: stackOverflow.draw(state.stackOverflow, context, into: &canvas, isStanding: isStanding)
    case .wikipedia: wikipedia.draw(state.wikipedia, context, into: &canvas, isStanding: isStanding)
    case .conAir: conAir.draw(state.conAir, context, into: &canvas, isStanding: isStanding)
    }
  }
}
