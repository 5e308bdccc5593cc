/// The part of the plane that a chart shows: a range of time and a range of values. Both are never empty and always within
/// ±2¹⁰⁰⁰, so that differences are finite.
public struct Viewport: Sendable, Hashable {
  /// Seconds since 1970.
  public var time: ClosedRange<Double> {
    didSet { time = Self.sound(time) }
  }
  public var value: ClosedRange<Double> {
    didSet { value = Self.sound(value) }
  }

  /// Creates a viewport. An empty range is widened by a half on either side.
  public init(time: ClosedRange<Double>, value: ClosedRange<Double>) {
    self.time = Self.sound(time)
    self.value = Self.sound(value)
  }

  private static func sound(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let range = range.drawable
    guard range.lowerBound == range.upperBound else { return range }
    // For large numbers a half is lost in rounding, so the distance of two numbers is used.
    let half = max(0.5, range.lowerBound.ulp)
    return (range.lowerBound - half)...(range.upperBound + half)
  }
}

// MARK: - Moving

extension Viewport {
  /// Scales the range of time by a factor about a time that keeps its place. A factor below 1 zooms in.
  public mutating func zoomTime(by factor: Double, about anchor: Double) {
    time = time.scaled(by: factor, about: anchor)
  }

  /// Scales the range of values by a factor about a value that keeps its place.
  public mutating func zoomValue(by factor: Double, about anchor: Double) {
    value = value.scaled(by: factor, about: anchor)
  }

  /// Moves the view by a fraction of its own width; a positive one moves it later.
  public mutating func panTime(by fraction: Double) {
    time = time.moved(by: fraction * time.span)
  }

  /// Moves the view by a fraction of its own height; a positive one moves it up.
  public mutating func panValue(by fraction: Double) {
    value = value.moved(by: fraction * value.span)
  }

  /// Clamps the range of time to limits: it is moved if it fits into them, else it becomes the limits.
  ///
  /// - Parameter shortest: The least length of the view in seconds, unless the limits are shorter.
  public mutating func clampTime(to limits: ClosedRange<Double>, shortest: Double = 0) {
    time = time.clamped(within: limits, shortest: shortest)
  }

  /// Clamps the range of values to limits. See ``clampTime(to:shortest:)``.
  public mutating func clampValue(to limits: ClosedRange<Double>, shortest: Double = 0) {
    value = value.clamped(within: limits, shortest: shortest)
  }
}

extension ClosedRange<Double> {
  /// The upper bound minus the lower bound.
  public var span: Double { upperBound - lowerBound }

  public var middle: Double { lowerBound + span / 2 }

  func moved(by distance: Double) -> ClosedRange {
    // A range with an infinite end stays where it is.
    guard (lowerBound + distance).isFinite, (upperBound + distance).isFinite else { return self }
    return (lowerBound + distance)...(upperBound + distance)
  }

  func scaled(by factor: Double, about anchor: Double) -> ClosedRange {
    guard factor > 0, factor.isFinite else { return self }
    let lower = anchor + (lowerBound - anchor) * factor
    let upper = anchor + (upperBound - anchor) * factor
    // Both ends may fall on the same number, or one may not be finite: there is nothing to show then.
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
