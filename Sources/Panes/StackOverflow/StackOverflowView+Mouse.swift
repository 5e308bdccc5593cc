import Model
import Screen
import ViewModels

extension StackOverflowView {
  /// What the mouse means at a place of the pane.
  ///
  /// A click on the row that is selected already opens it, as long as the click did not first have to bring the focus.
  func commands(for event: MouseEvent, isFocused: Bool, size: Size) -> [Command] {
    let inside = PaneBorder.inside(size)
    let place = Point(x: event.location.x - inside.x, y: event.location.y - inside.y)
    if state.reading != nil {
      switch event.action {
      case .wheelUp: return [.move(.lines(-Self.wheelLines))]
      case .wheelDown: return [.move(.lines(Self.wheelLines))]
      case .click: return []
      }
    }
    switch event.action {
    case .wheelUp: return [.move(.lines(-1))]
    case .wheelDown: return [.move(.lines(1))]
    case .click: return click(at: place, isFocused: isFocused, inside: inside)
    }
  }

  /// A text scrolls by so many lines at a turn of the wheel; a list by one row.
  private static let wheelLines = 3

  private func click(at place: Point, isFocused: Bool, inside: Rect) -> [Command] {
    let view = QuestionListView(state: state, scroll: scroll, selectedRow: selectedRow)
    let layout = view.layout(Size(width: inside.width, height: inside.height))
    let air = PaneBorder.air
    if place.y == layout.tabs {
      return view.tabBar.tab(at: place.x - air, width: inside.width - 2 * air).map { [.selectTab($0)] } ?? []
    }
    if place.y == layout.filter, place.x >= 0, place.x < inside.width { return [.editFilter] }
    guard layout.list.contains(place.y), let row = layout.rows.position(atLine: place.y - layout.list.lowerBound)
    else { return [] }
    let questions = state.list.questions
    let rows = scroll.rows(count: questions.count, visible: layout.rows.visible)
    guard row < rows.count else { return [] }
    let id = questions[rows.lowerBound + row].id
    return isFocused && id == state.list.selection ? [.open] : [.selectQuestion(id)]
  }
}
