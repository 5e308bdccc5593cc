import Model
import Screen
import Text

/// The headings of the legend of rooms, which say its order. A click sorts by a column, and again the other way round.
///
///     room▲      °C
///     ● Attic   21.5   19.0 … 22.4
struct RoomHeadings {
  let order: RoomOrder
  let unit: SafeText
  /// The columns of the names and of the values.
  let columns: (name: Range<Int>, value: Range<Int>)

  private var name: SafeText { order == .name ? "room▲" : "room" }
  private var value: SafeText {
    switch order {
    case .warmest: "\(unit)▼"
    case .coldest: "\(unit)▲"
    case .settings, .name: unit
    }
  }

  /// Draws them in the first line.
  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    func style(_ isCurrent: Bool) -> Style { isCurrent ? theme.plain : theme.dim }
    canvas.draw(
      name, style(order == .name), x: columns.name.lowerBound, y: 0, maxWidth: columns.name.count)
    guard !columns.value.isEmpty else { return }
    canvas.draw(
      value, style(order == .warmest || order == .coldest), x: columns.value.lowerBound, y: 0,
      maxWidth: columns.value.count, alignment: .right)
  }

  /// The order that a click at a column chooses.
  func order(at column: Int) -> RoomOrder? {
    if columns.name.contains(column) { return order == .name ? .settings : .name }
    guard columns.value.contains(column) else { return nil }
    switch order {
    case .warmest: return .coldest
    case .coldest: return .settings
    case .settings, .name: return .warmest
    }
  }
}
