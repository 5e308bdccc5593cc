import Model
import Screen
import Text
import ViewModels

/// The rooms with their latest temperatures, beside the room that is shown: where there are several, and room for them.
struct RoomList {
  /// Columns that the room which is shown needs beside it.
  private static let leastBeside = 52
  private static let leastWidth = 20
  private static let mostWidth = 36

  private let rows: [RoomRow]
  private let selected: Int
  private let unit: TemperatureUnit

  init(_ state: ConAirState) {
    rows = state.rooms
    selected = state.selectedRoom ?? 0
    unit = state.unit
  }

  /// The columns that it takes; 0 where it is not shown.
  func width(inside size: Size) -> Int {
    guard rows.count > 1, size.height >= 2 else { return 0 }
    let room = size.width - Self.leastBeside
    return room < Self.leastWidth ? 0 : min(room, Self.mostWidth)
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    // The rows around the selected one.
    let count = min(rows.count, canvas.height)
    let first = min(max(selected - count / 2, 0), rows.count - count)
    for line in 0..<count {
      let index = first + line
      let row = rows[index]
      let isSelected = index == selected
      let value = row.latest.map { ConAirView.text(of: $0.celsius, in: unit, theme.glyphs) } ?? "?"
      let valueX = canvas.width - PaneBorder.air - DisplayWidth.of(value)
      let style = isSelected ? theme.strong : row.isCurrent ? theme.plain : theme.dim
      if isSelected { canvas.draw(canvas.glyphs.chevron, theme.accent, x: 0, y: line) }
      canvas.draw(row.room.label, style, x: 2, y: line, maxWidth: max(valueX - 3, 0))
      canvas.draw(value, row.isCurrent || row.latest == nil ? style : theme.alarm, x: valueX, y: line)
    }
  }
}

extension Room {
  /// What the room is called in a list.
  var label: SafeText { name ?? kind.label }
}
