import Foundation
import Model
import Rooms
import Testing

@testable import Clients
@testable import RoomsEdge

@Suite struct StepFunctionTests {
  private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_795_197_600 + seconds) }

  private static func function(_ changes: [(Double, Double?)]) -> StepFunction {
    StepFunction(changes.map { StepFunction.Change(time: date($0.0), celsius: $0.1) })
  }

  private func readings(
    _ function: StepFunction, _ start: Double, _ end: Double, step: TimeInterval, until now: Double = 1e6
  ) -> [RoomReading] {
    function.readings(over: Self.date(start)...Self.date(end), step: step, until: Self.date(now))
  }

  @Test func aTemperatureIsCarriedForwardUntilItChanges() {
    let function = Self.function([(0, 20), (90, 24), (120, 22)])
    #expect(
      readings(function, 0, 240, step: 60, until: 200) == [
        RoomReading(time: Self.date(0), lowest: 20, mean: 20, highest: 20),
        RoomReading(time: Self.date(60), lowest: 20, mean: 22, highest: 24),
        RoomReading(time: Self.date(120), lowest: 22, mean: 22, highest: 22),
        RoomReading(time: Self.date(180), lowest: 22, mean: 22, highest: 22),
      ])
  }

  @Test func aGapIsAGapAndNothingIsToldOfTheFuture() {
    let function = Self.function([(0, 20), (60, nil), (180, 21)])
    #expect(readings(function, -120, 1_000, step: 60, until: 240).map(\.time) == [0, 180, 240].map(Self.date))
    #expect(readings(function, 300, 400, step: 60, until: 240).isEmpty)
    #expect(function.newest(at: Self.date(100)) == nil)
    #expect(function.newest(at: Self.date(50)) == Temperature(time: Self.date(0), celsius: 20))
    #expect(function.newest(at: Self.date(-1)) == nil)
  }

  @Test func aShortSpikeIsInItsStep() {
    let function = Self.function([(0, 20), (61, 90), (62, 20)])
    #expect(readings(function, 0, 119, step: 60).map(\.highest) == [20, 90])
  }

  @Test func whatIsNoTemperatureIsAGap() {
    let function = Self.function([(0, 20), (60, .nan), (120, 1e9), (180, -.infinity)])
    #expect(readings(function, 0, 240, step: 60).map(\.time) == [Self.date(0)])
  }

  @Test func aSampleStandsForItsIntervalOnly() {
    let samples = [0.0, 900, 3_600].map { StepFunction.Change(time: Self.date($0), celsius: 20) }
    let function = StepFunction(samples: samples, interval: 900)
    #expect(readings(function, 0, 7_200, step: 900).map(\.time) == [0, 900, 3_600].map(Self.date))
  }

  @Test func aHostileWindowIsNoTrap() {
    let function = Self.function([(0, 20)])
    let endless = Date(timeIntervalSince1970: -.infinity)...Date(timeIntervalSince1970: .infinity)
    #expect(function.readings(over: endless, step: 1, until: Self.date(0)).isEmpty)
    #expect(function.readings(over: .distantPast ... .distantFuture, step: 0, until: .distantFuture).isEmpty)
  }
}
