import Charting
import Foundation
import Model
import PaneKit
import Screen
import Text

/// The legend of the temperature chart, with its filter's line; it exists if there are several rooms.
struct RoomLegendView {
  private let state: RoomsState
  private let legend: ChartLegend
  /// The rooms of the legend's rows, in order.
  private let rooms: [Room.ID]

  /// - Parameters:
  ///   - rules: The names of the rules that hold for rooms.
  ///   - tolerance: The distance from the cursor within which an isolated point counts; see ``ChartLegend``.
  ///   - valueText: formats a temperature in the state's unit.
  init?(
    _ state: RoomsState, _ context: PaneContext, rules: [Room.Mark: SafeText] = [:], tolerance: Double? = nil,
    valueText: (Double) -> SafeText
  ) {
    guard state.hasLegend else { return nil }
    self.state = state
    // A paused chart has no line of a room that came since.
    let drawn = Set(state.chart.lines.map(\.id))
    let listed = state.rooms.filter { state.listed.contains($0.id) && drawn.contains($0.mark) }
    rooms = listed.map(\.id)
    var facts: [ChartLine.ID: ChartLegend.Fact] = [:]
    for row in listed {
      facts[row.mark] =
        Self.trouble(of: row, context).map(ChartLegend.Fact.trouble)
        ?? state.alarm(of: row.mark).map { .alarm(AlarmWords(state.unit).reasons($0.limit)) }
        ?? rules[row.mark].map(ChartLegend.Fact.rule)
    }
    let selected = state.selectedRoom.flatMap { state.rooms.indices.contains($0) ? state.rooms[$0].mark : nil }
    legend = ChartLegend(
      state.chart, of: listed.map(\.mark), facts: facts, selected: selected, tolerance: tolerance, valueText: valueText)
  }

  /// Since when, and why, a room has no newer temperature: `since 14:02: connection refused`.
  private static func trouble(of row: RoomRow, _ context: PaneContext) -> SafeText? {
    func since(_ date: Date?, _ reason: SafeText) -> SafeText {
      date.map { "since \(context.time(of: $0)): \(reason)" } ?? reason
    }
    if let trouble = row.trouble { return since(trouble.since, trouble.error.shortSentence(clock: context.clock)) }
    if let staleSince = row.staleSince { return since(staleSince, "no answer") }
    if let silence = row.silence { return since(silence.since, silence.reason) }
    return row.isAwaited ? "updating" : nil
  }

  /// The number of its rows.
  var rowCount: Int { legend.rows.count + (state.filter.isShown ? 1 : 0) }

  /// Divides an area between the chart and the legend.
  func layout(_ size: Size) -> ChartLayout {
    ChartLayout(size: size, legend: legend, hasField: state.filter.isShown, hasHeadings: true)
  }

  /// The place of the legend's rows, below the filter's line.
  private func rows(in place: Rect) -> Rect {
    let field = state.filter.isShown || hasHeadings(in: place) ? min(1, place.height) : 0
    return Rect(x: 0, y: field, width: place.width, height: place.height - field)
  }

  /// Whether there is a line above the rows for headings.
  private func hasHeadings(in place: Rect) -> Bool { !state.filter.isShown && place.height > legend.rows.count }

  private func headings(in place: Rect) -> RoomHeadings {
    RoomHeadings(
      order: state.order, unit: state.unit == .celsius ? "°C" : "°F",
      columns: legend.headingColumns(width: place.width))
  }

  /// The order that a click on a heading chooses, at a point relative to the legend's corner.
  func order(at point: Point, in place: Rect) -> RoomOrder? {
    guard hasHeadings(in: place), point.y == 0 else { return nil }
    return headings(in: place).order(at: point.x)
  }

  /// - Parameter place: the legend's place on the canvas.
  func draw(at place: Rect, into canvas: inout Canvas) {
    canvas.within(place) { canvas in
      if hasHeadings(in: place) { headings(in: place).draw(into: &canvas) }
      canvas.within(rows(in: place)) { legend.draw(into: &$0) }
      // Last, because the terminal's cursor is in the field while it takes text.
      if state.filter.isShown {
        FieldLine(label: "Filter", field: state.filter, note: "\(rooms.count) of \(state.rooms.count)")
          .draw(into: &canvas)
      }
    }
  }

  /// The room whose row is at a point, relative to the legend's corner.
  func room(at point: Point, in place: Rect) -> Room.ID? {
    let rows = rows(in: place)
    let shown = legend.shown(lines: rows.height)
    guard point.x >= 0, point.x < place.width, shown.indices.contains(point.y - rows.y) else { return nil }
    let index = shown[point.y - rows.y]
    return self.rooms.indices.contains(index) ? self.rooms[index] : nil
  }
}
