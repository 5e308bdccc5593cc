import Foundation
import Screen
import Text
import ViewModels

/// The whole screen as a picture of its state: header, panes, footer, and the help over them.
struct ScreenView {
  var state: ScreenState
  var now: Date
  var clock: ClockTime

  /// Something stands over the panes.
  var hasOverlay: Bool { state.dashboard.isHelpShown }

  /// - Parameters:
  ///   - layout: where things stand.
  ///   - parts: what the frame before left to be used again.
  ///   - areStanding: they still stand on the canvas where the layout has them; else the canvas is blank.
  func draw(_ layout: ScreenLayout, into canvas: inout Canvas, reusing parts: inout ScreenParts, areStanding: Bool) {
    guard layout.arrangement != .tooSmall else {
      drawTooSmall(into: &canvas)
      return
    }
    let header = Header.of(state, layout.arrangement)
    canvas.within(layout.header) { parts.header.draw(header, into: &$0, isStanding: areStanding, header.draw) }
    let footer = Footer.of(state, size: canvas.size)
    canvas.within(layout.footer) { parts.footer.draw(footer, into: &$0, isStanding: areStanding, footer.draw) }
    // The focused pane comes last, so that the cursor is its own.
    let focus = state.dashboard.focus
    for place in layout.places.filter({ $0.pane != focus }) + layout.places.filter({ $0.pane == focus }) {
      let context = context(of: place.pane, isFocused: place.pane == focus && !hasOverlay)
      canvas.within(place.rect) {
        parts.draw(place.pane, of: state, context, into: &$0, isStanding: areStanding)
      }
    }
    if hasOverlay {
      HelpOverlay(scroll: state.helpScroll)
        .draw(PaneContext(isFocused: true, now: now, clock: clock), into: &canvas)
    }
  }

  /// The time of a pane without a spinner is the minute's beginning: ages are told in minutes, and a pane that was drawn in
  /// this minute already is not drawn again.
  private func context(of pane: PaneID, isFocused: Bool) -> PaneContext {
    PaneContext(isFocused: isFocused, now: state.isSpinning(pane) ? now : ScreenState.minute(of: now), clock: clock)
  }

  private func drawTooSmall(into canvas: inout Canvas) {
    let needed = ScreenLayout.smallestSize
    let size: SafeText = "\(needed.width)x\(needed.height)"
    let forms: [SafeText] = [
      "reactui needs \(size), this is \(canvas.width)x\(canvas.height)", "reactui needs \(size)", "needs \(size)", size,
    ]
    let text = forms.first { DisplayWidth.of($0) <= canvas.width } ?? size
    canvas.draw(text, canvas.theme.plain, x: 0, y: canvas.height / 2, maxWidth: canvas.width, alignment: .centre)
  }
}
