import Foundation
import Rooms

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

    func adding(_ other: Minute) -> Minute {
      var minute = self
      minute.add(other)
      return minute
    }

    /// Returns the minute, of which a part is in memory. It has at least one measurement more, unless it is that part.
    func including(_ part: Minute) -> Minute {
      let isMore = (lowest, highest) != (part.lowest, part.highest) || mean != part.mean
      let count = part.count + (isMore ? 1 : 0)
      return Minute(
        ordinal: ordinal, lowest: min(lowest, part.lowest), highest: max(highest, part.highest),
        sum: mean * Double(count), count: count)
    }

    var mean: Double { sum / Double(count) }
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

  /// Merges stored minutes with those in memory.
  ///
  /// A minute that has both was interrupted by a restart. The store has all of it, because measurements are stored before
  /// they are read again.
  mutating func recall(_ readings: [RoomReading]) {
    var merged = Dictionary(
      readings.map { reading in
        let ordinal = Int((reading.time.timeIntervalSince1970 / 60).rounded(.down))
        return (
          ordinal,
          Minute(
            ordinal: ordinal, lowest: reading.lowest, highest: reading.highest, sum: reading.mean, count: 1)
        )
      }
    ) { $0.adding($1) }
    for minute in minutes { merged[minute.ordinal] = merged[minute.ordinal]?.including(minute) ?? minute }
    minutes = merged.values.sorted { $0.ordinal < $1.ordinal }
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
        time: time, lowest: step.lowest, mean: step.mean, highest: step.highest)
    }
  }
}
