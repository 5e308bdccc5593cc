/// A mark on an axis.
public struct Tick: Sendable, Hashable {
  /// The value that the label shows, exactly.
  public var value: Double
  public var label: String
  /// The cell of the value on the axis for which the tick was made.
  public var cell: Int

  public init(value: Double, label: String, cell: Int) {
    self.value = value
    self.label = label
    self.cell = cell
  }
}

/// Creates ticks at round values: never more than fit, and at least one at any size.
///
/// Use ``values(on:)`` for the value axis and ``times(on:utcOffset:)`` for the time axis.
public enum Ticks {
  /// Returns ticks on a value axis at multiples of a 1-2-5 step, from the lowest to the highest, with at least one free row
  /// between two. The step is the finest one, or the next if that gives three or more ticks at equal distances.
  ///
  /// All labels have as many digits after the point as the step needs.
  public static func values(on scale: LinearScale) -> [Tick] {
    guard scale.domain.span > 0, scale.domain.span.isFinite else {
      return [tick(at: scale.domain.middle, decimals: 1, on: scale)].compactMap { $0 }
    }
    if let even = evenValues(on: scale) { return even }
    // The finest step that leaves a row free between two labels…
    var step = NiceStep(atLeast: scale.domain.span / Double(max(1, scale.cells)))
    var ticks = multiples(of: step, on: scale)
    while !areApart(ticks) {
      step = step.next
      ticks = multiples(of: step, on: scale)
    }
    // …or, where no multiple of it is in view, the multiple of the next finer ones that is nearest to the middle.
    while ticks.isEmpty, isCountable(step, on: scale) {
      step = step.previous
      ticks = Array(multiples(of: step, on: scale).nearest(to: scale.domain.middle))
    }
    // The axis spans two neighbouring numbers: neither is rounder than the other.
    if ticks.isEmpty {
      ticks = [tick(at: scale.domain.middle, decimals: step.decimals, on: scale)].compactMap { $0 }
    }
    return ticks
  }

  /// Returns three or more ticks at equal distances with a free row between two; `nil` where no step gives these.
  static func evenValues(on scale: LinearScale) -> [Tick]? {
    for step in scale.fineSteps where scale.isWhole(step) {
      let ticks = multiples(of: step, on: scale)
      // Compared by cells, because a step of whole cells may still begin between two of them.
      let distances = Set(zip(ticks, ticks.dropFirst()).map { abs($0.cell - $1.cell) })
      if ticks.count >= 3, distances.count == 1, areApart(ticks) { return ticks }
    }
    return nil
  }

  /// Returns whether the multiples of a step are different numbers on this axis: a number has 53 binary digits.
  private static func isCountable(_ step: NiceStep, on scale: LinearScale) -> Bool {
    max(abs(scale.domain.lowerBound), abs(scale.domain.upperBound)) / step.size < 0x1p52
  }

  private static func areApart(_ ticks: [Tick]) -> Bool {
    zip(ticks, ticks.dropFirst()).allSatisfy { abs($0.cell - $1.cell) >= 2 }
  }

  private static func multiples(of step: NiceStep, on scale: LinearScale) -> [Tick] {
    // A billionth of a step beyond the end still belongs to the axis: 0.3 is not a multiple of 0.1 in binary.
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
  /// Returns the tick nearest to a value, or none.
  func nearest(to value: Double) -> ArraySlice<Tick> {
    let index = indices.min { abs(self[$0].value - value) < abs(self[$1].value - value) }
    return index.map { self[$0...$0] } ?? []
  }
}

// MARK: - Even distances

extension LinearScale {
  /// The fractions of a value axis that may be added to it for equal distances. The second is tried if no step succeeds with
  /// the first.
  private static let mostAir = [0.2, 0.3]

  /// Returns the axis, extended at its upper end if that puts its ticks a whole number of cells apart: ticks that alternate
  /// between two and three rows look as if the values were unevenly spaced. Returns the axis itself where that takes too
  /// much, or where there are fewer than three ticks.
  public func withEvenTicks() -> LinearScale {
    guard Ticks.values(on: self).count >= 3 else { return self }
    for air in Self.mostAir {
      for step in fineSteps {
        // Never more cells than there are: rounding may lose a billionth.
        let span = step.size / (cells(of: step) + 1e-9).rounded(.down) * fullCells
        guard span <= domain.span * (1 + air) else { continue }
        var scale = self
        scale.domain = domain.lowerBound...(domain.lowerBound + max(span, domain.span))
        if Ticks.evenValues(on: scale) != nil { return scale }
      }
    }
    return self
  }

  /// The finest step that leaves a cell free between two ticks, and the next: coarser ones would leave out too much.
  var fineSteps: [NiceStep] {
    guard fullCells > 0 else { return [] }
    let finest = NiceStep(atLeast: 2 * domain.span / fullCells)
    return [finest, finest.next].filter { 2 * $0.size <= domain.span }
  }

  /// Returns whether a step takes a whole number of cells.
  func isWhole(_ step: NiceStep) -> Bool { abs(cells(of: step) - cells(of: step).rounded()) < 1e-6 }

  /// The length of the axis in cells, from the middle of the first dot to the middle of the last.
  private var fullCells: Double { Double(dots - 1) / Double(dotsPerCell) }

  private func cells(of step: NiceStep) -> Double { step.size / domain.span * fullCells }
}
