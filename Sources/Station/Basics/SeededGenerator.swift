import Foundation

/// Random numbers that depend only on a seed. Source: SplitMix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator whose numbers depend only on its seed.
  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniformly distributed from 0 up to 1.
  mutating func unit() -> Double {
    Double.random(in: 0..<1, using: &self)
  }

  /// The waiting time in seconds of a Poisson process with `rate` events a second.
  mutating func exponential(rate: Double) -> Double {
    -log(1 - unit()) / rate
  }

  /// Normally distributed with mean 0 and deviation 1. Source: Box and Muller, 1958.
  mutating func normal() -> Double {
    sqrt(-2 * log(1 - unit())) * cos(2 * .pi * unit())
  }
}

extension String {
  /// A hash that is the same in every run, unlike `hashValue`. Source: FNV-1a, 64 bits.
  var stableHash: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
