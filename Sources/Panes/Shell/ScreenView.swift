import Foundation
import Screen
import Text
import ViewModels

/// The whole screen as a picture of its state: header, panes, footer, and the help over them.
struct ScreenView {
  var state: ScreenState
  var now: Date
  var clock: ClockTime

  func draw(into canvas: inout Canvas) {
    let dashboard = state.dashboard
    let layout = ScreenLayout(size: canvas.size, focus: dashboard.focus, isZoomed: dashboard.isZoomed)
    guard layout.arrangement != .tooSmall else {
      drawTooSmall(into: &canvas)
      return
    }
    canvas.within(layout.header) { Header(state: state, arrangement: layout.arrangement).draw(into: &$0) }
    let size = canvas.size
    canvas.within(layout.footer) { Footer(state: state).draw(size: size, into: &$0) }
    // The focused pane comes last and has the cursor to itself.
    let (others, focused) = (
      layout.places.filter { $0.pane != dashboard.focus }, layout.places.filter { $0.pane == dashboard.focus }
    )
    for place in others { canvas.within(place.rect) { draw(place.pane, isFocused: false, into: &$0) } }
    canvas.hideCursor()
    for place in focused {
      canvas.within(place.rect) { draw(place.pane, isFocused: !dashboard.isHelpShown, into: &$0) }
    }
    if dashboard.isHelpShown {
      HelpOverlay(scroll: state.helpScroll)
        .draw(PaneContext(isFocused: true, now: now, clock: clock), into: &canvas)
    }
  }

  private func draw(_ pane: PaneID, isFocused: Bool, into canvas: inout Canvas) {
    let context = PaneContext(isFocused: isFocused, now: now, clock: clock)
    switch pane {
    case .stackOverflow: state.stackOverflow.draw(context, into: &canvas)
    case .wikipedia: state.wikipedia.draw(context, into: &canvas)
    case .conAir: state.conAir.draw(context, into: &canvas)
    }
  }

  private func drawTooSmall(into canvas: inout Canvas) {
    let needed = ScreenLayout.smallestSize
    let text: SafeText = "reactui needs \(needed.width)x\(needed.height), this is \(canvas.width)x\(canvas.height)"
    canvas.draw(text, canvas.theme.plain, x: 0, y: canvas.height / 2, maxWidth: canvas.width, alignment: .centre)
  }
}
