import Foundation
import Rooms

/// A temperature that stays constant between changes, from services that report only changes.
struct StepFunction: Sendable, Hashable {
  /// The temperature is `celsius` from `time` on, or unknown if that is `nil`.
  struct Change: Sendable, Hashable {
    var time: Date
    var celsius: Double?
  }

  /// In order of time.
  private(set) var changes: [Change] = []

  init() {}

  /// - Parameter changes: In any order; of two changes at one time, the later one is used. An invalid temperature counts as
  ///   unknown.
  init(_ changes: [Change]) {
    var byTime: [Date: Double?] = [:]
    for change in changes {
      byTime.updateValue(change.celsius.flatMap { Temperature.credible.contains($0) ? $0 : nil }, forKey: change.time)
    }
    self.changes = byTime.map { Change(time: $0.key, celsius: $0.value) }.sorted { $0.time < $1.time }
  }

  /// Creates the function from samples at regular times, each valid for at most `interval` seconds.
  init(samples: [Change], interval: TimeInterval) {
    let samples = StepFunction(samples).changes
    let ends = samples.map { Change(time: $0.time.addingTimeInterval(interval), celsius: nil) }
    let starts = Set(samples.map(\.time))
    let known = zip(ends, samples.dropFirst().map { Optional($0.time) } + [nil])
      .filter { end, next in !starts.contains(end.time) && next.map { end.time < $0 } ?? true }
    self.init(samples + known.map(\.0))
  }

  /// Returns the same temperatures at times that are later by some seconds.
  func shifted(by seconds: TimeInterval) -> StepFunction {
    guard seconds != 0 else { return self }
    var shifted = self
    for index in changes.indices { shifted.changes[index].time = changes[index].time.addingTimeInterval(seconds) }
    return shifted
  }

  /// The newest known temperature at `now`, with the time when it began; `nil` if it is unknown at `now`.
  func newest(at now: Date) -> Temperature? {
    changes.last { $0.time <= now }.flatMap { change in
      change.celsius.map { Temperature(time: change.time, celsius: $0) }
    }
  }

  /// The readings of the steps that overlap a window, up to `now`. A step in which the temperature is unknown throughout is
  /// left out.
  ///
  /// - Parameter step: In seconds; at least one is used.
  func readings(over window: ClosedRange<Date>, step: TimeInterval, until now: Date) -> [RoomReading] {
    let step = max(step, 1)
    let (start, end) = (window.lowerBound.timeIntervalSince1970, min(window.upperBound, now).timeIntervalSince1970)
    guard start.isFinite, end.isFinite, start <= end, abs(start) < 1e12, (end - start) / step < Self.stepLimit else {
      return []
    }
    let bounds = changes.map(\.time.timeIntervalSince1970)
    var index = 0
    var readings: [RoomReading] = []
    var time = (start / step).rounded(.down) * step
    while time <= end {
      let stepEnd = min(time + step, end)
      // The change that is valid when the step begins.
      while index + 1 < bounds.count, bounds[index + 1] <= time { index += 1 }
      var known = Summary()
      for place in index..<max(index, bounds.count) {
        guard bounds[place] < stepEnd || bounds[place] == time else { break }
        let upTo = place + 1 < bounds.count ? min(bounds[place + 1], stepEnd) : stepEnd
        if let celsius = changes[place].celsius { known.add(celsius, seconds: upTo - max(bounds[place], time)) }
      }
      if let reading = known.reading(at: Date(timeIntervalSince1970: time)) { readings.append(reading) }
      time += step
    }
    return readings
  }

  /// More steps than any chart has columns. A longer window has no readings.
  private static let stepLimit = 100_000.0

  private struct Summary {
    var lowest = Double.infinity
    var highest = -Double.infinity
    var sum = 0.0
    var seconds = 0.0

    mutating func add(_ celsius: Double, seconds: TimeInterval) {
      guard seconds >= 0 else { return }
      // A change at the very end of a step has no duration, but still counts as a reading.
      let weight = max(seconds, 1e-6)
      lowest = min(lowest, celsius)
      highest = max(highest, celsius)
      sum += celsius * weight
      self.seconds += weight
    }

    func reading(at time: Date) -> RoomReading? {
      guard seconds > 0 else { return nil }
      return RoomReading(time: time, lowest: lowest, mean: min(max(sum / seconds, lowest), highest), highest: highest)
    }
  }
}
