import Screen
import Text
import ViewModels

extension ConAirView {
  /// What the mouse means at a place of the pane.
  func commands(for event: MouseEvent, size: Size, clock: ClockTime, theme: Theme) -> [Command] {
    let inside = PaneBorder.inside(size)
    let layout = layout(inside)
    let y = event.location.y - inside.y
    guard state.latest != nil, layout.chart.contains(y) else { return [] }
    let plot = plot(layout, width: inside.width, clock: clock, theme: theme)
    let onChart = Point(x: event.location.x - inside.x - PaneBorder.air, y: y - layout.chart.lowerBound)
    return plot.commands(for: event.action, at: onChart)
  }
}
