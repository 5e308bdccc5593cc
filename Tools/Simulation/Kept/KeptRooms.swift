import Charting
import Foundation
import Model
import PaneKit
import Rooms
import Screen

/// What is kept of rooms, as the pane shows it.
@UI
struct KeptRooms {
  private let state: RoomsState
  /// Whether the rooms are asked for.
  private let isStarted: Bool
  private let now: Date

  init(_ program: SimulatedProgram, _ run: Simulation) {
    state = program.rooms.state.value
    isStarted = program.dashboard.state.value.panes.contains(.rooms) || state.hasLimits
    now = run.world.clock.currentDate
  }

  /// - Parameters:
  ///   - chosen: The span that a person has chosen.
  ///   - selected: The room that a person has selected.
  func faults(of next: KeptRooms, chosen: RoomSpan?, selected: Room.Mark?) -> [String] {
    guard isStarted, next.isStarted else { return [] }
    var faults: [String] = []
    // A filter hides lines, too, and it is not kept.
    if state.filter.words.isEmpty, hidden(besides: next) != next.hidden(besides: self) {
      faults.append("other rooms are hidden after a start")
    }
    if marks == next.marks, state.chart.alone != next.state.chart.alone {
      faults.append("another room is alone after a start")
    }
    let span = next.state.chart.viewport.time.span
    if let chosen, abs(span - chosen.seconds) > 0.001 {
      faults.append("the chart of rooms shows “\(span)” s after a start, and “\(chosen.seconds)” were chosen")
    }
    if state.order != next.state.order { faults.append("the legend of rooms has another order after a start") }
    if state.showsBackdrop != next.state.showsBackdrop {
      faults.append("the day before is shown, or no longer, after a start")
    }
    if let selected, next.state.chart.alone == nil, next.marks.contains(selected),
      next.state.selectedRow?.mark != selected
    {
      faults.append("another room is selected after a start")
    }
    if limits(besides: next) != next.limits(besides: self) {
      faults.append("the limits of rooms by key are others after a start")
    }
    let missing = state.events.first { event in !next.state.events.contains { $0.isSame(as: event) } }
    if let missing { faults.append("an alarm of “\(missing.name)” is gone after a start") }
    return faults + faultsOfReadings(next)
  }

  private var marks: Set<Room.Mark> { Set(state.rooms.map(\.mark)) }

  /// The rooms that are hidden among those that both programs know.
  private func hidden(besides other: KeptRooms) -> Set<Room.Mark> {
    state.chart.hidden.intersection(marks).intersection(other.marks)
  }

  /// The limits by key of rooms that both programs know.
  private func limits(besides other: KeptRooms) -> [Room.Mark: LimitByKey?] {
    let rooms = state.rooms.filter { other.marks.contains($0.mark) }
    return Dictionary(rooms.map { ($0.mark, $0.room.limitByKey) }) { first, _ in first }
  }

  /// Checks the temperatures that nothing but the program keeps.
  private func faultsOfReadings(_ next: KeptRooms) -> [String] {
    guard !state.isPaused, !next.state.isPaused, state.chart.viewport.time.span <= 86_400 else { return [] }
    for row in state.rooms where row.room.kind == .metrics {
      guard let after = next.state.rooms.first(where: { $0.mark == row.mark }), after.latest != nil,
        let before = line(of: row.mark), let kept = next.line(of: row.mark)
      else { continue }
      let range = next.now.timeIntervalSince1970 - 80_000...max(next.now.timeIntervalSince1970 - 300, 0)
      let missing = before.points.first { point in
        point.value != nil && range.contains(point.time) && kept.nearest(to: point.time, within: 0)?.value == nil
      }
      if missing != nil { return ["a temperature of “\(row.room.label)” that was read before a start is gone"] }
    }
    return []
  }

  private func line(of room: Room.Mark) -> LineSeries? { state.chart.lines.first { $0.id == room }?.series }
}
