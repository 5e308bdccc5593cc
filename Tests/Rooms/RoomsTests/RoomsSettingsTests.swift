import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Rooms

private let beginning = Date(timeIntervalSince1970: 1_355_261_280)

/// What settings change in the rooms' pane while the program runs.
@Suite struct RoomsSettingsTests {
  private let scheduler = TestScheduler(startDate: beginning)
  private let first = ScriptedThermometer()
  private let second = ScriptedThermometer(origin: .demo)
  private let source: MutableProperty<ScriptedThermometer?>
  private let period = MutableProperty<TimeInterval>(10)
  private let unit = MutableProperty(TemperatureUnit.celsius)
  private let viewModel: RoomsViewModel

  init() {
    source = MutableProperty(first)
    viewModel = RoomsViewModel(
      sources: Property(capturing: source).map { service in
        service.map { service in
          let id = RoomSourceEntry.ID(ordinal: service.origin == .demo ? 1 : 0)
          return [RoomSourceEntry(id: id, kind: .conAir, source: service)]
        } ?? []
      }, pollPeriod: Property(capturing: period), unit: Property(capturing: unit), scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
  }

  private var state: RoomsState { viewModel.state.value }

  private func answer(_ service: ScriptedThermometer, _ celsius: Double) {
    let time = scheduler.currentDate - 60
    service.requests.answer(service.requests.keys.count - 1, [Temperature(time: time, celsius: celsius)])
    scheduler.advance()
  }

  private func set<Value>(_ property: MutableProperty<Value>, _ value: Value) {
    scheduler.perform { property.value = value }
    scheduler.advance()
  }

  @Test func withAnotherSourceTheHistoryIsForgottenAndLoadedFromThere() {
    answer(first, 21)
    #expect(state.latest?.celsius == 21 && state.origin == .live)
    set(source, second)
    #expect(state.latest == nil && state.chart.series.points.isEmpty && state.origin == .demo)
    #expect(state.load == .loading)
    #expect(second.requests.keys == [.init(start: beginning - 86_400, end: beginning, step: 120)])
    answer(second, 30)
    #expect(state.latest?.celsius == 30)
    let asked = first.requests.keys.count
    scheduler.advance(by: .seconds(60))
    #expect(first.requests.keys.count == asked, "nobody asks the one before any more")
  }

  @Test func whatTheSourceBeforeStillAnswersIsNobodys() {
    set(source, second)
    #expect(first.requests.open.isEmpty)
    first.requests.answer(0, [Temperature(time: beginning, celsius: 99)])
    scheduler.advance()
    #expect(state.latest == nil)
  }

  @Test func withoutASourceNobodyIsAskedUntilThereIsOne() {
    answer(first, 21)
    set(source, nil)
    #expect(!state.isConfigured && state.latest == nil && state.load == .idle)
    scheduler.advance(by: .seconds(60))
    set(source, second)
    #expect(state.isConfigured && second.requests.open.count == 1)
  }

  @Test func anotherPeriodKeepsTheHistory() {
    answer(first, 21)
    let asked = first.requests.keys.count
    set(period, 60)
    answer(first, 22)
    #expect(state.chart.series.points.count >= 1 && state.latest?.celsius == 22)
    let now = first.requests.keys.count
    scheduler.advance(by: .seconds(59))
    #expect(first.requests.keys.count == now && now > asked)
    scheduler.advance(by: .seconds(1))
    #expect(first.requests.keys.count == now + 1)
  }

  @Test func theChartIsInTheUnitThatIsChosen() {
    answer(first, 20)
    set(unit, .fahrenheit)
    #expect(state.unit == .fahrenheit)
    #expect(state.chart.series.points.compactMap(\.value) == [68])
    #expect(state.chart.viewport.value.contains(68) && !state.chart.viewport.value.contains(20))
    #expect(state.latest?.celsius == 20)
    scheduler.advance(by: .seconds(10))
    answer(first, 30)
    #expect(state.chart.series.points.compactMap(\.value).last == 86)
    set(unit, .celsius)
    #expect(state.chart.series.points.compactMap(\.value).last == 30)
    // Another source keeps the unit.
    set(unit, .fahrenheit)
    set(source, second)
    #expect(state.unit == .fahrenheit && state.chart.viewport.value.contains(68))
  }

  @Test func degreesAreConverted() {
    #expect(TemperatureUnit.fahrenheit.degrees(of: -40) == -40)
    #expect(TemperatureUnit.fahrenheit.degrees(of: 100) == 212)
    #expect(TemperatureUnit.fahrenheit.difference(of: 5) == 9)
    #expect(TemperatureUnit.celsius.degrees(of: 21.5) == 21.5 && TemperatureUnit.celsius.difference(of: -1) == -1)
  }

  @Test func aThousandSourcesLeaveNothingBehind() {
    for index in 0..<1_000 { set(source, index.isMultiple(of: 2) ? second : first) }
    #expect(first.requests.open.count + second.requests.open.count == 1)
    #expect(scheduler.scheduledCount <= 3)
  }
}
