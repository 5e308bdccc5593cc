import Foundation
import Model
import ModelTesting
import Rooms
import Signals

final class ScriptedThermometer: RoomSource {
  struct Query: Sendable, Equatable {
    var start: Date
    var end: Date
    var step: TimeInterval
  }

  /// What was asked for in steps of minutes, for the test to answer.
  let requests = Requests<Query, [Temperature]>()
  /// Answers what is asked for in steps so short that each holds a single reading; such a request fails where it is `nil`.
  let readings = MutableProperty<[Temperature]?>([])
  let readingQueries = MutableProperty<[Query]>([])
  let origin: Origin

  init(origin: Origin = .live) { self.origin = origin }

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    means(Query(start: window.lowerBound, end: window.upperBound, step: step)).map { [origin] in
      RoomAnswer(means: $0, origin: origin)
    }
  }

  private func means(_ query: Query) -> SignalProducer<[Temperature], ServiceError> {
    guard query.step < 1 else { return requests.producer(for: query) }
    readingQueries.modify { $0.append(query) }
    return readings.value.map { SignalProducer(value: $0.filter { (query.start..<query.end).contains($0.time) }) }
      ?? SignalProducer(error: unreachable)
  }
}
