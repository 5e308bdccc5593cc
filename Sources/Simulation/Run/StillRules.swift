import Charting
import Foundation
import Model
import Screen
import Text
import ViewModels

/// What stands still while a person holds a chart.
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
  /// Until here a person, the settings or the world's acts may move what stands still.
  private var isFree = true

  init() {}

  /// Something is done, and whatever is shown may change with it.
  mutating func release() { isFree = true }

  mutating func faults(of program: SimulatedProgram, isClockRecent: Bool) -> [String] {
    let (conAir, wikipedia) = (program.conAir.state.value, program.wikipedia.state.value)
    let rooms = conAir.isPaused ? Rooms(conAir) : nil
    let events = wikipedia.isPaused ? Events(wikipedia) : nil
    defer { (self.rooms, self.events, isFree) = (rooms, events, false) }
    guard !isFree else { return [] }
    var faults: [String] = []
    if let rooms, let before = self.rooms, rooms != before {
      faults.append("temperatures go on in a chart that is held: “\(before)”, “\(rooms)”")
    }
    if let events, let before = self.events, events != before {
      faults.append("events go on in a chart that is held: “\(before)”, “\(events)”")
    }
    return faults
  }
}

extension StillRules.Rooms {
  fileprivate init(_ state: ConAirState) {
    self.init(celsius: state.latest?.celsius, change: state.change, times: state.chart.viewport.time)
  }
}

extension StillRules.Events {
  fileprivate init(_ state: WikipediaState) {
    self.init(
      rate: state.rate, latestEdit: state.latestEdit, times: state.chart.viewport.time, count: state.chart.series.count)
  }
}
