import Foundation

extension SafeText {
  /// A whole number, its minus the typographic one (U+2212).
  public init(_ number: Int) {
    self = number < 0 ? "−\(number.magnitude)" : "\(number)"
  }

  /// A number with a fixed count of decimals and a point, whatever the locale; ties go to the even digit, as in C.
  ///
  /// The minus is the typographic one (U+2212); what rounds to nothing has none.
  public init(_ number: Double, decimals: Int) {
    let magnitude = Self.magnitude(number, decimals)
    self = number < 0 && !magnitude.isZero ? "−" + magnitude : magnitude
  }

  /// A change: always with its sign.
  ///
  /// What rounds to nothing is `±0`, without a misleading sign.
  public init(change number: Double, decimals: Int = 0) {
    let magnitude = Self.magnitude(number, decimals)
    self = (magnitude.isZero ? "±" : number < 0 ? "−" : "+") + magnitude
  }

  private static func magnitude(_ number: Double, _ decimals: Int) -> SafeText {
    SafeText(oneLine: String(format: "%.\(max(0, decimals))f", abs(number)))
  }

  private var isZero: Bool { !string.contains { $0 != "0" && $0 != "." } }
}
