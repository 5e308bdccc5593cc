/// A mark on an axis.
public struct Tick: Sendable, Hashable {
  /// The value that the label shows, exactly.
  public var value: Double
  /// Empty only where no time in view can be named.
  public var label: String
  /// The cell of the value on the axis for which the tick was made.
  public var cell: Int

  public init(value: Double, label: String, cell: Int) {
    self.value = value
    self.label = label
    self.cell = cell
  }
}

/// Creates ticks at round values: never more than fit, and at least one with a label at any size.
///
/// Use ``values(on:)`` for the value axis and ``times(on:utcOffset:)`` for the time axis.
public enum Ticks {
  /// Returns the ticks of a value axis, from the lowest to the highest: multiples of a 1-2-5 step, each in the middle of its row
  /// and all at equal distances. An axis without ``RowSteps`` has a single one.
  ///
  /// All labels have as many digits after the point as the step needs.
  public static func values(on scale: LinearScale) -> [Tick] {
    guard let steps = scale.steps else { return [single(on: scale)] }
    return steps.multiples(rows: scale.cells).map { multiple in
      let row = multiple * steps.rowsPerStep - steps.lowest
      return tick(at: Double(multiple) * steps.step.size, decimals: steps.step.decimals, cell: scale.cells - 1 - row)
    }
  }

  /// Returns a tick at the round value that is nearest to the middle of an axis.
  private static func single(on scale: LinearScale) -> Tick {
    let (domain, middle) = (scale.domain, scale.domain.middle)
    let step = NiceStep(atLeast: domain.span / 5)
    let round = (middle / step.size).rounded() * step.size
    // Where the axis spans two neighbouring numbers, neither is rounder than the other.
    let value = domain.contains(round) ? round : middle
    return tick(at: value, decimals: step.decimals, cell: scale.cell(of: value) ?? (scale.cells - 1) / 2)
  }

  private static func tick(at value: Double, decimals: Int, cell: Int) -> Tick {
    let value = value == 0 ? 0 : value  // no "-0"
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
