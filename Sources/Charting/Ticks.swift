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
  /// Marks on a value axis at multiples of a 1-2-5 step, from the lowest to the highest, at least one free row between two:
  /// the finest step by which all are equally far apart, else the finest.
  ///
  /// All labels have as many digits after the point as the step needs.
  public static func values(on scale: LinearScale) -> [Tick] {
    guard scale.domain.span > 0, scale.domain.span.isFinite else {
      return [tick(at: scale.domain.middle, decimals: 1, on: scale)].compactMap { $0 }
    }
    if let even = scale.evenStep.map({ multiples(of: $0, on: scale) }), even.count >= 2 { return even }
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

// MARK: - Even distances

extension LinearScale {
  /// How much of a value axis may be added to it for even distances: as little as that for the finest marks, else more for
  /// marks that are further apart, else more for the finest.
  private static let mostAir = [0.15, 0.3]

  /// The same value axis with some air at its upper end, if by that its marks stand a whole number of cells apart: marks
  /// that are two and three rows apart by turns look as if the values were not equally far apart. The axis as it is where
  /// that takes too much, or where there are no three marks.
  public func withEvenTicks() -> LinearScale {
    guard Ticks.values(on: self).count >= 3 else { return self }
    for air in Self.mostAir {
      for step in wideSteps {
        // Never more than there are: a billionth may be lost in rounding.
        let span = step.size / (cells(of: step) + 1e-9).rounded(.down) * fullCells
        guard span <= domain.span * (1 + air) else { continue }
        var scale = self
        scale.domain = domain.lowerBound...(domain.lowerBound + max(span, domain.span))
        return scale
      }
    }
    return self
  }

  /// The finest step that goes into the axis twice or more, and leaves a cell free between two marks, which then stand a
  /// whole number of cells apart.
  var evenStep: NiceStep? {
    wideSteps.first { abs(cells(of: $0) - cells(of: $0).rounded()) < 1e-6 }
  }

  /// The steps that go into the axis twice or more, and leave a cell free between two marks; the finest comes first.
  private var wideSteps: [NiceStep] {
    guard domain.span > 0, domain.span.isFinite, fullCells > 0 else { return [] }
    let finest = NiceStep(atLeast: 2 * domain.span / fullCells)
    return Array(sequence(first: finest, next: \.next).prefix { 2 * $0.size <= domain.span })
  }

  /// The length of the axis in cells, from the middle of the first dot to that of the last.
  private var fullCells: Double { Double(dots - 1) / Double(dotsPerCell) }

  private func cells(of step: NiceStep) -> Double { step.size / domain.span * fullCells }
}
