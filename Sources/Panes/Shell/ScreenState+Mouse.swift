import Screen
import Text
import ViewModels

extension ScreenState {
  /// What the mouse means at a place of the screen.
  ///
  /// A click, and the wheel too, first brings the focus to the pane under it, since commands go where the focus is. Over
  /// the help the wheel scrolls, and a click closes it.
  func commands(for event: MouseEvent, size: Size, clock: ClockTime, theme: Theme) -> [Command] {
    if dashboard.isHelpShown {
      switch event.action {
      case .wheelUp: return [.move(.lines(-1))]
      case .wheelDown: return [.move(.lines(1))]
      case .click: return [.toggleHelp]
      }
    }
    let layout = dashboard.layout(on: size)
    if event.location.y == layout.header.y, layout.arrangement != .tooSmall {
      guard event.action == .click else { return [] }
      return headerCommands(at: event.location.x, layout, size: size, theme: theme)
    }
    guard let place = layout.place(at: event.location) else { return [] }
    let isFocused = place.pane == dashboard.focus
    let inPane = MouseEvent(
      event.action, at: Point(x: event.location.x - place.rect.x, y: event.location.y - place.rect.y))
    let commands: [Command] =
      switch place.pane {
      case .stackOverflow: stackOverflow.commands(for: inPane, isFocused: isFocused, size: place.rect.size)
      case .wikipedia: wikipedia.commands(for: inPane, size: place.rect.size, clock: clock, theme: theme)
      case .conAir: conAir.commands(for: inPane, size: place.rect.size, clock: clock, theme: theme)
      }
    // Also where the pane seems to have the focus: a key may have moved it since the frame that was clicked on.
    return event.action == .click || !commands.isEmpty ? [.focus(place.pane)] + commands : []
  }

  private func headerCommands(
    at column: Int, _ layout: ScreenLayout, size: Size, theme: Theme
  ) -> [Command] {
    let header = Header.of(self, layout.arrangement)
    if let pane = header.pane(at: column, width: size.width, theme: theme) { return [.focus(pane)] }
    return layout.arrangement == .tiled && column >= size.width - Header.helpWidth ? [.toggleHelp] : []
  }
}
