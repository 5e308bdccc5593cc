import Foundation
import Model

/// The stored rates of edits of all sources.
struct StoredRates {
  /// By source and the end of the window.
  private var windows: [String: [Int: KeptRate]] = [:]

  /// Stores windows in place of those that end at the same time, and removes what is older than `oldest`.
  mutating func keep(_ rates: [KeptRate], of source: String, oldest: Date) {
    for rate in rates { windows[source, default: [:]][rate.end] = rate }
    let oldest = oldest.timeIntervalSince1970.rounded(.down)
    for source in windows.keys { windows[source] = windows[source]?.filter { Double($0.key) >= oldest } }
  }

  /// Returns the windows in a period, in order of time.
  func rates(of source: String, since start: Date, now: Date) -> [KeptRate] {
    let (start, end) = (start.timeIntervalSince1970.rounded(.down), now.timeIntervalSince1970.rounded(.down))
    return (windows[source] ?? [:]).values.filter { Double($0.end) > start && Double($0.end) <= end }
      .sorted { $0.end < $1.end }
  }
}

/// The stored temperatures of sources without a history.
struct StoredReadings {
  /// By source, room, and time in milliseconds; the first one of a time stays.
  private var readings: [String: [RoomKey: [Int: Double]]] = [:]

  mutating func keep(_ new: [OwnReading], of source: String) {
    for reading in new where Temperature.credible.contains(reading.temperature.celsius) {
      let time = Int((reading.temperature.time.timeIntervalSince1970 * 1_000).rounded(.down))
      readings[source, default: [:]][reading.key, default: [:]]
        .merge([time: reading.temperature.celsius]) { first, _ in first }
    }
  }

  /// Returns the readings in each step of a window, by room, in order of time.
  func readings(of source: String, over window: ClosedRange<Date>, step: TimeInterval) -> [RoomKey: [RoomReading]] {
    let step = Int(max(step, 0.001) * 1_000)
    let (start, end) = (
      Int(window.lowerBound.timeIntervalSince1970 * 1_000) / step * step,
      Int(window.upperBound.timeIntervalSince1970 * 1_000)
    )
    return (readings[source] ?? [:]).mapValues { room in
      Dictionary(grouping: room.filter { start <= $0.key && $0.key <= end }.sorted { $0.key < $1.key }) {
        $0.key / step * step
      }
      .sorted { $0.key < $1.key }
      .map { time, readings in
        let celsius = readings.map(\.value)
        return RoomReading(
          time: Date(timeIntervalSince1970: Double(time) / 1_000), lowest: celsius.min() ?? 0,
          mean: celsius.reduce(0, +) / Double(celsius.count), highest: celsius.max() ?? 0)
      }
    }
    .filter { !$0.value.isEmpty }
  }
}
