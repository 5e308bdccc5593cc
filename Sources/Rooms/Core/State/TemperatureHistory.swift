import Charting
import Foundation
import Text

/// The last day of a room's temperatures: determines the next request, and merges the answer.
struct TemperatureHistory: Sendable {
  /// The seconds that one point averages.
  static let step: TimeInterval = 120
  /// The seconds that are requested at first, and shown.
  static let window: TimeInterval = 86_400
  /// The greatest distance in seconds of a point from the same time of the day before.
  static let tolerance: TimeInterval = 600
  /// The seconds for which points are stored: the window, and the time needed to find the point of the day before for a value
  /// that is itself a little old.
  static let kept: TimeInterval = window + 2 * tolerance
  /// The seconds between two searches for late readings, and the seconds that one covers. A whole number of steps, so that
  /// the points of such an answer are at the times of stored ones.
  static let lateInterval: TimeInterval = 300
  static let lateWindow: TimeInterval = 30 * step
  /// In seconds: so short that a mean over it is a single reading.
  static let readingStep: TimeInterval = 0.001
  /// Points are joined unless at least two between them are missing.
  static let longestJoin: TimeInterval = 2.5 * step

  private(set) var key = RoomKey.only
  /// The source's name for the room.
  private(set) var name: SafeText?
  /// Why nothing is being measured; it stays until something is.
  var silence: SafeText?
  /// What a person should know of the readings.
  private(set) var remark: SafeText?
  /// The data of each step, in order of time.
  private(set) var series = StepSeries(longestJoin: longestJoin)
  /// The newest reading, with its own time; it is kept when the points around it are removed.
  private(set) var latest: Temperature? {
    didSet {
      guard latest != oldValue else { return }
      if let oldValue, let latest, let askedAt, let latestAskedAt, latest.time > oldValue.time,
        (0..<RoomSilence.patience).contains(askedAt.timeIntervalSince(latestAskedAt)), askedAt != latestAskedAt
      {
        heardAt = askedAt
      }
      latestAskedAt = askedAt
    }
  }
  /// When a reading arrived that is newer than the one before, if the one before had arrived shortly before that.
  private(set) var heardAt: Date?
  /// The mean of the newest step.
  private(set) var newestMean: Temperature?
  /// When late readings were searched last.
  private var lateQueryAt: Date?
  /// The usual seconds between two steps that have a reading.
  private(set) var usualInterval: TimeInterval?
  /// When this was requested, and when the answer that first contained the latest reading was.
  private var askedAt: Date?
  private var latestAskedAt: Date?
  /// Times before this, in seconds since 1970, had passed before the clock was set back. A server's data for such a time
  /// while it is in the future again was measured before.
  private var repeatedUntil = -Double.infinity
  /// In seconds since 1970: whatever a server had from then on has been answered. Earlier data was not requested, or was too
  /// old and removed; it is visible again once the clock is set back.
  private var completeSince = -Double.infinity

  /// When the latest reading was measured by our clock: at its own time, but not later than the request. So a server whose
  /// clock is ahead gives no time in the future.
  var measuredAt: Date? { latest.map { min($0.time, latestAskedAt ?? $0.time) } }
  /// The seconds by which the latest reading arrived before its own time.
  var lead: TimeInterval { latest.flatMap { latest in measuredAt.map { latest.time.timeIntervalSince($0) } } ?? 0 }

  /// Returns the history for a request at `now`: if the clock was set back since the last one, without data in the future.
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

  /// Returns the range of time to request: at first the whole window, and again when its beginning is missing since the clock
  /// was set back; otherwise from the newest point on.
  ///
  /// That point is requested again, because it may have been an unfinished mean. Every five minutes, and when a person
  /// refreshes, the last hour is requested again, because readings may arrive late. If the server's clock is ahead, its
  /// newest points are in our future; then the range is from the newest point in our past to one step after the newest of
  /// all.
  func nextQuery(at now: Date, isLateWanted: Bool = false) -> ClosedRange<Date> {
    let windowStart = now.addingTimeInterval(-Self.window)
    guard windowStart.timeIntervalSince1970 > completeSince - Self.step,
      let newest = series.lastPoint(in: windowStart.timeIntervalSince1970...now.timeIntervalSince1970),
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

  /// Returns this history as that of a room.
  func of(_ key: RoomKey) -> TemperatureHistory {
    var history = self
    history.key = key
    return history
  }

  /// Returns the history with the room's part of the answer to a request for `query` at `now`.
  func joined(with room: RoomReadings, over query: ClosedRange<Date>, at now: Date) -> TemperatureHistory {
    var history = joined(with: room.readings, over: query, at: now)
    if let latest = room.latest { history = history.completed(with: [latest], at: now) }
    (history.name, history.silence, history.remark) = (room.name, room.silence, room.remark)
    return history
  }

  /// Returns the history with the readings in the answer to a request for `query` at `now`.
  ///
  /// Values more than a day ahead come from a wrong clock, and would displace all others; implausible temperatures come from
  /// a broken sensor, and would flatten the line: both are dropped.
  func joined(with readings: [RoomReading], over query: ClosedRange<Date>, at now: Date) -> TemperatureHistory {
    let credible = readings.filter { isCredible($0.temperature, at: now) && $0.isCredible }
    var history = self
    if now.timeIntervalSince(query.lowerBound) >= Self.lateWindow { history.lateQueryAt = now }
    history.series.insert(contentsOf: credible.map(StepSeries.Point.init))
    if now.timeIntervalSince(query.lowerBound) >= Self.window {
      history.completeSince = query.lowerBound.timeIntervalSince1970
    }
    let oldest = now.timeIntervalSince1970 - Self.kept - Self.step
    history.series.drop(before: oldest)
    history.completeSince = max(history.completeSince, oldest)
    history.usualInterval = RoomSilence.usualInterval(
      of: history.series.points.compactMap { $0.value == nil ? nil : $0.time })
    // Of two at the same time the last one is the newest.
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

  /// Returns the data up to `now`.
  func series(until now: Date) -> StepSeries {
    guard let last = series.last, last.time > now.timeIntervalSince1970 else { return series }
    var series = series
    series.drop(after: now.timeIntervalSince1970)
    return series
  }

  /// The change in degrees since 24 h before the latest value; `nil` if there is no point within 10 minutes of that time.
  var change: Double? {
    guard let latest else { return nil }
    let dayBefore = latest.time.timeIntervalSince1970 - 86_400
    return series.nearest(to: dayBefore, within: Self.tolerance)?.value.map { latest.celsius - $0.mean }
  }
}

extension RoomReading {
  /// Whether all its values are plausible.
  var isCredible: Bool { Temperature.credible.contains(lowest) && Temperature.credible.contains(highest) }
}

extension StepSeries.Point {
  /// Creates the point of a reading, in degrees Celsius.
  init(_ reading: RoomReading) {
    self.init(
      time: reading.time.timeIntervalSince1970,
      value: StepSample(lowest: reading.lowest, mean: reading.mean, highest: reading.highest))
  }
}

extension StepSample {
  /// Returns a sample of degrees Celsius in a unit.
  func degrees(_ unit: TemperatureUnit) -> StepSample {
    StepSample(lowest: unit.degrees(of: lowest), mean: unit.degrees(of: mean), highest: unit.degrees(of: highest))
  }
}
