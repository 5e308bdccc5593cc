/// A line of an earlier time, drawn dim behind those of the present.
public struct Backdrop: Sendable, Hashable {
  /// The line, with its own times.
  public var line: ChartLine
  public var shift: TimeShift

  public init(_ line: ChartLine, _ shift: TimeShift) {
    self.line = line
    self.shift = shift
  }

  /// Returns the earlier time that is drawn at a range of time, but for what a change of clocks moves.
  public func times(of range: ClosedRange<Double>) -> ClosedRange<Double> {
    (range.lowerBound - shift.seconds)...(range.upperBound - shift.seconds)
  }

  /// Whether it has a value that is drawn in a range of time.
  public func hasValues(in range: ClosedRange<Double>) -> Bool { line.series.extent(in: times(of: range)) != nil }

  /// Returns the point that is drawn at a time, with its own time; see ``ChartLine/point(at:tolerance:)``.
  ///
  /// - Parameter utcOffset: See ``TimeShift/earlier(than:utcOffset:)``.
  public func point(
    at time: Double, tolerance: Double = 0, utcOffset: (Double) -> Int = { _ in 0 }
  ) -> Series.Point? {
    line.point(at: shift.earlier(than: time, utcOffset: utcOffset), tolerance: tolerance)
  }
}

/// How much earlier the time is with which the present is compared.
public enum TimeShift: Sendable, CaseIterable {
  case day, week, fourWeeks, year

  /// The fraction by which a span may be longer.
  private static let tolerance = 0.01

  /// The shortest one that is at least as long as a span; `nil` for more than a year.
  public init?(for span: Double) {
    guard let shift = Self.allCases.first(where: { span <= $0.seconds * (1 + Self.tolerance) }) else { return nil }
    self = shift
  }

  /// The usual number of seconds: not that over a change of clocks or a leap day.
  public var seconds: Double {
    switch self {
    case .day: 86_400
    case .week: 7 * 86_400
    case .fourWeeks: 28 * 86_400
    case .year: 365 * 86_400
    }
  }

  /// The greatest number of seconds that it may be.
  public var longest: Double { seconds + 3_600 + (self == .year ? 86_400 : 0) }

  /// Returns the time at which clocks and calendar showed the same this much earlier.
  ///
  /// - Parameter utcOffset: How far local time is ahead of UTC at a time, in seconds.
  public func earlier(than time: Double, utcOffset: (Double) -> Int) -> Double {
    let offset = Double(utcOffset(time))
    let before = localTime(before: time + offset)
    return before - Double(utcOffset(before - offset))
  }

  private func localTime(before local: Double) -> Double {
    guard self == .year else { return local - seconds }
    let date = LocalTime(local, utcOffset: 0)
    let month = date.year * 12 + date.month - 1
    // The 29th of February is compared with the first of March.
    return local - (LocalTime.startOfMonth(month) - LocalTime.startOfMonth(month - 12))
  }

  /// `day before`
  public var name: String {
    switch self {
    case .day: "day before"
    case .week: "week before"
    case .fourWeeks: "4 weeks before"
    case .year: "year before"
    }
  }
}
