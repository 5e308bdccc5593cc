import Foundation
import Screen
import Text
import ViewModels

/// The whole screen as a picture of its state: header, panes, footer, and the help over them.
struct ScreenView {
  var state: ScreenState
  var now: Date
  var clock: ClockTime

  /// - Parameter drawn: what the frame before left to be used again.
  func draw(into canvas: inout Canvas, reusing drawn: inout DrawnScreen) {
    let dashboard = state.dashboard
    let layout = ScreenLayout(size: canvas.size, focus: dashboard.focus, isZoomed: dashboard.isZoomed)
    guard layout.arrangement != .tooSmall else {
      drawTooSmall(into: &canvas)
      return
    }
    let header = Header(state, layout.arrangement)
    canvas.within(layout.header) { drawn.header.draw(header, into: &$0, header.draw) }
    let size = canvas.size
    let footer = Footer(state, size: size)
    canvas.within(layout.footer) { drawn.footer.draw(footer, into: &$0, footer.draw) }
    // The focused pane comes last and has the cursor to itself.
    for place in layout.places where place.pane != dashboard.focus {
      canvas.within(place.rect) {
        drawn.draw(place.pane, of: state, context(of: place.pane, isFocused: false), into: &$0)
      }
    }
    canvas.hideCursor()
    for place in layout.places where place.pane == dashboard.focus {
      canvas.within(place.rect) {
        drawn.draw(place.pane, of: state, context(of: place.pane, isFocused: !dashboard.isHelpShown), into: &$0)
      }
    }
    if dashboard.isHelpShown {
      HelpOverlay(scroll: state.helpScroll)
        .draw(PaneContext(isFocused: true, now: now, clock: clock), into: &canvas)
    }
  }

  /// The time of a pane without a spinner is the second's beginning: ages need no more, and a pane that was drawn in this
  /// second already is not drawn again.
  private func context(of pane: PaneID, isFocused: Bool) -> PaneContext {
    let second = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    return PaneContext(isFocused: isFocused, now: state.isSpinning(pane) ? now : second, clock: clock)
  }

  private func drawTooSmall(into canvas: inout Canvas) {
    let needed = ScreenLayout.smallestSize
    let text: SafeText = "reactui needs \(needed.width)x\(needed.height), this is \(canvas.width)x\(canvas.height)"
    canvas.draw(text, canvas.theme.plain, x: 0, y: canvas.height / 2, maxWidth: canvas.width, alignment: .centre)
  }
}
