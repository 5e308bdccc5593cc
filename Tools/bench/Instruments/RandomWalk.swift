import Charting

/// A random walk of temperatures, one reading a second; the same in every run. Source of the constants: Marsaglia, "Xorshift
/// RNGs", Journal of Statistical Software, 2003.
struct RandomWalk: RandomNumberGenerator {
  private var state: UInt64 = 88_172_645_463_325_252

  /// - Parameter number: The seed of a different walk.
  init(number: Int = 0) { state ^= UInt64(number) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func points(_ count: Int) -> [Series.Point] {
    var value = 20.0
    return (0..<count).map { second in
      value += Double.random(in: -0.1...0.1, using: &self)
      return Series.Point(time: 1_700_000_000 + Double(second), value: value)
    }
  }
}
