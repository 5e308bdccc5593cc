import Foundation
import Model

/// The measurements of a sensor in each minute of the last day, in order.
struct MinuteHistory: Sendable {
  private struct Minute: Sendable {
    /// Minutes since 1970.
    var ordinal: Int
    var lowest: Double
    var highest: Double
    var sum: Double
    var count: Int

    mutating func add(_ other: Minute) {
      lowest = min(lowest, other.lowest)
      highest = max(highest, other.highest)
      sum += other.sum
      count += other.count
    }
  }

  /// The number of minutes stored: a day, and a little more for comparison with the day before.
  static let kept = 1_500
  static let steps = RoomSteps(shortest: 60, kept: Double(kept) * 60)

  private var minutes: [Minute] = []

  var isEmpty: Bool { minutes.isEmpty }

  /// Adds a measurement. If the clock was set back, later measurements are removed.
  mutating func add(_ celsius: Double, at time: Date) {
    let ordinal = Int((min(max(time.timeIntervalSince1970, -1e11), 1e11) / 60).rounded(.down))
    while let last = minutes.last, last.ordinal > ordinal { minutes.removeLast() }
    let minute = Minute(ordinal: ordinal, lowest: celsius, highest: celsius, sum: celsius, count: 1)
    if minutes.last?.ordinal == ordinal { minutes[minutes.count - 1].add(minute) } else { minutes.append(minute) }
    // Only after every 100 minutes, because removing the first elements moves all others.
    if minutes.count > Self.kept + 100 { minutes.removeFirst(minutes.count - Self.kept) }
  }

  /// Inserts stored minutes before the first one in memory.
  mutating func recall(_ readings: [RoomReading]) {
    let kept = readings.map { reading in
      Minute(
        ordinal: Int((reading.time.timeIntervalSince1970 / 60).rounded(.down)), lowest: reading.lowest,
        highest: reading.highest, sum: reading.mean, count: 1)
    }
    minutes.insert(contentsOf: kept.filter { $0.ordinal < minutes.first?.ordinal ?? .max }, at: 0)
  }

  /// The newest minute, in minutes since 1970.
  var newest: Int? { minutes.last?.ordinal }

  /// Returns the readings of a window by whole steps, or by minutes if a step is shorter.
  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> [RoomReading] {
    let perStep = max(Int(min(step / 60, 1e9).rounded()), 1)
    var steps: [Minute] = []
    for minute in minutes {
      var minute = minute
      let (quotient, rest) = minute.ordinal.quotientAndRemainder(dividingBy: perStep)
      minute.ordinal = (rest < 0 ? quotient - 1 : quotient) * perStep
      if steps.last?.ordinal == minute.ordinal { steps[steps.count - 1].add(minute) } else { steps.append(minute) }
    }
    return steps.compactMap { step in
      let time = Date(timeIntervalSince1970: Double(step.ordinal) * 60)
      guard time.addingTimeInterval(Double(perStep) * 60) > window.lowerBound, time <= window.upperBound else {
        return nil
      }
      return RoomReading(
        time: time, lowest: step.lowest, mean: step.sum / Double(step.count), highest: step.highest)
    }
  }
}
