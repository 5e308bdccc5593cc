extension Ticks {
  /// The columns that stay free between two labels of the time axis.
  static let labelSpacing = 4

  /// Returns ticks on a time axis at round local times, early to late: whole multiples of 1 s … 1 d, and of days beyond.
  ///
  /// The step is the finest whose labels, each centred under its tick, are ``labelSpacing`` columns apart. A tick so close to
  /// an end that its label would be cut off is left out. Where no round time has room, the one nearest to the middle is
  /// returned all the same, so that there is always one.
  ///
  /// Where a clock change is in view, ticks are at round local times on both sides of it.
  ///
  /// - Parameter utcOffset: How far local time is ahead of UTC at a time, in seconds.
  public static func times(on scale: LinearScale, utcOffset: @escaping (Double) -> Int = { _ in 0 }) -> [Tick] {
    let offsets = LocalOffsets(utcOffset, on: scale.domain)
    var fallback: [Tick] = []
    for step in TimeStep.all(upTo: scale.domain.span) {
      guard let ticks = multiples(of: step, on: scale, offsets) else { continue }
      let whole = ticks.filter { tick in
        tick.firstLabelColumn >= 0 && tick.firstLabelColumn + tick.label.count <= scale.cells
      }
      if whole.isEmpty {
        if fallback.isEmpty { fallback = Array(ticks.nearest(to: scale.domain.middle)) }
        continue
      }
      if areApart(whole) { return whole }
      // Too narrow for two ticks: the one nearest to the middle, unless a longer step gives a better one.
      fallback = Array(whole.nearest(to: scale.domain.middle))
    }
    if fallback.isEmpty {
      fallback = [tick(at: scale.domain.middle, step: TimeStep(seconds: 1), on: scale, offsets)].compactMap { $0 }
    }
    return fallback
  }

  private static func areApart(_ ticks: [Tick]) -> Bool {
    zip(ticks, ticks.dropFirst()).allSatisfy { earlier, later in
      later.firstLabelColumn - (earlier.firstLabelColumn + earlier.label.count) >= labelSpacing
    }
  }

  /// `nil` where there are more than cells, which cannot fit, or where they cannot be told apart.
  private static func multiples(of step: TimeStep, on scale: LinearScale, _ offsets: LocalOffsets) -> [Tick]? {
    let local = offsets.localTimes
    let first = (local.lowerBound / step.size).rounded(.up)
    let last = (local.upperBound / step.size).rounded(.down)
    let surplus = 2 * offsets.margin / step.size
    guard last - first - surplus < Double(scale.cells), abs(first) < 0x1p52, abs(last) < 0x1p52 else { return nil }
    return stride(from: first, through: last, by: 1)
      .flatMap { multiple in offsets.times(atLocal: multiple * step.size) }
      .sorted()
      .compactMap { time in tick(at: time, step: step, on: scale, offsets) }
  }

  private static func tick(at time: Double, step: TimeStep, on scale: LinearScale, _ offsets: LocalOffsets) -> Tick? {
    guard let cell = scale.cell(of: time) else { return nil }
    return Tick(value: time, label: step.label(of: LocalTime(time, utcOffset: offsets.offset(at: time))), cell: cell)
  }
}

/// How far local time is ahead of UTC in a range of time.
private struct LocalOffsets {
  private let domain: ClosedRange<Double>
  private let utcOffset: (Double) -> Int
  /// The offset of the whole range, if it does not change; `nil` where it may.
  private let only: Int?

  /// Clocks are not changed twice within this many seconds.
  private static let shortestSeason = 14.0 * 86_400
  /// In a longer range clocks either change or never do; then checking each time costs little.
  private static let longestSeason = 300.0 * 86_400

  init(_ utcOffset: @escaping (Double) -> Int, on domain: ClosedRange<Double>) {
    self.domain = domain
    self.utcOffset = utcOffset
    let first = utcOffset(domain.lowerBound)
    let hasOne =
      domain.span < Self.longestSeason && utcOffset(domain.upperBound) == first
      && stride(from: domain.lowerBound, to: domain.upperBound, by: Self.shortestSeason)
        .allSatisfy { utcOffset($0) == first }
    only = hasOne ? first : nil
  }

  func offset(at time: Double) -> Int { only ?? utcOffset(time) }

  /// The seconds by which ``localTimes`` is wider at either end: before clocks are set back they are further ahead than at
  /// the end, and within a long range they may be further ahead than at both ends.
  var margin: Double {
    if only != nil { return 0 }
    if domain.span >= Self.shortestSeason { return Double(TimeStep.day) }
    return abs(Double(offset(at: domain.upperBound) - offset(at: domain.lowerBound)))
  }

  /// The local times in the range.
  var localTimes: ClosedRange<Double> {
    let first = domain.lowerBound + Double(offset(at: domain.lowerBound)) - margin
    let last = domain.upperBound + Double(offset(at: domain.upperBound)) + margin
    return first...max(first, last)
  }

  /// Returns the times at which clocks show a local time, given as seconds since 1970 as if it were UTC: two where clocks are
  /// set back over it, none where they are set forward over it.
  func times(atLocal local: Double) -> [Double] {
    if let only { return [local - Double(only)] }
    // No place is a day ahead of UTC, so these two are before and after a clock change near this time.
    let around = Set([local - Double(TimeStep.day), local + Double(TimeStep.day)].map(utcOffset))
    return around.map { local - Double($0) }.filter { local - $0 == Double(utcOffset($0)) }
  }
}

extension Tick {
  /// The column at which the label starts if it is centred under the tick. May be negative.
  public var firstLabelColumn: Int { cell - label.count / 2 }
}

/// A round duration: the distance between two ticks of a time axis.
struct TimeStep {
  var seconds: Int
  var size: Double { Double(seconds) }

  static let day = 86_400

  /// Returns the steps known from clocks and calendars, the shortest first, doubled beyond a day until a few cover the span.
  static func all(upTo span: Double) -> [TimeStep] {
    let minute = 60
    let hour = 3_600
    var steps = [1, 2, 5, 10, 15, 30]
    steps += [1, 2, 5, 10, 15, 30].map { $0 * minute }
    steps += [1, 2, 3, 6, 12].map { $0 * hour }
    var days = 1
    repeat {
      steps.append(days * day)
      days *= 2
    } while Double(days * day) <= span && days < 1 << 40
    return steps.map(TimeStep.init)
  }

  /// Returns the shortest step of at least the given number of seconds.
  static func smallest(atLeast span: Double) -> TimeStep {
    let steps = all(upTo: 2 * span)
    return steps.first { $0.size >= span } ?? steps[steps.count - 1]
  }

  func label(of time: LocalTime) -> String {
    if seconds >= Self.day { return time.dayAndMonth }
    return seconds >= 60 ? time.hoursAndMinutes : time.clock
  }
}
