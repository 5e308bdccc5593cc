import Charting
import Foundation

/// The visible time of a chart of rooms, as far as it determines the requests to its sources.
struct VisibleTime: Sendable, Hashable {
  enum Times: Sendable, Hashable {
    /// This many seconds up to now.
    case last(TimeInterval)
    /// Seconds since 1970.
    case fixed(ClosedRange<Double>)
  }

  var times: Times
  /// The width of the chart.
  var columns: Int
  /// The seconds by which an earlier time is requested as well, up to what is visible; 0 for none.
  var shift: TimeInterval = 0
}

/// The data requested from a source in addition to the last day in steps of two minutes, which every room has.
///
/// Its steps are whole multiples since 1970, so that answers for different windows have the same ones. It does not change
/// with time, so that time alone causes no request.
struct DetailRequest: Sendable, Hashable {
  enum Stretch: Sendable, Hashable {
    /// This many whole steps, and the unfinished one.
    case last(Int)
    case fixed(ClosedRange<Int>)
  }

  /// Seconds; more than 0.
  let step: Int
  let stretch: Stretch

  /// The seconds before now that are always stored.
  private static let held = TemperatureHistory.kept

  init(step: Int, stretch: Stretch) {
    self.step = step
    self.stretch = stretch
  }

  /// `nil` if the data that is always stored is as fine as the chart can show.
  init?(of visible: VisibleTime, from steps: RoomSteps, at now: Date) {
    let now = now.timeIntervalSince1970
    let span: Double
    var start: Double
    switch visible.times {
    case .last(let seconds): (span, start) = (seconds, now - seconds - visible.shift)
    case .fixed(let times): (span, start) = (times.span, times.lowerBound - visible.shift)
    }
    guard visible.columns > 0, span > 0, span.isFinite, abs(start) < 1e12 else { return nil }
    if let kept = steps.kept { start = max(start, now - kept) }
    // With the time before it, no more than is held of a length of step: else each poll would ask for it again.
    let whole = span + visible.shift
    let least = visible.shift > 0 ? whole / Double(RoomLayers.stepLimit) : 0
    let length = max(steps.step(over: span, columns: visible.columns), steps.finest(over: whole, least: least))
    if length >= TemperatureHistory.step, start >= now - Self.held { return nil }
    step = Int(length)
    func ordinal(_ time: Double) -> Int { Int((time / length).rounded(.down)) }
    switch visible.times {
    case .last: stretch = .last(Int(((now - start) / length).rounded(.up)))
    case .fixed(let times):
      guard times.upperBound > start else { return nil }
      stretch = .fixed(ordinal(start)...ordinal(min(times.upperBound, 1e12)))
    }
  }

  /// The steps that can be asked for at `now`; `nil` where there are none yet.
  func range(at now: Date) -> ClosedRange<Int>? {
    let newest = ordinal(now)
    switch stretch {
    case .last(let count): return (newest - count)...newest
    case .fixed(let range): return range.lowerBound <= newest ? range.lowerBound...min(range.upperBound, newest) : nil
    }
  }

  func ordinal(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / Double(step)).rounded(.down)) }

  /// Returns the seconds after which its newest steps are requested again.
  func period(polling pollPeriod: TimeInterval) -> TimeInterval {
    switch stretch {
    case .last: min(max(Double(step), pollPeriod), TemperatureHistory.lateInterval)
    case .fixed: TemperatureHistory.lateInterval
    }
  }
}
