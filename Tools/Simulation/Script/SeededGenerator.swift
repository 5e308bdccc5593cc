/// Random numbers that depend only on the seed (SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// A random integer in a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A random element; the array must not be empty.
  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// `true` with a probability of one in `count`.
  mutating func once(in count: Int) -> Bool { number(1...count) == 1 }
}
