/// The numbers that charts calculate with.
///
/// The sum or difference of two finite numbers may be infinite: from −1.7·10³⁰⁸ to 1.7·10³⁰⁸ is an infinite distance, a
/// fraction of it is NaN, and a range with a NaN bound traps. So numbers beyond ±2¹⁰⁰⁰ are clamped (or, as samples, become
/// gaps), and all arithmetic on the rest stays finite.
enum Drawable {
  static let limit = 0x1p1000

  /// Returns whether a sample is a number of a size that can be drawn.
  static func contains(_ number: Double) -> Bool { abs(number) <= limit }
}

extension Double {
  /// The nearest number that can be drawn; 0 for NaN.
  var drawable: Double { isNaN ? 0 : Swift.min(Swift.max(self, -Drawable.limit), Drawable.limit) }
}

extension ClosedRange<Double> {
  var drawable: ClosedRange { lowerBound.drawable...upperBound.drawable }
}
