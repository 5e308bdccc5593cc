extension String {
  /// Creates the digits of a number, with zeros before them where they are fewer than `digits`: `07`, `000a`. The minus of a
  /// negative number stands before the zeros.
  @inlinable
  public init(_ number: some FixedWidthInteger, padded digits: Int, radix: Int = 10, uppercase: Bool = false) {
    let magnitude = String(number.magnitude, radix: radix, uppercase: uppercase)
    self = number < 0 ? "-" : ""
    for _ in 0..<max(0, digits - magnitude.utf8.count) { self += "0" }
    self += magnitude
  }
}
