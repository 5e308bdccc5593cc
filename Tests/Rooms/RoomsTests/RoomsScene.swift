import Charting
import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting

@testable import PaneKit
@testable import Rooms

/// The temperatures' view model, a service that the test answers for, and a clock that it moves and sets.
final class RoomsScene: Sendable {
  /// 11 December 2012, 21:28 UTC.
  static let beginning = Date(timeIntervalSince1970: 1_355_261_280)

  let service: ScriptedThermometer
  let clock = SteppingClock(startDate: beginning)
  let pollPeriod = MutableProperty<TimeInterval>(10)
  let viewModel: RoomsViewModel

  init(origin: Origin = .live, isConfigured: Bool = true) {
    service = ScriptedThermometer(origin: origin)
    viewModel = RoomsViewModel(
      sources: Property(
        value: isConfigured ? [RoomSourceEntry(service)] : []),
      pollPeriod: Property(pollPeriod), scheduler: clock)
  }

  /// Started, and the first request answered.
  static func loaded(_ temperatures: [Temperature]) -> RoomsScene {
    let scene = RoomsScene()
    scene.start()
    scene.answer(temperatures)
    return scene
  }

  var state: RoomsState { viewModel.state.value }
  var queries: [ScriptedThermometer.Query] { service.requests.keys }
  var values: [Double?] { state.chart.series.points.map(\.value) }
  var now: Date { clock.currentDate }

  func start() {
    viewModel.start()
    clock.time.advance()
  }

  func refresh() { clock.time.perform { viewModel.send(.refresh) } }

  func perform(_ gestures: ChartGesture...) {
    clock.time.perform { for gesture in gestures { viewModel.send(.gesture(gesture)) } }
  }

  func suspend(_ isSuspended: Bool) {
    clock.time.perform { viewModel.isSuspended.value = isSuspended }
    clock.time.advance()
  }

  func answer(_ temperatures: [Temperature]) { answer(queries.count - 1, temperatures) }

  /// Answers a request; the answer goes through the interface's door.
  func answer(_ index: Int, _ temperatures: [Temperature]) {
    service.requests.answer(index, temperatures)
    clock.time.advance()
  }

  func fail(_ index: Int, _ error: ServiceError) {
    service.requests.fail(index, error)
    clock.time.advance()
  }

  func wait(_ seconds: Double) { clock.time.advance(by: .milliseconds(Int(seconds * 1_000))) }
}
