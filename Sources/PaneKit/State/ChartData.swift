import Charting
import Foundation

/// The data of a chart: lines, annotations, and the live edge.
///
/// A value type whose copies share their points, so that a paused chart keeps the data of that moment.
package struct ChartData: Sendable {
  /// In the order of the legend.
  package var lines: [ChartLine]
  private(set) var annotations = Annotations(limit: 10_000)
  /// The live edge: the latest time of the chart, in seconds since 1970.
  package private(set) var edge: Double = 0
  /// The seconds for which data is stored.
  package var history: TimeInterval
  /// The earliest time that can be shown, because its data can be requested; `nil` if that is the stored data.
  package var reach: Double?
  /// The step in seconds in which the live edge moves, so that the line does not jitter; `nil` if the caller of
  /// ``advance(to:)`` does this.
  private let edgeStep: TimeInterval?

  package init(lines: [ChartLine], history: TimeInterval, edgeStep: TimeInterval? = nil, now: Date) {
    self.lines = lines
    self.history = history
    self.edgeStep = edgeStep
    advance(to: now)
  }

  /// Creates the data of one line, which needs no name.
  package init(series: Series, history: TimeInterval, edgeStep: TimeInterval? = nil, now: Date) {
    self.init(
      lines: [ChartLine(id: "", name: "", series: series)], history: history, edgeStep: edgeStep, now: now)
  }

  package mutating func annotate(_ times: some Sequence<Double>) {
    for time in times { annotations.insert(time) }
  }

  /// Removes data in the future: with times of the local clock, it is from before the clock was set back.
  package mutating func drop(after now: Date) {
    let now = now.timeIntervalSince1970
    for index in lines.indices { lines[index].series.drop(after: now) }
    // Checked first, because there hardly ever is any, and a change would copy data shared with the state.
    if let newest = annotations.times.last, newest > now { annotations.drop(after: now) }
  }

  /// Advances the live edge and removes data older than the history.
  ///
  /// The edge moves back only if the clock was set back: a time one step earlier may have been read a moment ago.
  package mutating func advance(to now: Date) {
    let now = now.timeIntervalSince1970
    let edge = edgeStep.map { (now / $0).rounded(.up) * $0 } ?? now
    let isClockSetBack = edge < self.edge - (edgeStep ?? 0)
    self.edge = isClockSetBack ? edge : max(self.edge, edge)
    for index in lines.indices { lines[index].series.drop(before: self.edge - history) }
    if let oldest = annotations.times.first, oldest < self.edge - history {
      annotations.drop(before: self.edge - history)
    }
  }
}

extension ChartData {
  /// The time of the oldest point of all lines, gaps included; `nil` if there is none.
  var oldest: Double? { lines.compactMap { $0.series.timeExtent?.lowerBound }.min() }

  /// The earliest time that can be shown; `nil` if there is none.
  var earliest: Double? { [oldest, reach].compactMap { $0 }.min() }

  /// The times of the first and the last value of all lines; `nil` if there is none.
  var valueTimes: ClosedRange<Double>? {
    guard let first = lines.compactMap({ $0.series.earliest?.time }).min(),
      let last = lines.compactMap({ $0.series.latest?.time }).max()
    else { return nil }
    return first...last
  }

  /// Returns the times of the first and the last value of all lines in a range of time; `nil` if it contains none.
  func valueTimes(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let times = lines.compactMap { $0.series.valueTimes(in: range) }
    guard let first = times.map(\.lowerBound).min(), let last = times.map(\.upperBound).max() else { return nil }
    return first...last
  }

  /// Returns the lowest and the highest value of all lines in a range of time; `nil` if it contains none.
  func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let extents = lines.compactMap { $0.series.extent(in: range) }
    guard let lowest = extents.map(\.lowerBound).min(), let highest = extents.map(\.upperBound).max() else {
      return nil
    }
    return lowest...highest
  }
}
