import Foundation

/// Measured values, all in one unit.
struct Sample {
  private let sorted: [Double]

  /// - Precondition: at least one value.
  init(_ values: [Double]) {
    precondition(!values.isEmpty)
    sorted = values.sorted()
  }

  var count: Int { sorted.count }
  var minimum: Double { sorted[0] }
  var maximum: Double { sorted[sorted.count - 1] }
  var median: Double { percentile(50) }

  /// Returns a percentile by the nearest rank: the smallest value that at least `percent` per cent of the values do not
  /// exceed.
  func percentile(_ percent: Double) -> Double {
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  var milliseconds: Double { seconds * 1_000 }
}

extension Double {
  /// Returns the number with a fixed number of digits after the point.
  func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension Int {
  /// The number with commas between the thousands.
  var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}

/// Returns values from 0 up as a line of bars of eight heights, the largest value's the tallest: `▁▃▅█`.
func sparkline(_ values: [Double]) -> String {
  let bars = Array("▁▂▃▄▅▆▇█")
  let largest = max(values.max() ?? 0, .leastNormalMagnitude)
  return String(values.map { bars[Int(($0 / largest * Double(bars.count - 1)).rounded())] })
}
