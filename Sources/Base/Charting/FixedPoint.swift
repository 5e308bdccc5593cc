/// Numbers as text with a fixed number of digits after the point.
public enum FixedPoint {
  /// Returns a number rounded to a fixed number of digits after the point, with a decimal point and no grouping. Negative
  /// numbers have "−" (U+2212), but zero never does.
  ///
  /// The binary value is rounded, ties to the even digit, as C's `printf` does, so that a label and a value shown beside it
  /// agree. Numbers that need more than 15 digits are written with an exponent.
  public static func text(of value: Double, decimals: Int) -> String {
    var power = 1.0
    for _ in 0..<max(0, decimals) { power *= 10 }
    let product = value * power
    var scaled = product.rounded(.toNearestOrEven)
    if abs(product - product.rounded(.towardZero)) == 0.5 {
      // The product may be a tie only because it was rounded; then the rounding error decides.
      let lost = (-product).addingProduct(value, power)
      if lost != 0 { scaled = product.rounded(lost > 0 ? .up : .down) }
    }
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }

    let digits = String(Int(abs(scaled)))
    let sign = scaled < 0 ? "−" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    // Whole strings, because appending a substring is generic code, whose first call costs the start a tenth of a
    // millisecond.
    return sign + String(padded.dropLast(decimals)) + "." + String(padded.suffix(decimals))
  }
}
