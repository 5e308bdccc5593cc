import Screen
import Text
import ViewModels

extension WikipediaView {
  /// Fits the list's scroll to the pane's size.
  mutating func settle(size: Size) {
    let recent = state.recent
    let selection = state.selection.flatMap { id in
      recent.firstIndex { $0.id == id }.map { (id: id, index: $0) }
    }
    scroll.settle(selection: selection, count: recent.count, visible: visibleRows(size: size))
  }

  /// Rows of the list that fit.
  func visibleRows(size: Size) -> Int { max(1, layout(PaneBorder.inside(size)).list.count) }

  /// What the mouse means at a place of the pane.
  func commands(for event: MouseEvent, size: Size, clock: ClockTime, theme: Theme) -> [Command] {
    let inside = PaneBorder.inside(size)
    let layout = layout(inside)
    let place = Point(x: event.location.x - inside.x, y: event.location.y - inside.y)
    if layout.chart.contains(place.y) {
      let plot = plot(layout, width: inside.width, clock: clock, theme: theme)
      let onChart = Point(x: place.x - PaneBorder.air, y: place.y - layout.chart.lowerBound)
      return plot.commands(for: event.action, at: onChart)
    }
    guard layout.list.contains(place.y) else { return [] }
    switch event.action {
    case .wheelUp: return [.move(.lines(-1))]
    case .wheelDown: return [.move(.lines(1))]
    case .click:
      let rows = scroll.rows(count: state.recent.count, visible: layout.list.count)
      let index = rows.lowerBound + place.y - layout.list.lowerBound
      return rows.contains(index) ? [.selectEvent(state.recent[index].id)] : []
    }
  }
}

extension ChartPlot {
  /// What the mouse means on a chart: a click marks a time, or takes the mark away where it stands already; the wheel
  /// zooms.
  func commands(for action: MouseEvent.Action, at place: Point) -> [Command] {
    switch action {
    case .wheelUp: return [.zoomIn]
    case .wheelDown: return [.zoomOut]
    case .click:
      guard let time = time(at: place) else { return [] }
      let isMarked = chart.cursor.map { column(of: $0) == place.x } ?? false
      return [.markTime(isMarked ? nil : time)]
    }
  }
}
