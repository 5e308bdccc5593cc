/// A range with round ends, for an axis that fits its data and does not move with every new value.
public enum NiceRange {
  /// Returns the range of values that an axis shows for data between two values.
  ///
  /// The data gets a margin of a twentieth on either side, and the ends go out to the next multiple of a 1-2-5 step. A flat
  /// line gets `minimumSpan` around it, so that noise in the last digit does not fill the height.
  ///
  /// Ends that cannot be drawn are clamped to ±2¹⁰⁰⁰.
  ///
  /// - Parameters:
  ///   - minimumSpan: The axis shows at least this much.
  ///   - includesZero: Whether 0 is on the axis. It is an end of the axis where all data is on one side of it.
  public static func around(
    _ data: ClosedRange<Double>, minimumSpan: Double = 1, includesZero: Bool = false
  ) -> ClosedRange<Double> {
    var (lower, upper) = (data.lowerBound.drawable, data.upperBound.drawable)
    if includesZero {
      lower = min(0, lower)
      upper = max(0, upper)
    }

    // Beyond 2^-40 of its size, the difference between two numbers is no longer worth drawing.
    let least = max(minimumSpan.drawable, max(abs(lower), abs(upper)) * 0x1p-40, .leastNormalMagnitude * 0x1p60)
    if upper - lower < least {
      let lacking = least - (upper - lower)
      // An axis that ends at 0 is extended away from it.
      let below = includesZero && lower == 0 ? 0 : includesZero && upper == 0 ? lacking : lacking / 2
      lower -= below
      upper += lacking - below
    }

    let air = (upper - lower) / 20
    if !(includesZero && lower == 0) { lower -= air }
    if !(includesZero && upper == 0) { upper += air }

    let step = NiceStep(atLeast: (upper - lower) / 8).size
    let niceLower = (lower / step).rounded(.down) * step
    let niceUpper = (upper / step).rounded(.up) * step
    guard niceLower.isFinite, niceUpper.isFinite, niceLower < niceUpper else { return lower...upper }
    return niceLower...niceUpper
  }
}

/// A step of 1, 2 or 5 times a power of ten.
struct NiceStep: Sendable, Hashable {
  /// 1, 2 or 5.
  private(set) var digit: Int
  private(set) var exponent: Int

  /// Creates the smallest step that is not smaller than a positive number.
  init(atLeast size: Double) {
    digit = 1
    exponent = 0
    guard size > 0, size.isFinite else { return }
    while Self.power(exponent) > size { exponent -= 1 }
    while Self.power(exponent + 1) <= size { exponent += 1 }
    while self.size < size * (1 - 1e-12) { self = next }
  }

  var size: Double { Double(digit) * Self.power(exponent) }

  /// The next larger step.
  var next: NiceStep {
    var step = self
    switch digit {
    case 1: step.digit = 2
    case 2: step.digit = 5
    default:
      step.digit = 1
      step.exponent += 1
    }
    return step
  }

  /// The next smaller step.
  var previous: NiceStep {
    var step = self
    switch digit {
    case 5: step.digit = 2
    case 2: step.digit = 1
    default:
      step.digit = 5
      step.exponent -= 1
    }
    return step
  }

  /// Digits after the point that a multiple of the step needs.
  var decimals: Int { max(0, -exponent) }

  /// Returns a power of ten. Negative powers divide, so that 0.1 is the number nearest to a tenth.
  private static func power(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<min(abs(exponent), 320) { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}
