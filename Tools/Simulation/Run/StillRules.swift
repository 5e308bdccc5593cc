import Charting
import Edits
import Foundation
import Model
import PaneKit
import Rooms
import Screen
import Text

/// Checks that the values of a paused pane do not change until the next action.
@UI
struct StillRules {
  fileprivate struct Rooms: Equatable {
    var celsius: Double?
    var change: Double?
    var times: ClosedRange<Double>
  }

  fileprivate struct Events: Equatable {
    var rate: Double?
    var latestEdit: SafeText?
    var times: ClosedRange<Double>
    var count: Int
  }

  private var rooms: Rooms?
  private var events: Events?
  /// Whether the paused values may change in this turn: a person, the settings or an act of the script may move them.
  private var isFree = true

  init() {}

  /// Allows the paused values to change in the next turn, because an action has been performed.
  mutating func release() { isFree = true }

  mutating func faults(of program: SimulatedProgram, isClockRecent: Bool) -> [String] {
    let (state, wikipedia) = (program.rooms.state.value, program.wikipedia.state.value)
    let rooms = state.isPaused ? Rooms(state) : nil
    let events = wikipedia.isPaused ? Events(wikipedia) : nil
    defer { (self.rooms, self.events, isFree) = (rooms, events, false) }
    guard !isFree else { return [] }
    var faults: [String] = []
    if let rooms, let before = self.rooms, !rooms.standsStill(since: before) {
      faults.append("temperatures go on in a chart that is held: “\(before)”, “\(rooms)”")
    }
    if let events, let before = self.events, events != before {
      faults.append("events go on in a chart that is held: “\(before)”, “\(events)”")
    }
    return faults
  }
}

extension StillRules.Rooms {
  fileprivate init(_ state: RoomsState) {
    self.init(celsius: state.latest?.celsius, change: state.change, times: state.chart.viewport.time)
  }

  /// Returns whether nothing has changed, except that an answer may show more of the past, which a person has asked for.
  fileprivate func standsStill(since before: Self) -> Bool {
    celsius == before.celsius && change == before.change && times.upperBound == before.times.upperBound
      && times.lowerBound <= before.times.lowerBound
  }
}

extension StillRules.Events {
  fileprivate init(_ state: WikipediaState) {
    self.init(
      rate: state.rate, latestEdit: state.latestEdit, times: state.chart.viewport.time, count: state.chart.series.count)
  }
}
