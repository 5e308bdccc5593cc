extension Ticks {
  /// The columns that stay free between two labels of the time axis.
  static let labelSpacing = 4

  /// Returns ticks on a time axis at round local times, early to late: full seconds to hours, midnights, Mondays, and the first
  /// days of months and years. A view of two minutes or more has no ticks between full minutes.
  ///
  /// The step is the finest whose labels, each centred under its tick, are ``labelSpacing`` columns apart. It depends on the
  /// length of the view only, so that it does not change while the view moves along. A tick whose label would be cut off is
  /// left out. Where no label has room, the one nearest to the middle is returned all the same.
  ///
  /// Where a clock change is in view, ticks are at round local times on both sides of it.
  ///
  /// - Parameter utcOffset: How far local time is ahead of UTC at a time, in seconds.
  public static func times(on scale: LinearScale, utcOffset: @escaping (Double) -> Int = { _ in 0 }) -> [Tick] {
    // The cells of the first and the last dot may begin before it and end after it.
    let (domain, cell) = (scale.domain, scale.cellSpan)
    let offsets = LocalOffsets(utcOffset, on: (domain.lowerBound - cell)...(domain.upperBound + cell))
    let steps = TimeTickStep.all(upTo: scale.domain.span)
    for step in steps where step.hasRoom(on: scale) {
      guard let ticks = multiples(of: step, on: scale, offsets) else { continue }
      let labelled = ticks.withRoom(in: scale.cells)
      if !labelled.isEmpty { return labelled }
    }
    // Too narrow for two labels: a single one, of the longest step that has one in view.
    for step in steps.reversed() {
      guard let ticks = multiples(of: step, on: scale, offsets) else { continue }
      let whole = ticks.withRoom(in: scale.cells)
      let nearest = (whole.isEmpty && step.seconds <= 1 ? ticks : whole).nearest(to: scale.domain.middle)
      if !nearest.isEmpty { return Array(nearest) }
    }
    let middle = tick(at: scale.domain.middle, step: steps[0], on: scale, offsets)
    return [middle ?? Tick(value: scale.domain.middle, label: "", cell: scale.cells / 2)]
  }

  /// `nil` where there are more than cells, which cannot fit, or where they cannot be told apart.
  private static func multiples(of step: TimeTickStep, on scale: LinearScale, _ offsets: LocalOffsets) -> [Tick]? {
    let local = offsets.localTimes
    guard let numbers = step.numbers(in: local) else { return nil }
    let surplus = 2 * offsets.margin / step.shortest
    guard Double(numbers.count - 1) - surplus < Double(scale.cells) else { return nil }
    return
      numbers
      .flatMap { offsets.times(atLocal: step.localTime($0), isDay: step.isCalendar) }
      .sorted()
      .compactMap { time in tick(at: time, step: step, on: scale, offsets) }
  }

  private static func tick(
    at time: Double, step: TimeTickStep, on scale: LinearScale, _ offsets: LocalOffsets
  ) -> Tick? {
    guard let cell = scale.cell(of: time) else { return nil }
    return Tick(value: time, label: step.label(of: LocalTime(time, utcOffset: offsets.offset(at: time))), cell: cell)
  }
}

extension [Tick] {
  /// Returns the ticks whose labels are not cut off, nor too near to the label before: an hour is missing where clocks are set
  /// forward.
  fileprivate func withRoom(in cells: Int) -> [Tick] {
    var end = -Ticks.labelSpacing
    return filter { tick in
      let start = tick.firstLabelColumn
      guard start >= Swift.max(0, end + Ticks.labelSpacing), start + tick.label.count <= cells else { return false }
      end = start + tick.label.count
      return true
    }
  }
}

/// The distance between two ticks of a time axis.
private struct TimeTickStep {
  private enum Unit {
    case seconds
    /// From Monday to Monday.
    case weeks
    /// From the first of a month.
    case months
  }

  private let unit: Unit
  private let count: Int
  /// The least number of seconds between two ticks.
  let shortest: Double
  /// The columns of the longest label.
  private let labelWidth: Int

  private static let minute = 60
  private static let hour = 3_600
  private static let year = 12
  /// Below this number of seconds in view, there may be ticks between full minutes.
  private static let shortView = 120.0

  private init(_ count: Int, _ unit: Unit) {
    (self.unit, self.count) = (unit, count)
    let day = Double(TimeStep.day)
    switch unit {
    case .seconds where count < Self.minute: (shortest, labelWidth) = (Double(count), 8)
    case .seconds where count < TimeStep.day: (shortest, labelWidth) = (Double(count), 5)
    // A day is an hour shorter where clocks are set forward.
    case .seconds: (shortest, labelWidth) = (Double(count - Self.hour), 6)
    case .weeks: (shortest, labelWidth) = (7 * day * Double(count) - Double(Self.hour), 6)
    case .months:
      shortest = (count < Self.year ? 28 : 365.0 / 12) * day * Double(count) - Double(Self.hour)
      labelWidth = 5
    }
  }

  /// Returns the steps that are worth trying for a view of a number of seconds, the shortest first.
  static func all(upTo span: Double) -> [TimeTickStep] {
    var steps: [TimeTickStep] = []
    if span < shortView { steps += [1, 2, 5, 10, 15, 30].map { TimeTickStep($0, .seconds) } }
    steps += [1, 2, 5, 10, 15, 30].map { TimeTickStep($0 * minute, .seconds) }
    steps += [1, 2, 3, 6, 12, 24].map { TimeTickStep($0 * hour, .seconds) }
    steps.append(TimeTickStep(1, .weeks))
    steps += [1, 3, 6].map { TimeTickStep($0, .months) }
    var years = NiceStep(atLeast: 1)
    repeat {
      steps.append(TimeTickStep(Int(years.size) * year, .months))
      years = years.next
    } while years.size * 365 * Double(TimeStep.day) <= span && years.size < 1e9
    return steps
  }

  /// The step in seconds, or a large number for weeks and more.
  var seconds: Int { unit == .seconds ? count : .max }
  /// Whether its ticks stand at the beginning of days.
  var isCalendar: Bool { unit != .seconds || count >= TimeStep.day }

  /// Returns whether the labels of neighbouring ticks are far enough apart.
  func hasRoom(on scale: LinearScale) -> Bool {
    (shortest / scale.cellSpan).rounded(.down) >= Double(labelWidth + Ticks.labelSpacing)
  }

  /// Returns the numbers of the multiples of the step in a range of local times; `nil` where they are too large to count.
  func numbers(in local: ClosedRange<Double>) -> ClosedRange<Int>? {
    let bounds = (number(of: local.lowerBound).rounded(.up), number(of: local.upperBound).rounded(.down))
    guard abs(bounds.0) < 0x1p52, abs(bounds.1) < 0x1p52, bounds.0 <= bounds.1 else { return nil }
    return Int(bounds.0)...Int(bounds.1)
  }

  /// 5 January 1970 was a Monday.
  private static let firstMonday = 4.0 * Double(TimeStep.day)

  /// Returns how many steps a local time is after the first multiple.
  private func number(of local: Double) -> Double {
    switch unit {
    case .seconds: return local / Double(count)
    case .weeks: return (local - Self.firstMonday) / (7 * Double(TimeStep.day) * Double(count))
    case .months:
      let time = LocalTime(local, utcOffset: 0)
      let months = time.year * Self.year + time.month - 1
      let start = LocalTime.startOfMonth(months)
      // Within a month, any number between this one and the next.
      return (Double(months) + (local > start ? 0.5 : 0)) / Double(count)
    }
  }

  /// Returns the local time of a multiple.
  func localTime(_ number: Int) -> Double {
    switch unit {
    case .seconds: Double(number) * Double(count)
    case .weeks: Self.firstMonday + Double(number) * 7 * Double(TimeStep.day) * Double(count)
    case .months: LocalTime.startOfMonth(number * count)
    }
  }

  func label(of time: LocalTime) -> String {
    switch unit {
    case .seconds where count < Self.minute: time.clock
    case .seconds where count < TimeStep.day: time.hoursAndMinutes
    case .months where time.month == 1: "\(time.year)"
    case .seconds, .weeks, .months: time.dayAndMonth
    }
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
  ///
  /// - Parameter isDay: Whether it is the beginning of a day, of which there is always one: the first where clocks show midnight
  ///   twice, and the end of the hour that is left out where they never do.
  func times(atLocal local: Double, isDay: Bool) -> [Double] {
    if let only { return [local - Double(only)] }
    // No place is a day ahead of UTC, so these two are before and after a clock change near this time.
    let offsets = [local - Double(TimeStep.day), local + Double(TimeStep.day)].map(utcOffset)
    let around = Set(offsets).map { local - Double($0) }
    let times = around.filter { local - $0 == Double(utcOffset($0)) }
    guard isDay else { return times }
    return [times.min() ?? local - Double(offsets[0])]
  }
}

extension Tick {
  /// The column at which the label starts if it is centred under the tick. May be negative.
  public var firstLabelColumn: Int { cell - label.count / 2 }
}

/// A round duration, over which a line of means takes them.
struct TimeStep {
  var seconds: Int
  var size: Double { Double(seconds) }

  static let day = 86_400

  /// Returns the steps known from clocks, the shortest first, doubled beyond a day until a few cover the span.
  private static func all(upTo span: Double) -> [TimeStep] {
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
}
