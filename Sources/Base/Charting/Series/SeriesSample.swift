/// What a series holds at a time: a value, or a summary of all values in a step of time.
public protocol SeriesSample: Sendable, Hashable {
  var lowest: Double { get }
  /// The value that the line goes through.
  var mean: Double { get }
  var highest: Double { get }
  /// A sample without a value: the points before and after it are not joined. Its ``mean`` is NaN.
  static var gap: Self { get }
}

extension SeriesSample {
  var isGap: Bool { mean.isNaN }

  /// The sample, or a gap where one of its numbers cannot be drawn.
  var drawable: Self {
    Drawable.contains(lowest) && Drawable.contains(mean) && Drawable.contains(highest) ? self : .gap
  }
}

/// A single value.
extension Double: SeriesSample {
  public var lowest: Double { self }
  public var mean: Double { self }
  public var highest: Double { self }
  public static var gap: Double { .nan }
}

/// The lowest, the mean and the highest of the values in a step of time.
public struct StepSample: SeriesSample {
  public var lowest: Double
  public var mean: Double
  public var highest: Double

  /// Creates a sample. Bounds that do not enclose the mean are widened to enclose it.
  public init(lowest: Double, mean: Double, highest: Double) {
    self.lowest = min(lowest, mean)
    self.mean = mean
    self.highest = max(highest, mean)
  }

  public static var gap: StepSample { StepSample(lowest: .nan, mean: .nan, highest: .nan) }
}
