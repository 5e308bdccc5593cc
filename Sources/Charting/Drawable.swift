/// The numbers that a chart can reckon with.
///
/// Sums and differences of numbers of any size need not be numbers any more: from −1.7·10³⁰⁸ to 1.7·10³⁰⁸ is infinitely
/// far, a part of that is not a number, and a range that begins with such a one is a trap. So what is beyond ±2¹⁰⁰⁰ is
/// brought back to it (or, as a sample, is none), and all that is done with the rest stays finite.
enum Drawable {
  static let limit = 0x1p1000

  /// Whether a sample is a number of a size that can be drawn.
  static func contains(_ number: Double) -> Bool { abs(number) <= limit }
}

extension Double {
  /// The nearest number that can be drawn; 0 for what is no number.
  var drawable: Double { isNaN ? 0 : Swift.min(Swift.max(self, -Drawable.limit), Drawable.limit) }
}

extension ClosedRange<Double> {
  var drawable: ClosedRange { lowerBound.drawable...upperBound.drawable }
}
