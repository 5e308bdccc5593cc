/// The values of the rows of an axis, and its ticks.
///
/// A tick's value stands in the middle of its row, and a step is a whole number of rows, the same everywhere. Both fix the
/// ends of the axis: they are the values of the lowest and the highest row.
///
/// Of the steps that show all of the values, the one with the least value per row is taken, so that the line uses the height,
/// but rather one with three ticks or more.
struct RowSteps: Sendable, Hashable {
  /// The distance of two ticks.
  let step: NiceStep
  /// The number of rows from one tick to the next.
  let rowsPerStep: Int
  /// The distance of the values of two neighbouring rows.
  let height: Double
  /// The value of the lowest row, as a multiple of ``height``.
  let lowest: Int

  /// The part of a row above its middle in which a value has a dot of that row.
  private static let upperPart = 3.0 / 8
  /// Beyond this multiple of a row's height, a value is not certain to be in its row.
  private static let farthest = 0x1p40
  /// How much higher the rows may be for a third tick.
  private static let scarcity = 1.3
  /// A billionth of a row beyond an end still belongs to the axis: 0.3 is not a multiple of 0.1 in binary.
  private static let tolerance = 1e-9

  /// Finds the steps for a range of values; `nil` for a single row, and where neighbouring rows cannot be told apart.
  ///
  /// - Parameter isFitted: See ``LinearScale/value(of:rows:dotsPerRow:isFitted:)``.
  init?(for values: ClosedRange<Double>, rows: Int, isFitted: Bool) {
    guard rows > 1 else { return nil }
    let gaps = rows - 1
    var best: (steps: RowSteps, cost: Double)?
    for rowsPerStep in Self.distances(gaps: gaps) {
      var step = NiceStep(
        atLeast: values.span / (Double(gaps) + Self.upperPart) * Double(rowsPerStep) * (1 - Self.tolerance))
      // The next steps are needed only where the values begin between two rows.
      for _ in 0..<3 {
        if let steps = RowSteps(step, rowsPerStep, from: values, gaps: gaps, isFitted: isFitted) {
          let isScarce = isFitted && gaps >= 6 && steps.multiples(rows: rows).count < 3
          let cost = steps.height * (isScarce ? Self.scarcity : 1)
          if best.map({ cost < $0.cost * (1 - Self.tolerance) }) ?? true { best = (steps, cost) }
          break
        }
        step = step.next
      }
    }
    guard let best else { return nil }
    self = best.steps
  }

  private init?(
    _ step: NiceStep, _ rowsPerStep: Int, from values: ClosedRange<Double>, gaps: Int, isFitted: Bool
  ) {
    let height = step.size / Double(rowsPerStep)
    guard height > 0, height.isFinite else { return nil }
    let (lower, upper) = (values.lowerBound / height, values.upperBound / height)
    guard max(abs(lower), abs(upper)) < Self.farthest else { return nil }
    let lowest = isFitted ? (lower + Self.tolerance).rounded(.down) : lower.rounded()
    if isFitted, upper - lowest > Double(gaps) + Self.upperPart + Self.tolerance { return nil }
    (self.step, self.rowsPerStep, self.height, self.lowest) = (step, rowsPerStep, height, Int(lowest))
    if isFitted, multiples(rows: gaps + 1).count < 2 { return nil }
  }

  /// Returns the distances of two ticks in rows that are worth trying, the shortest first: with a free row between two, if
  /// there are more than three rows, and a dozen ticks at most.
  private static func distances(gaps: Int) -> ClosedRange<Int> {
    switch gaps {
    case ...2: 1...gaps
    case 3...5: 2...gaps
    default: max(2, (gaps + 11) / 12)...max(gaps / 4, min(6, gaps - 1))
    }
  }

  /// Returns how many rows a value is above the lowest row.
  func rows(above value: Double) -> Double { value / height - Double(lowest) }

  /// Returns the value of a row counted from the lowest one, which is 0.
  func value(ofRow row: Double) -> Double { (Double(lowest) + row) * height }
  func value(ofRow row: Int) -> Double { value(ofRow: Double(row)) }

  /// Returns the multiples of the step on an axis of so many rows.
  func multiples(rows: Int) -> Range<Int> {
    let first = Int((Double(lowest) / Double(rowsPerStep)).rounded(.up))
    let last = Int((Double(lowest + rows - 1) / Double(rowsPerStep)).rounded(.down))
    return first..<max(first, last + 1)
  }
}
