import Charting
import Text

extension ChartLegend {
  /// Draws the rows that fit over the whole canvas, and puts the terminal's cursor on the selected one.
  public func draw(into canvas: inout Canvas) {
    let shown = shown(lines: canvas.height)
    let place = place(of: shown, lines: canvas.height)
    // On a single line the position is shown beside the row.
    let placeWidth = place.map { canvas.height == 1 ? DisplayWidth.of($0) + 2 : 0 } ?? 0
    let columns = LegendColumns(self, width: canvas.width - placeWidth)
    for (y, index) in shown.enumerated() { draw(rows[index], isSelected: index == selected, columns, y, into: &canvas) }
    if let place {
      let (x, y) = canvas.height == 1 ? (canvas.width - DisplayWidth.of(place), 0) : (LegendColumns.nameX, shown.count)
      canvas.draw(place, canvas.theme.dim, x: max(0, x), y: y)
    }
  }

  private func draw(_ row: Row, isSelected: Bool, _ columns: LegendColumns, _ y: Int, into canvas: inout Canvas) {
    let (theme, glyphs) = (canvas.theme, canvas.glyphs)
    if isSelected {
      canvas.put(glyphs.selectionBar, style: theme.accent, x: 0, y: y)
      canvas.placeCursor(x: 0, y: y)
    }
    switch row.sign {
    case .line(let look):
      let style = row.isHidden ? theme.dim : theme.line(look).with(.bold)
      if columns.width > 1 { canvas.put(glyphs.mark(of: look), style: style, x: 1, y: y) }
    case .limit:
      if columns.width > 1 { canvas.put(glyphs.limitMark, style: theme.dim, x: 1, y: y) }
    }
    let plain = row.isHidden ? theme.dim : theme.plain
    // A part of a limit would be another limit.
    if row.sign != .limit || DisplayWidth.of(row.name) <= columns.name {
      canvas.draw(row.name, isSelected ? theme.strong : plain, x: LegendColumns.nameX, y: y, maxWidth: columns.name)
    }
    if let words = Self.words(of: row, width: columns.width - columns.valueX) {
      let isTrouble = if case .trouble = row.content { !row.isHidden } else { false }
      canvas.draw(
        words, isTrouble ? theme.alarm : theme.dim, x: columns.valueX, y: y, maxWidth: columns.width - columns.valueX)
      return
    }
    guard case .numbers(let value, let range) = row.content, columns.value > 0 else { return }
    let note = Self.note(of: row, glyphs)
    let isAlarm = !note.isEmpty && !row.alarm.isEmpty
    canvas.draw(
      value ?? "–", isAlarm && !isAtCursor ? theme.alarm : plain, x: columns.valueX, y: y, maxWidth: columns.value,
      alignment: .right)
    if !note.isEmpty {
      let words = note.first { DisplayWidth.of($0) <= columns.width - columns.alarmX }
      canvas.draw(words ?? "", isAlarm ? theme.alarm.with(.bold) : theme.accent, x: columns.alarmX, y: y)
      return
    }
    guard let range, columns.highest > 0 else { return }
    canvas.draw(range.lowest, theme.dim, x: columns.lowestX, y: y, maxWidth: columns.lowest, alignment: .right)
    canvas.draw("…", theme.dim, x: columns.highestX - 2, y: y)
    canvas.draw(range.highest, theme.dim, x: columns.highestX, y: y, maxWidth: columns.highest, alignment: .right)
  }
}
