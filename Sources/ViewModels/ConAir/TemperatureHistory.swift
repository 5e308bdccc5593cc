import Charting
import Foundation
import Model

/// The temperatures that are held: what to ask for next, and what to make of the answer.
struct TemperatureHistory: Sendable {
  /// Seconds that one point is the mean of.
  static let step: TimeInterval = 120
  /// Seconds that are asked for at first, and shown.
  static let window: TimeInterval = 86_400
  /// Seconds by which a point may miss the same time of the day before.
  static let tolerance: TimeInterval = 600
  /// Seconds for which points are kept: the window, and what it takes to find the point of the day before for a value
  /// that is itself a little old.
  static let kept: TimeInterval = window + 2 * tolerance
  /// Seconds from one look for late readings to the next, and how far back one looks. A whole number of steps, so that the
  /// points of such an answer stand at the times of those that are held.
  static let lateInterval: TimeInterval = 300
  static let lateWindow: TimeInterval = 30 * step
  /// Seconds: so short that a mean over it is a single reading.
  static let readingStep: TimeInterval = 0.001
  /// Points are joined unless at least two between them are missing.
  static let longestJoin: TimeInterval = 2.5 * step

  /// What is known of each step, in the order of time.
  private(set) var series = StepSeries(longestJoin: longestJoin)
  /// The newest reading, at its own time; it stays when the points around it are dropped.
  private(set) var latest: Temperature? {
    didSet { if latest != oldValue { latestAskedAt = askedAt } }
  }
  /// The mean of the newest step.
  private(set) var newestMean: Temperature?
  /// When late readings were looked for.
  private var lateQueryAt: Date?
  /// When this was asked for, and when the answer was that had the latest reading first.
  private var askedAt: Date?
  private var latestAskedAt: Date?
  /// Times until then, in seconds since 1970, had come before the clock was set back. What a server tells of such a time
  /// while it lies in the future again was measured before.
  private var repeatedUntil = -Double.infinity

  /// When the latest reading was measured by our clock: at its own time, and no later than it was answered. So a server whose
  /// clock is ahead brings no time of the future.
  var measuredAt: Date? { latest.map { min($0.time, latestAskedAt ?? $0.time) } }
  /// Seconds by which the latest reading came before its own time.
  var lead: TimeInterval { latest.flatMap { latest in measuredAt.map { latest.time.timeIntervalSince($0) } } ?? 0 }

  /// Returns the history that a request at `now` goes out from: where the clock was set back since the last one, without
  /// what lies in the future now.
  func asked(at now: Date) -> TemperatureHistory {
    var history = self
    if let askedAt, now < askedAt { history.forgetFuture(after: now) }
    history.askedAt = now
    return history
  }

  private mutating func forgetFuture(after now: Date) {
    let times = [series.last?.time, latest?.time.timeIntervalSince1970].compactMap { $0 }
    repeatedUntil = max(repeatedUntil, times.max() ?? -.infinity)
    series.drop(after: now.timeIntervalSince1970)
    if let mean = newestMean, mean.time > now {
      newestMean = series.latest.flatMap { point in
        point.value.map { Temperature(time: Date(timeIntervalSince1970: point.time), celsius: $0.mean) }
      }
    }
    if let reading = latest, reading.time > now { latest = newestMean }
  }

  /// Returns the stretch of time to ask for: at first the whole window, then from the newest point on.
  ///
  /// That point is asked for again, since it may have been a mean still being formed. Every five minutes, and when a
  /// person asks, the last hour is asked for again: readings may arrive late. Where the server's clock is ahead, its
  /// newest points lie in our future; so it is asked from the newest point of our past on, to one step beyond the newest
  /// of all.
  func nextQuery(at now: Date, isLateWanted: Bool = false) -> ClosedRange<Date> {
    let windowStart = now.addingTimeInterval(-Self.window)
    guard let newest = series.lastPoint(in: windowStart.timeIntervalSince1970...now.timeIntervalSince1970),
      let last = series.last
    else { return windowStart...now }
    let late = isLateWanted || isLateQueryDue(at: now) ? Self.lateWindow : 0
    let start = max(windowStart, Date(timeIntervalSince1970: newest.time - late))
    let end = last.time > now.timeIntervalSince1970 ? last.time + Self.step : now.timeIntervalSince1970
    return start...Date(timeIntervalSince1970: end)
  }

  private func isLateQueryDue(at now: Date) -> Bool {
    guard let lateQueryAt else { return true }
    return !(0..<Self.lateInterval).contains(now.timeIntervalSince(lateQueryAt))
  }

  /// Returns the history with an answer joined to it, which was asked for over `query` at `now`.
  ///
  /// Values from more than a day ahead come from a clock that is wrong, and would push all others out; those that are no
  /// temperature come from a sensor that is, and would flatten them: neither is taken.
  func joined(with readings: [RoomReading], over query: ClosedRange<Date>, at now: Date) -> TemperatureHistory {
    let credible = readings.filter { isCredible($0.temperature, at: now) && $0.isCredible }
    var history = self
    if now.timeIntervalSince(query.lowerBound) >= Self.lateWindow { history.lateQueryAt = now }
    history.series.insert(contentsOf: credible.map(StepSeries.Point.init))
    history.series.drop(before: now.timeIntervalSince1970 - Self.kept - Self.step)
    // Of two at the same time the one that came last is the newest, too.
    for reading in credible where reading.time >= (history.newestMean?.time ?? .distantPast) {
      history.newestMean = reading.temperature
    }
    // Until its newest reading is known, the mean stands for it.
    if history.newestMean != newestMean { history.latest = history.newestMean }
    return history
  }

  /// Returns the history with the readings of its newest step.
  func completed(with readings: [Temperature], at now: Date) -> TemperatureHistory {
    guard let newest = readings.filter({ isCredible($0, at: now) }).max(by: { $0.time < $1.time }) else { return self }
    var history = self
    history.latest = newest
    return history
  }

  private func isCredible(_ temperature: Temperature, at now: Date) -> Bool {
    let isRepeated = temperature.time > now && temperature.time.timeIntervalSince1970 <= repeatedUntil
    return Temperature.credible.contains(temperature.celsius) && !isRepeated
      && temperature.time.timeIntervalSince(now) <= Self.window
  }

  /// What is known up to `now`.
  func series(until now: Date) -> StepSeries {
    guard let last = series.last, last.time > now.timeIntervalSince1970 else { return series }
    var series = series
    series.drop(after: now.timeIntervalSince1970)
    return series
  }

  /// Degrees warmer than 24 h before the latest value; `nil` where no point stands within 10 minutes of then.
  var change: Double? {
    guard let latest else { return nil }
    let dayBefore = latest.time.timeIntervalSince1970 - 86_400
    return series.nearest(to: dayBefore, within: Self.tolerance)?.value.map { latest.celsius - $0.mean }
  }
}

extension RoomReading {
  /// Whether each of its figures may be a temperature.
  var isCredible: Bool { Temperature.credible.contains(lowest) && Temperature.credible.contains(highest) }
}

extension StepSeries.Point {
  /// A reading as a point of a line, in degrees Celsius.
  init(_ reading: RoomReading) {
    self.init(
      time: reading.time.timeIntervalSince1970,
      value: StepSample(lowest: reading.lowest, mean: reading.mean, highest: reading.highest))
  }
}

extension StepSample {
  /// A sample of degrees Celsius in a unit.
  func degrees(_ unit: TemperatureUnit) -> StepSample {
    StepSample(lowest: unit.degrees(of: lowest), mean: unit.degrees(of: mean), highest: unit.degrees(of: highest))
  }
}
