import Charting
import Foundation

/// What there is to chart: lines, marks, and the time that they reach.
///
/// A value whose copies share their points, so that a chart that is paused keeps the data of that moment.
struct ChartData: Sendable {
  /// In the order of a legend.
  var lines: [ChartLine]
  private(set) var annotations = Annotations(limit: 10_000)
  /// The live edge: the latest time that the chart reaches, seconds since 1970.
  private(set) var edge: Double = 0
  /// Seconds for which data is kept.
  var history: TimeInterval
  /// The earliest time that may be looked at, since data of it can be had; `nil` where that is what is held.
  var reach: Double?
  /// The live edge moves in steps of so many seconds, so that the line does not tremble along; `nil` where the caller of
  /// ``advance(to:)`` sees to that.
  private let edgeStep: TimeInterval?

  init(lines: [ChartLine], history: TimeInterval, edgeStep: TimeInterval? = nil, now: Date) {
    self.lines = lines
    self.history = history
    self.edgeStep = edgeStep
    advance(to: now)
  }

  /// Data of one line, which needs no name.
  init(series: Series, history: TimeInterval, edgeStep: TimeInterval? = nil, now: Date) {
    self.init(
      lines: [ChartLine(id: "", name: "", series: series)], history: history, edgeStep: edgeStep, now: now)
  }

  mutating func annotate(_ times: some Sequence<Double>) {
    for time in times { annotations.insert(time) }
  }

  /// Removes what lies in the future: where times are of the local clock, that is from before it was set back.
  mutating func drop(after now: Date) {
    let now = now.timeIntervalSince1970
    for index in lines.indices { lines[index].series.drop(after: now) }
    // Asked first, since there hardly ever is anything, and a change would copy what is shared with the state.
    if let newest = annotations.times.last, newest > now { annotations.drop(after: now) }
  }

  /// Moves the live edge on and removes what is older than the history.
  ///
  /// The edge goes back only with a clock that was set back: one that is a step behind may have been read a moment ago.
  mutating func advance(to now: Date) {
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
  /// The time of the oldest point of all lines, gaps included; `nil` where there is none.
  var oldest: Double? { lines.compactMap { $0.series.timeExtent?.lowerBound }.min() }

  /// The earliest time that may be looked at; `nil` where there is none.
  var earliest: Double? { [oldest, reach].compactMap { $0 }.min() }

  /// The times of the first and the last value of all lines; `nil` where there is none.
  var valueTimes: ClosedRange<Double>? {
    guard let first = lines.compactMap({ $0.series.earliest?.time }).min(),
      let last = lines.compactMap({ $0.series.latest?.time }).max()
    else { return nil }
    return first...last
  }

  /// The times of the first and the last value of all lines within a stretch of time; `nil` where it holds none.
  func valueTimes(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let times = lines.compactMap { $0.series.valueTimes(in: range) }
    guard let first = times.map(\.lowerBound).min(), let last = times.map(\.upperBound).max() else { return nil }
    return first...last
  }

  /// The lowest and the highest value of all lines within a stretch of time; `nil` where it holds none.
  func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let extents = lines.compactMap { $0.series.extent(in: range) }
    guard let lowest = extents.map(\.lowerBound).min(), let highest = extents.map(\.upperBound).max() else {
      return nil
    }
    return lowest...highest
  }
}
