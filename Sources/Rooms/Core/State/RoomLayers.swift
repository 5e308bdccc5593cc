import Charting
import Foundation

/// The data of one source's rooms besides the last day: a series for each room in each of a few steps, and the steps that
/// have been answered.
struct RoomLayers: Sendable {
  /// All rooms in one step of time.
  struct Layer: Sendable {
    /// Seconds.
    let step: Int
    fileprivate(set) var covered = CoveredSteps()
    /// In degrees Celsius.
    fileprivate(set) var series: [RoomKey: StepSeries] = [:]
    /// When late readings were searched last.
    fileprivate var lateQueryAt: Date?

    fileprivate init(step: Int) { self.step = step }
  }

  /// The most steps stored, the ones requested last.
  static let layerLimit = 3
  /// The most steps stored on either side of those requested last.
  static let stepLimit = 4_000
  /// The most rooms of an answer that are stored.
  static let roomLimit = 100
  /// The seconds after its end in which the last reading of a step may still arrive.
  static let grace: TimeInterval = 120

  /// The one requested last is at the end.
  private(set) var layers: [Layer] = []
  private var askedAt = Date.distantPast

  subscript(step: Int) -> Layer? { layers.first { $0.step == step } }

  /// Returns the layers for a request at `now`: without data in the future after the clock was set back, and every five
  /// minutes with the last hour missing, because readings may arrive late.
  func asked(for detail: DetailRequest, at now: Date) -> RoomLayers {
    var copy = self
    if now < askedAt {
      for index in copy.layers.indices { copy.layers[index].forget(after: now) }
    }
    copy.askedAt = now
    let index = layers.firstIndex { $0.step == detail.step }
    let layer = index.map { copy.layers.remove(at: $0) } ?? Layer(step: detail.step)
    copy.layers.append(layer)
    copy.layers = copy.layers.suffix(Self.layerLimit)
    copy.layers[copy.layers.count - 1].lookForLate(at: now)
    return copy
  }

  /// Returns the steps to be requested.
  func missing(of detail: DetailRequest, at now: Date) -> [ClosedRange<Int>] {
    guard let wanted = detail.range(at: now) else { return [] }
    return self[detail.step]?.covered.missing(of: wanted) ?? [wanted]
  }

  /// Returns whether all visible data of a detail has been answered, except for the newest steps, which the last day in steps
  /// of two minutes substitutes.
  func shows(_ detail: DetailRequest, at now: Date) -> Bool {
    guard let layer = self[detail.step] else { return false }
    let patience = 2 * TemperatureHistory.lateInterval + Double(detail.step)
    let newest = detail.ordinal(now.addingTimeInterval(-patience))
    guard let wanted = detail.range(at: now), wanted.lowerBound <= newest else {
      return !layer.covered.ranges.isEmpty || layer.covered.unfinished != nil
    }
    return layer.covered.missing(of: wanted.lowerBound...min(wanted.upperBound, newest)).isEmpty
  }

  /// Merges the answer to a request for some steps of the newest layer at `now`.
  mutating func join(_ answer: RoomAnswer, over range: ClosedRange<Int>, at now: Date) {
    guard !layers.isEmpty else { return }
    layers[layers.count - 1].join(answer, over: range, at: now)
  }
}

extension RoomLayers.Layer {
  fileprivate var length: Double { Double(step) }

  /// Whether unfinished steps are drawn: not if the last day shows them in finer ones.
  private var showsUnfinished: Bool { length <= TemperatureHistory.step }

  fileprivate mutating func forget(after now: Date) {
    let last = Int((now.timeIntervalSince1970 / length).rounded(.down))
    covered.forget(last...Int.max)
    change { $0.drop(after: now.timeIntervalSince1970) }
    lateQueryAt = nil
  }

  fileprivate mutating func lookForLate(at now: Date) {
    // A clock that was set back has made ``forget(after:)`` forget this date.
    if let lateQueryAt, now.timeIntervalSince(lateQueryAt) < TemperatureHistory.lateInterval { return }
    lateQueryAt = now
    let first = Int(((now.timeIntervalSince1970 - TemperatureHistory.lateWindow) / length).rounded(.down))
    covered.forget(first...Int.max)
  }

  fileprivate mutating func join(_ answer: RoomAnswer, over range: ClosedRange<Int>, at now: Date) {
    let over = now.timeIntervalSince1970 - RoomLayers.grace
    let finished = Int((over / length).rounded(.down)) - 1
    covered.insert(range, finishedThrough: finished)
    let shown = showsUnfinished ? range.upperBound : min(range.upperBound, finished)
    let times = Double(range.lowerBound) * length...(Double(range.upperBound + 1) * length).nextDown
    let shownUntil = Double(shown + 1) * length
    let rooms = answer.rooms.prefix(RoomLayers.roomLimit)
    for room in rooms {
      let points = room.readings
        .filter { $0.isCredible && $0.time.timeIntervalSince1970 < shownUntil }
        .map(StepSeries.Point.init)
      var line = series.removeValue(forKey: room.key) ?? StepSeries(longestJoin: longestJoin)
      line.replace(in: times, with: points)
      series[room.key] = line
    }
    // A source whose rooms always differ keeps those of its last answer.
    if series.count > RoomLayers.roomLimit {
      let here = Set(rooms.map(\.key))
      series = series.filter { here.contains($0.key) }
    }
    trim(to: (range.lowerBound - RoomLayers.stepLimit)...(range.upperBound + RoomLayers.stepLimit))
  }

  /// Removes data far from the steps requested last.
  private mutating func trim(to kept: ClosedRange<Int>) {
    guard let first = covered.ranges.first?.lowerBound, let last = covered.ranges.last?.upperBound,
      first < kept.lowerBound || last > kept.upperBound
    else { return }
    covered.keep(kept)
    let times = (Double(kept.lowerBound) * length)...(Double(kept.upperBound + 1) * length)
    change {
      $0.drop(before: times.lowerBound)
      $0.drop(after: times.upperBound)
    }
  }

  private mutating func change(_ change: (inout StepSeries) -> Void) {
    series = series.mapValues { line in
      var line = line
      change(&line)
      return line
    }
  }

  /// Points are joined unless at least two between them are missing; readings that come once in a few minutes are joined
  /// however short the steps are.
  private var longestJoin: Double { max(TemperatureHistory.longestJoin, 2.5 * length) }

  /// Returns a room's line: this layer where it has been answered, and elsewhere the last day in the layer's steps, up to its
  /// newest point.
  func line(of key: RoomKey, over day: StepSeries) -> StepSeries {
    guard var line = series[key] else { return day }
    let hasExtremes = line.points.contains { $0.value.map { $0.lowest < $0.highest } ?? false }
    var start = -Double.infinity
    var shown = covered.ranges
    if showsUnfinished, let unfinished = covered.unfinished { shown.append(unfinished) }
    for range in shown {
      let end = Double(range.lowerBound) * length
      if start < end {
        line.insert(contentsOf: merged(day.points(in: start...end.nextDown), hasExtremes: hasExtremes))
      }
      start = Double(range.upperBound + 1) * length
    }
    line.insert(contentsOf: merged(day.points(in: start...(.infinity)), hasExtremes: hasExtremes))
    if let newest = day.last, newest.time >= start { line.insert(newest) }
    return line
  }

  /// Returns points merged into the layer's steps, if these are longer. Finer ones would stand out beside the layer, because
  /// a mean has no extremes.
  ///
  /// - Parameter hasExtremes: Whether the layer has the lowest and the highest values of its steps.
  private func merged(_ points: [StepSeries.Point], hasExtremes: Bool) -> [StepSeries.Point] {
    guard length > TemperatureHistory.step else { return points }
    let steps = Dictionary(grouping: points) { ($0.time / length).rounded(.down) }
    return steps.compactMap { ordinal, points in
      let samples = points.compactMap(\.value)
      guard let lowest = samples.map(\.lowest).min(), let highest = samples.map(\.highest).max() else { return nil }
      let mean = samples.reduce(0) { $0 + $1.mean } / Double(samples.count)
      return StepSeries.Point(
        time: ordinal * length,
        value: hasExtremes
          ? StepSample(lowest: lowest, mean: mean, highest: highest)
          : StepSample(lowest: mean, mean: mean, highest: mean))
    }
  }
}
