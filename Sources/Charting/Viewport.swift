/// The part of the plane that a chart shows: a stretch of time and a range of values. Both are never empty, and within
/// ±2¹⁰⁰⁰ whatever is done, so that no difference is without end.
public struct Viewport: Sendable, Hashable {
  /// Seconds since 1970.
  public var time: ClosedRange<Double> {
    didSet { time = Self.sound(time) }
  }
  public var value: ClosedRange<Double> {
    didSet { value = Self.sound(value) }
  }

  /// A range without extent is widened by a half on either side.
  public init(time: ClosedRange<Double>, value: ClosedRange<Double>) {
    self.time = Self.sound(time)
    self.value = Self.sound(value)
  }

  private static func sound(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let range = range.drawable
    guard range.lowerBound == range.upperBound else { return range }
    // Where a half is lost in rounding, by the distance of two numbers.
    let half = max(0.5, range.lowerBound.ulp)
    return (range.lowerBound - half)...(range.upperBound + half)
  }
}

// MARK: - Moving

extension Viewport {
  /// Scales the stretch of time by a factor (below 1 shows less, closer) about an instant that keeps its place.
  public mutating func zoomTime(by factor: Double, about anchor: Double) {
    time = time.scaled(by: factor, about: anchor)
  }

  /// Scales the range of values by a factor about a value that keeps its place.
  public mutating func zoomValue(by factor: Double, about anchor: Double) {
    value = value.scaled(by: factor, about: anchor)
  }

  /// Moves the view by a fraction of its own width: later when positive.
  public mutating func panTime(by fraction: Double) {
    time = time.moved(by: fraction * time.span)
  }

  /// Moves the view by a fraction of its own height: up when positive.
  public mutating func panValue(by fraction: Double) {
    value = value.moved(by: fraction * value.span)
  }

  /// Keeps the stretch of time within limits: moved when it fits into them, else made as wide as they are.
  ///
  /// - Parameter shortest: the view never gets shorter than so many seconds, unless the limits are.
  public mutating func clampTime(to limits: ClosedRange<Double>, shortest: Double = 0) {
    time = time.clamped(within: limits, shortest: shortest)
  }

  /// Keeps the range of values within limits, as ``clampTime(to:shortest:)`` does for the time.
  public mutating func clampValue(to limits: ClosedRange<Double>, shortest: Double = 0) {
    value = value.clamped(within: limits, shortest: shortest)
  }
}

extension ClosedRange<Double> {
  /// Upper less lower bound.
  public var span: Double { upperBound - lowerBound }

  public var middle: Double { lowerBound + span / 2 }

  func moved(by distance: Double) -> ClosedRange {
    // A range with an infinite end stays where it is, too.
    guard (lowerBound + distance).isFinite, (upperBound + distance).isFinite else { return self }
    return (lowerBound + distance)...(upperBound + distance)
  }

  func scaled(by factor: Double, about anchor: Double) -> ClosedRange {
    guard factor > 0, factor.isFinite else { return self }
    let lower = anchor + (lowerBound - anchor) * factor
    let upper = anchor + (upperBound - anchor) * factor
    // So close that both ends fall on the same number, or so far that one is no number any more: nothing to show.
    return lower < upper && (upper - lower).isFinite ? lower...upper : self
  }

  func clamped(within limits: ClosedRange, shortest: Double) -> ClosedRange {
    var range = self
    if range.span < shortest, shortest.isFinite { range = (middle - shortest / 2)...(middle + shortest / 2) }
    if range.span >= limits.span { return limits }
    if range.lowerBound < limits.lowerBound { return range.moved(by: limits.lowerBound - range.lowerBound) }
    if range.upperBound > limits.upperBound { return range.moved(by: limits.upperBound - range.upperBound) }
    return range
  }
}
