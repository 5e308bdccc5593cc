/// A mark on an axis.
public struct Tick: Sendable, Hashable {
  /// The value that the label tells, exactly.
  public var value: Double
  public var label: String
  /// The value's cell on the axis for which the tick was made.
  public var cell: Int

  public init(value: Double, label: String, cell: Int) {
    self.value = value
    self.label = label
    self.cell = cell
  }
}

/// Marks at round values: never more than fit, at least one at any size.
///
/// ``values(on:)`` is for the value axis, ``times(on:utcOffset:)`` for the time axis.
public enum Ticks {
  /// Marks on a value axis at multiples of a 1-2-5 step, from the lowest to the highest, at least one free row between two.
  ///
  /// All labels have as many digits after the point as the step needs.
  public static func values(on scale: LinearScale) -> [Tick] {
    guard scale.domain.span > 0, scale.domain.span.isFinite else {
      return [tick(at: scale.domain.middle, decimals: 1, on: scale)].compactMap { $0 }
    }
    // The finest step that leaves a row free between two labels…
    var step = NiceStep(atLeast: scale.domain.span / Double(max(1, scale.cells)))
    var ticks = multiples(of: step, on: scale)
    while !areApart(ticks) {
      step = step.next
      ticks = multiples(of: step, on: scale)
    }
    // …or, where no multiple of it is in sight, of the next finer ones the multiple nearest to the middle.
    while ticks.isEmpty, isCountable(step, on: scale) {
      step = step.previous
      ticks = Array(multiples(of: step, on: scale).nearest(to: scale.domain.middle))
    }
    // So close that two neighbouring numbers fill the axis: none is rounder than the other.
    if ticks.isEmpty {
      ticks = [tick(at: scale.domain.middle, decimals: step.decimals, on: scale)].compactMap { $0 }
    }
    return ticks
  }

  /// Whether the multiples of a step can be told from each other on this axis: a number has 53 binary digits.
  private static func isCountable(_ step: NiceStep, on scale: LinearScale) -> Bool {
    max(abs(scale.domain.lowerBound), abs(scale.domain.upperBound)) / step.size < 0x1p52
  }

  private static func areApart(_ ticks: [Tick]) -> Bool {
    zip(ticks, ticks.dropFirst()).allSatisfy { abs($0.cell - $1.cell) >= 2 }
  }

  private static func multiples(of step: NiceStep, on scale: LinearScale) -> [Tick] {
    // A billionth of a step over the end still belongs to it: 0.3 is not a multiple of 0.1 in binary.
    let first = (scale.domain.lowerBound / step.size - 1e-9).rounded(.up)
    let last = (scale.domain.upperBound / step.size + 1e-9).rounded(.down)
    guard isCountable(step, on: scale), first <= last, last - first <= 10_000 else { return [] }
    return stride(from: first, through: last, by: 1).compactMap { multiple in
      tick(at: multiple * step.size, decimals: step.decimals, on: scale)
    }
  }

  private static func tick(at value: Double, decimals: Int, on scale: LinearScale) -> Tick? {
    let value = value == 0 ? 0 : value  // no "-0"
    let nearby = min(max(value, scale.domain.lowerBound), scale.domain.upperBound)
    guard let cell = scale.cell(of: nearby) else { return nil }
    return Tick(value: value, label: FixedPoint.text(of: value, decimals: decimals), cell: cell)
  }
}

extension [Tick] {
  /// The one tick nearest to a value, or none.
  func nearest(to value: Double) -> ArraySlice<Tick> {
    let index = indices.min { abs(self[$0].value - value) < abs(self[$1].value - value) }
    return index.map { self[$0...$0] } ?? []
  }
}

extension LinearScale {
  /// The share of a value axis that may be added to it for even distances.
  private static let mostAir = 0.15

  /// The same value axis with a little air at its upper end, if by that its marks stand a whole number of cells apart:
  /// marks that are two and three rows apart by turns look as if the values were not equally far apart. Where it takes
  /// more than a little, the axis as it is.
  public func withEvenTicks() -> LinearScale {
    let ticks = Ticks.values(on: self)
    guard ticks.count >= 3, dots > 1 else { return self }
    let step = ticks[1].value - ticks[0].value
    let cellsPerStep = step / domain.span * Double(dots - 1) / Double(dotsPerCell)
    // Never more than there are: a billionth may be lost in rounding.
    let span = step / (cellsPerStep + 1e-9).rounded(.down) * Double(dots - 1) / Double(dotsPerCell)
    guard span > domain.span, span <= domain.span * (1 + Self.mostAir) else { return self }
    var scale = self
    scale.domain = domain.lowerBound...(domain.lowerBound + span)
    return scale
  }
}
