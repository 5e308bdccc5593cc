import Foundation

extension SafeText {
  /// A number with a fixed count of decimals and a point, whatever the locale; ties go to the even digit, as in C.
  public init(_ number: Double, decimals: Int) {
    self = SafeText(oneLine: String(format: "%.\(max(0, decimals))f", number))
  }

  /// A change: always with its sign, the minus being the typographic one (U+2212).
  ///
  /// What rounds to nothing is `±0`, without a misleading sign.
  public init(change number: Double, decimals: Int = 0) {
    let magnitude = SafeText(abs(number), decimals: decimals)
    let isZero = !magnitude.string.contains { $0 != "0" && $0 != "." }
    let sign: SafeText = isZero ? "±" : number < 0 ? "−" : "+"
    self = sign + magnitude
  }
}
