import Foundation

extension SafeText {
  /// A whole number with a typographic minus (U+2212).
  public init(_ number: Int) {
    self = number < 0 ? "−\(number.magnitude)" : "\(number)"
  }

  /// A whole number; `?` where it is unknown.
  public init(known number: Int?) { self = number.map { SafeText($0) } ?? "?" }

  /// A number with its noun, and with a verb where there is one: `1 line is`, `2 lines are`.
  ///
  /// - Parameters:
  ///   - one: What follows the number 1.
  ///   - many: What follows all others.
  public init(_ number: Int, _ one: SafeText, _ many: SafeText) {
    self = "\(SafeText(number)) \(number.magnitude == 1 ? one : many)"
  }

  /// A number of answers: `1 answer`; `? answers` where it is unknown.
  public init(answers count: Int?) { self = count == 1 ? "1 answer" : "\(SafeText(known: count)) answers" }

  /// A number of questions: `1 question`.
  public init(questions count: Int) { self.init(count, "question", "questions") }

  /// A number with a fixed number of decimals and a point, whatever the locale; ties go to the even digit, as in C.
  ///
  /// The minus is the typographic one (U+2212). A number that rounds to zero has none.
  public init(_ number: Double, decimals: Int) {
    let magnitude = Self.magnitude(number, decimals)
    self = number < 0 && !magnitude.isZero ? "−" + magnitude : magnitude
  }

  /// A change, always with its sign.
  ///
  /// A change that rounds to zero is `±0`, because a sign would mislead.
  public init(change number: Double, decimals: Int = 0) {
    let magnitude = Self.magnitude(number, decimals)
    self = (magnitude.isZero ? "±" : number < 0 ? "−" : "+") + magnitude
  }

  private static func magnitude(_ number: Double, _ decimals: Int) -> SafeText {
    let number = abs(number)
    guard decimals < powers.count, number < largest else {
      return SafeText(oneLine: String(format: "%.\(max(0, decimals))f", number))
    }
    let power = powers[max(0, decimals)]
    let (whole, fraction) = rounded(number, times: power).quotientAndRemainder(dividingBy: Int(power))
    return decimals > 0 ? "\(whole).\(padded: fraction, to: decimals)" : "\(whole)"
  }

  private static let powers = [1.0, 10, 100, 1_000]
  /// Below this limit, a number times the largest power has all its binary digits before the half.
  private static let largest = 1e12

  /// Returns the product as a whole number, ties to even, as if it were exact. A list writes such a number in every row, and
  /// `String(format:)` takes longer for it than the rest of the row.
  private static func rounded(_ number: Double, times power: Double) -> Int {
    let product = number * power
    let nearest = product.rounded(.toNearestOrEven)
    guard abs(product - nearest) == 0.5 else { return Int(nearest) }
    // Only the rounding error of the product tells whether this is a tie.
    let lost = (-product).addingProduct(number, power)
    return Int(lost == 0 ? nearest : product + (lost > 0 ? 0.5 : -0.5))
  }

  private var isZero: Bool { !string.contains { $0 != "0" && $0 != "." } }
}
